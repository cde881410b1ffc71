import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const jobs: readonly Command[] = [
	bind(spec.ls, async () => (await import("./list-jobs.ts")).listJobs),
	bind(spec.retry, async () => (await import("./retry-jobs.ts")).retryJobs),
	bind(spec.drop, async () => (await import("./drop-jobs.ts")).dropJobs),
];
