import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const runs: readonly Command[] = [
	bind(spec.ls, async () => (await import("./list-runs.ts")).listRuns),
	bind(spec.show, async () => (await import("./show-run.ts")).showRun),
	bind(spec.trace, async () => (await import("./trace-run.ts")).traceRun),
	bind(spec.why, async () => (await import("./explain-answer.ts")).explainAnswer),
	bind(spec.cancel, async () => (await import("./cancel-run.ts")).cancelRun),
];
