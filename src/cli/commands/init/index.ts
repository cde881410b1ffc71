import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const init: readonly Command[] = [
	bind(spec.init, async () => (await import("./make-project.ts")).makeProject),
];
