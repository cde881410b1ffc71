import { command } from "../../command.ts";
import { paging } from "../../options.ts";

export const ls = command({
	name: "jobs ls",
	about: "list work that waits, is under way or was given up",
	options: {
		dead: { value: "flag", about: "only what was given up; as --status dead" },
		status: { value: ["queued", "running", "dead"], about: "only what stands so" },
		limit: { value: "count", short: "n", about: "how many, at most 1000", default: 100 },
		cursor: paging.cursor,
	},
	examples: [
		{ type: "holdfast jobs ls", to: "see what waits, oldest first" },
		{ type: "holdfast jobs ls --dead", to: "see what was given up, and why" },
	],
});

export const retry = command({
	name: "jobs retry",
	about: "try jobs again now that were given up or wait for their next attempt",
	args: { ids: { about: "their ids", many: true, optional: true } },
	options: { allDead: { value: "flag", about: "all that were given up, instead of ids" } },
	examples: [
		{ type: "holdfast jobs retry sweep:default", to: "try one again" },
		{ type: "holdfast jobs retry --all-dead", to: "try everything again, once the cause is gone" },
	],
});

export const drop = command({
	name: "jobs drop",
	about: "drop jobs for good",
	args: { ids: { about: "their ids", many: true } },
	asks: true,
	examples: [{ type: "holdfast jobs drop sweep:default", to: "ask, and drop it" }],
});
