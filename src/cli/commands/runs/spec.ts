import { command } from "../../command.ts";
import { agent, paging, user, whichSession } from "../../options.ts";

const aRun = { about: "run id, or session id for the last run of the session" };

export const ls = command({
	name: "runs ls",
	about: "list runs, newest first",
	options: {
		agent,
		user,
		session: { value: "text", placeholder: "id", about: "filter by session" },
		status: {
			value: ["pending", "running", "completed", "failed", "cancelled", "superseded"],
			about: "filter by status",
		},
		...paging,
	},
	examples: [
		{ type: "holdfast runs ls --agent support", to: "list the latest runs of support" },
		{ type: "holdfast runs ls --status failed", to: "list the runs that failed" },
	],
});

export const show = command({
	name: "runs show",
	about: "show a run: input, output, status, duration and tokens",
	args: { run: aRun },
	options: whichSession,
	examples: [
		{ type: "holdfast runs show 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11", to: "show a run" },
		{ type: "holdfast runs show s1", to: "show the last run of session s1" },
	],
});

export const trace = command({
	name: "runs trace",
	about: "show where a run spent its time, as a tree with bars",
	args: { run: aRun },
	options: whichSession,
	examples: [
		{
			type: "holdfast runs trace s1",
			to: "show the steps, model calls and tool calls of the last run of s1",
		},
	],
});

export const why = command({
	name: "runs why",
	about: "show what went into a prompt: facts and messages with their scores, and what was left out",
	details:
		"Shows how the memory was searched, which facts and messages went into the prompt with their scores, the best candidates that did not, what was left out and why, and how many tokens each part of the prompt used.",
	args: { run: aRun },
	options: whichSession,
	examples: [{ type: "holdfast runs why s1", to: "explain the last answer in s1" }],
});

export const cancel = command({
	name: "runs cancel",
	about: "cancel a run immediately, in whichever process it runs; finished runs stay unchanged",
	args: { run: { about: "run id" } },
	examples: [{ type: "holdfast runs cancel 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11", to: "cancel a run" }],
});
