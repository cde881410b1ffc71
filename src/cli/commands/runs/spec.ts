import { command } from "../../command.ts";
import { paging, whichSession } from "../../options.ts";

const aRun = { about: "the id of a run, or of a session: then its last run" };

export const ls = command({
	name: "runs ls",
	about: "list runs, newest first",
	options: {
		...whichSession,
		session: { value: "text", placeholder: "id", about: "of this session" },
		status: {
			value: ["pending", "running", "completed", "failed", "cancelled", "superseded"],
			about: "only those that stand so",
		},
		...paging,
	},
	examples: [
		{ type: "holdfast runs ls --agent support", to: "see what support did last" },
		{ type: "holdfast runs ls --status failed", to: "see what failed" },
	],
});

export const show = command({
	name: "runs show",
	about: "show a run: what was said, how it ended, what it cost",
	args: { run: aRun },
	options: whichSession,
	examples: [
		{ type: "holdfast runs show 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11", to: "show one" },
		{ type: "holdfast runs show s1", to: "show the last run of session s1" },
	],
});

export const trace = command({
	name: "runs trace",
	about: "show what a run spent its time on, as a tree with bars",
	args: { run: aRun },
	options: whichSession,
	examples: [
		{ type: "holdfast runs trace s1", to: "see steps, model calls and tools of the last run of s1" },
	],
});

export const why = command({
	name: "runs why",
	about: "show what an answer was made of: facts and messages with their scores, and what was left out",
	details:
		"Tells how the past was searched, which facts and messages entered the prompt and how well each fits, the best of those that did not, what was left out and why, and how many tokens each part of the prompt took.",
	args: { run: aRun },
	options: whichSession,
	examples: [{ type: "holdfast runs why s1", to: "see what the last answer in s1 was made of" }],
});

export const cancel = command({
	name: "runs cancel",
	about: "end a run at once, wherever it runs; one that has ended stays as it is",
	args: { run: { about: "the id of the run" } },
	examples: [{ type: "holdfast runs cancel 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11", to: "end it" }],
});
