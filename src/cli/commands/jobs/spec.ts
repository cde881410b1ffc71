import { command } from "../../command.ts";
import { paging } from "../../options.ts";

export const ls = command({
	name: "jobs ls",
	about: "list jobs that are waiting, running or failed permanently",
	options: {
		dead: { value: "flag", about: "only jobs that failed permanently; same as --status dead" },
		status: { value: ["queued", "running", "dead"], about: "only jobs with this status" },
		limit: { value: "count", short: "n", about: "maximum number of items, up to 1000", default: 100 },
		cursor: paging.cursor,
	},
	examples: [
		{ type: "holdfast jobs ls", to: "list all jobs, oldest first" },
		{ type: "holdfast jobs ls --dead", to: "list the jobs that failed permanently, with their errors" },
	],
});

export const retry = command({
	name: "jobs retry",
	about: "retry jobs now that failed permanently or wait for their next attempt",
	args: { ids: { about: "job ids", many: true, optional: true } },
	options: { allDead: { value: "flag", about: "all jobs that failed permanently, instead of ids" } },
	examples: [
		{ type: "holdfast jobs retry sweep:default", to: "retry one job" },
		{
			type: "holdfast jobs retry --all-dead",
			to: "retry all jobs that failed permanently, after you fixed the cause",
		},
	],
});

export const drop = command({
	name: "jobs drop",
	about: "permanently delete jobs without running them",
	args: { ids: { about: "job ids", many: true } },
	asks: true,
	examples: [{ type: "holdfast jobs drop sweep:default", to: "ask, then delete the job" }],
});
