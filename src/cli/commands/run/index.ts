import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const run: readonly Command[] = [
	bind(spec.run, async () => (await import("./run-agent.ts")).runAgent),
];
