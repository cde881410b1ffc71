import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const tokens: readonly Command[] = [
	bind(spec.create, async () => (await import("./create-token.ts")).createToken),
];
