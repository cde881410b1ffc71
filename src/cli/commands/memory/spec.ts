import { command } from "../../command.ts";
import { agent, paging, typedAgent, typedSession, user, whichSession } from "../../options.ts";

const session = { about: "the id of the session" };

/** Whose memory is looked at. */
const everybody = {
	value: "flag",
	about: "whosever it is, as without --user; wins over HOLDFAST_USER",
} as const;

export const ls = command({
	name: "memory ls",
	about: "list the agents that have memory, or the sessions of one",
	options: {
		agent: { ...agent, about: "list the sessions of this agent, the last changed first" },
		user: { ...user, about: 'with --agent: only sessions of this user; "" for those without user' },
		...paging,
	},
	examples: [
		{ type: "holdfast memory ls", to: "list the agents, with how much they remember" },
		{ type: "holdfast memory ls --agent support", to: "list the sessions of support" },
	],
});

export const show = command({
	name: "memory show",
	about: "show a conversation and the facts that came from it, or what an agent knows",
	details:
		"Below the facts it says what it took to make them: time, calls of a model, tokens. With the id of an agent instead of a session's, or with --agent alone, it shows the facts that the agent knows: those it shares with everybody, then those of each user, with how many there are. A session wins over an agent with the same id.",
	args: { session: { about: "the id of the session, or of an agent", optional: true } },
	options: {
		...whichSession,
		limit: {
			value: "count",
			short: "n",
			about: "the newest so many lines of the conversation, default 1000; or facts of the agent, default 50",
		},
	},
	examples: [
		{ type: "holdfast memory show support", to: "show what the agent support knows, by user" },
		{ type: "holdfast memory show s1", to: "show what was said in s1, and what is remembered of it" },
		{ type: "holdfast memory show s1 -n 20", to: "show its last 20 lines" },
	],
});

export const search = command({
	name: "memory search",
	about: "search what an agent knows, best first, and say why",
	details:
		"Finds facts of everybody, or with --user what the agent knows of that user. The parts of a score add up to it.",
	args: { query: { about: "what to look for" } },
	options: {
		agent: { ...agent, about: "whose memory; required" },
		user: { ...user, about: 'what it knows of this user; "" for what is nobody\'s in particular' },
		everybody,
		limit: { value: "count", short: "n", about: "how many, at most 100", default: 5 },
		include: {
			value: "text",
			placeholder: "kinds",
			about: "facts, messages, or facts,messages; default facts",
		},
		messages: { value: "flag", about: "search messages: the same as --include messages" },
		threshold: { value: "text", placeholder: "score", about: "only hits with at least this score" },
	},
	examples: [
		{
			type: 'holdfast memory search --agent support "where does Ada live"',
			to: "find what is known of it, with score and sources",
		},
		{
			type: 'holdfast memory search --agent support --user ada --include facts,messages "pets" -n 10',
			to: "search Ada's facts and messages",
		},
	],
});

export const end = command({
	name: "memory end",
	about: "end a session, and make facts of it",
	details: "Waits until the facts are made. The next message opens the session again.",
	args: { session },
	options: typedSession,
	asks: true,
	examples: [
		{ type: "holdfast memory end s1", to: "end s1 and show what will be remembered of it" },
		{ type: "holdfast memory end s1 --agent support --user ada --yes", to: "the same, without asking" },
	],
});

export const rm = command({
	name: "memory rm",
	about: "delete a session, or everything of an agent",
	details:
		"Deletion is permanent. Facts that came from a session stay, for they are the user's: --forget removes those that came from nothing else. With --agent and --all everything of the agent goes: sessions, facts, state, runs.",
	args: { session: { about: "the id of the session", optional: true } },
	options: {
		agent: { ...typedAgent, about: "the session is of this agent; with --all: whose memory" },
		user: { ...typedSession.user, about: 'the session is of this user; "" for none' },
		all: { value: "flag", about: "everything of --agent, instead of a session" },
		forget: { value: "flag", about: "also facts that came from nothing else" },
	},
	asks: true,
	examples: [
		{ type: "holdfast memory rm s1", to: "delete session s1" },
		{ type: "holdfast memory rm s1 --agent support --forget", to: "delete it with the facts it left" },
		{ type: "holdfast memory rm --agent support --all", to: "delete all that support remembers" },
	],
});

export const rebuild = command({
	name: "memory rebuild",
	about: "derive the facts from the conversations again, and show what that changes",
	details:
		"Changes nothing without --apply. Facts that were written, pinned or changed by hand stay as they are.",
	options: {
		agent: { ...agent, about: "whose memory; required" },
		user: { ...user, about: 'only the facts of this user; "" for those without user' },
		everybody,
		apply: { value: "flag", about: "ask, then make it so" },
	},
	asks: true,
	examples: [
		{ type: "holdfast memory rebuild --agent support", to: "show what would change" },
		{ type: "holdfast memory rebuild --agent support --apply", to: "show it, ask, and do it" },
	],
});
