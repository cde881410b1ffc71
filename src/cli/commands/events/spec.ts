import { command } from "../../command.ts";
import { typedSession, whichSession } from "../../options.ts";

const session = { about: "the id of the session" };
const kinds = {
	value: "texts",
	short: "k",
	placeholder: "kind",
	about: "only events of this kind, e.g. message; may be given several times",
} as const;

export const ls = command({
	name: "events ls",
	about: "list the events of a session, oldest first",
	args: { session },
	options: {
		...whichSession,
		after: { value: "count", placeholder: "offset", about: "only those behind this offset" },
		before: { value: "count", placeholder: "offset", about: "only those before this offset" },
		last: { value: "count", placeholder: "n", about: "the newest so many" },
		limit: { value: "count", short: "n", about: "the oldest so many; default 1000, at most 10000" },
		kinds,
	},
	examples: [
		{ type: "holdfast events ls s1", to: "list what happened in s1" },
		{ type: "holdfast events ls s1 --kinds tool_call --kinds tool_result", to: "list what its tools did" },
		{ type: "holdfast events ls s1 --after 41 --json", to: "get the events behind offset 41 as JSON" },
	],
});

export const tail = command({
	name: "events tail",
	about: "print the last events of a session, and with -f those that come",
	details:
		"With -f it waits for more until Ctrl-C, which is a good end (exit code 0), and also for a session that is not there yet: that one is named in full, with --agent and, if it is to have one, --user. A pipe that nobody reads any more ends it with the next event.",
	args: { session },
	options: {
		...whichSession,
		follow: { value: "flag", short: "f", about: "wait for more, until Ctrl-C" },
		lines: { value: "count", short: "n", about: "how many of the past", default: 20 },
		kinds,
	},
	lines: true,
	examples: [
		{ type: "holdfast events tail -f s1", to: "watch s1" },
		{
			type: "holdfast events tail -f s1 --json | jq .data",
			to: "the same, for a program: a JSON line for each event",
		},
		{
			type: "holdfast events tail -f -n 0 --agent support s2",
			to: "wait for what happens in s2, also if it is not there yet",
		},
	],
});

export const erase = command({
	name: "events erase",
	about: "blank the content of single events for good; their offsets stay",
	details:
		"Summaries that cover them are blanked as well. Facts that came from them stay, unless --forget is given.",
	args: { session, offsets: { about: "their offsets", many: true } },
	options: {
		...typedSession,
		forget: { value: "flag", about: "forget the facts too that came from nothing else" },
	},
	asks: true,
	examples: [{ type: "holdfast events erase s1 12 13", to: "ask, and blank two events of s1" }],
});
