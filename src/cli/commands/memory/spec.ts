import { command } from "../../command.ts";
import { agent, paging, typedAgent, typedSession, user } from "../../options.ts";

const session = { about: "session id" };

const everybody = {
	value: "flag",
	about: "facts of any user, which is the default; ignores HOLDFAST_USER",
} as const;

export const ls = command({
	name: "memory ls",
	about: "list the agents that have memory, or the sessions of one agent",
	options: {
		agent: { ...agent, about: "list the sessions of this agent, last updated first" },
		user: { ...user, about: 'with --agent: only sessions of this user; "" for sessions without a user' },
		...paging,
	},
	examples: [
		{ type: "holdfast memory ls", to: "list the agents with their numbers of sessions, messages and facts" },
		{ type: "holdfast memory ls --agent support", to: "list the sessions of support" },
	],
});

export const show = command({
	name: "memory show",
	about: "show a conversation with the facts from it, or what an agent knows",
	details:
		"For a session, shows the conversation, its facts, and what extracting them cost: time, model calls, tokens. With an agent id instead of a session id, or with --agent alone, shows the facts that the agent knows: first the facts for all users, then those of each user, with counts. If a session and an agent have the same id, shows the session.",
	args: { session: { about: "session id, or agent id", optional: true } },
	options: {
		agent: { ...agent, about: "agent of the session; without a session id: agent to show" },
		user: {
			...user,
			about: 'user of the session, or only facts of this user and for all users; "" for no user',
		},
		limit: {
			value: "count",
			short: "n",
			about: "only the newest n lines of a conversation, default 1000; or n facts of an agent, default 50",
		},
	},
	examples: [
		{ type: "holdfast memory show support", to: "show the facts that support knows, by user" },
		{ type: "holdfast memory show s1", to: "show the conversation in s1 and its facts" },
		{ type: "holdfast memory show s1 -n 20", to: "show only the last 20 lines" },
	],
});

export const search = command({
	name: "memory search",
	about: "search what an agent knows, best match first, with scores",
	details:
		"Searches the facts of all users, or with --user those of one user. The parts of each score add up to the score.",
	args: { query: { about: "words or a question" } },
	options: {
		agent: { ...agent, about: "agent id; required" },
		user: {
			...user,
			about: 'only facts of this user and facts for all users; "" for facts for all users only',
		},
		everybody,
		limit: { value: "count", short: "n", about: "maximum number of hits, up to 100", default: 5 },
		include: {
			value: "text",
			placeholder: "kinds",
			about: "what to search: facts, messages, or facts,messages; default: facts",
		},
		messages: { value: "flag", about: "search messages; same as --include messages" },
		threshold: { value: "text", placeholder: "score", about: "minimum score of a hit" },
	},
	examples: [
		{
			type: 'holdfast memory search --agent support "where does Ada live"',
			to: "search the facts, with scores and sources",
		},
		{
			type: 'holdfast memory search --agent support --user ada --include facts,messages "pets" -n 10',
			to: "search Ada's facts and messages",
		},
	],
});

export const end = command({
	name: "memory end",
	about: "end a session and extract facts from it",
	details: "Waits until the facts are stored. The next message reopens the session.",
	args: { session },
	options: typedSession,
	asks: true,
	examples: [
		{ type: "holdfast memory end s1", to: "end s1 and show the new facts" },
		{ type: "holdfast memory end s1 --agent support --user ada --yes", to: "end s1 without asking" },
	],
});

export const rm = command({
	name: "memory rm",
	about: "permanently delete a session, or all data of an agent",
	details:
		"Facts from a session stay, because they belong to the user; --forget deletes those that have no other source. With --agent and --all, deletes all data of the agent: sessions, facts, state and runs.",
	args: { session: { about: "session id", optional: true } },
	options: {
		agent: { ...typedAgent, about: "agent of the session; with --all: agent whose data is deleted" },
		user: { ...typedSession.user, about: 'user of the session; "" for no user' },
		all: { value: "flag", about: "delete all data of --agent, instead of a session" },
		forget: { value: "flag", about: "also delete the facts that came only from this session" },
	},
	asks: true,
	examples: [
		{ type: "holdfast memory rm s1", to: "delete session s1" },
		{
			type: "holdfast memory rm s1 --agent support --forget",
			to: "delete s1 and the facts that came only from it",
		},
		{ type: "holdfast memory rm --agent support --all", to: "delete all data of support" },
	],
});

export const rebuild = command({
	name: "memory rebuild",
	about: "extract the facts from the conversations again, and show the differences",
	details:
		"Changes nothing without --apply. Facts that were written, pinned or changed by hand stay as they are.",
	options: {
		agent: { ...agent, about: "agent id; required" },
		user: { ...user, about: 'only the facts of this user; "" for sessions without a user' },
		everybody,
		apply: { value: "flag", about: "ask, then apply the changes" },
	},
	asks: true,
	examples: [
		{ type: "holdfast memory rebuild --agent support", to: "show what would change" },
		{ type: "holdfast memory rebuild --agent support --apply", to: "show the changes, ask, then apply them" },
	],
});
