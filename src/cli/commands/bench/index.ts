import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const bench: readonly Command[] = [
	bind(spec.bench, async () => (await import("./run-bench.ts")).runBench),
];
