import { command } from "../../command.ts";
import { typedSession, whichSession } from "../../options.ts";

const session = { about: "session id" };
const kinds = {
	value: "texts",
	short: "k",
	placeholder: "kind",
	about: "only events of this kind, e.g. message; repeat for several kinds",
} as const;

export const ls = command({
	name: "events ls",
	about: "list the events of a session, oldest first",
	args: { session },
	options: {
		...whichSession,
		after: { value: "count", placeholder: "offset", about: "only events after this offset" },
		before: { value: "count", placeholder: "offset", about: "only events before this offset" },
		last: { value: "count", placeholder: "n", about: "only the newest n events" },
		limit: { value: "count", short: "n", about: "only the oldest n events; default 1000, maximum 10000" },
		kinds,
	},
	examples: [
		{ type: "holdfast events ls s1", to: "list the events of s1" },
		{
			type: "holdfast events ls s1 --kinds tool_call --kinds tool_result",
			to: "list the tool calls and their results",
		},
		{ type: "holdfast events ls s1 --after 41 --json", to: "get the events after offset 41 as JSON" },
	],
});

export const tail = command({
	name: "events tail",
	about: "print the last events of a session, and with -f also new ones",
	details:
		"With -f, the command waits for new events until you press Ctrl-C (exit code 0). It can also wait for a session that does not exist yet: then give --agent and, if the session will have a user, --user. If the reader of a pipe exits, the command ends with the next event.",
	args: { session },
	options: {
		...whichSession,
		follow: { value: "flag", short: "f", about: "wait for new events until Ctrl-C" },
		lines: { value: "count", short: "n", about: "number of past events to print", default: 20 },
		kinds,
	},
	lines: true,
	examples: [
		{ type: "holdfast events tail -f s1", to: "follow s1" },
		{
			type: "holdfast events tail -f s1 --json | jq .data",
			to: "follow s1 with one line of JSON per event",
		},
		{
			type: "holdfast events tail -f -n 0 --agent support s2",
			to: "follow only new events of s2, even if s2 does not exist yet",
		},
	],
});

export const erase = command({
	name: "events erase",
	about: "permanently erase the content of single events; their offsets stay",
	details: "Also erases summaries that cover these events. Facts from them stay, unless you give --forget.",
	args: { session, offsets: { about: "offsets of the events", many: true } },
	options: {
		...typedSession,
		forget: { value: "flag", about: "also delete facts that have no other source" },
	},
	asks: true,
	examples: [{ type: "holdfast events erase s1 12 13", to: "ask, then erase two events of s1" }],
});
