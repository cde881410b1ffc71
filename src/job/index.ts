export { type FailedJob, type IdleReport, toIdleReport } from "./idle-report.ts";
export { createJobs, type Job, type Jobs } from "./jobs.ts";
export { retryDelay } from "./retry-delay.ts";
export { type JobHandler, startWorker, type Worker, type WorkerOptions } from "./worker.ts";
