import type { OptionSpec } from "./command.ts";

/*
 * Options that several commands share. Data only, like the commands' own options: it is loaded at every start.
 */

/** Filters. Commands that delete read them only from the command line, never from the environment. */
export const typedAgent = {
	value: "text",
	placeholder: "id",
	about: "filter by agent",
} as const satisfies OptionSpec;

export const typedUser = {
	value: "text",
	placeholder: "id",
	about: 'filter by user; "" for sessions without a user',
} as const satisfies OptionSpec;

export const agent = { ...typedAgent, env: "HOLDFAST_AGENT" } as const satisfies OptionSpec;
export const user = { ...typedUser, env: "HOLDFAST_USER" } as const satisfies OptionSpec;

/** The user that talks to an agent. */
export const talker = {
	value: "text",
	placeholder: "id",
	about:
		'your user id; default: the user of the session or token, or your login name on this machine; "" for no user',
	env: "HOLDFAST_USER",
} as const satisfies OptionSpec;

const AGENT_OF_SESSION = "agent of the session; needed if several sessions have this id";
const USER_OF_SESSION = 'user of the session; needed if several sessions have this id; "" for no user';

/** Selects a session if several have the same id. */
export const whichSession = {
	agent: { ...agent, about: AGENT_OF_SESSION },
	user: { ...user, about: USER_OF_SESSION },
} as const;
export const typedSession = {
	agent: { ...typedAgent, about: AGENT_OF_SESSION },
	user: { ...typedUser, about: USER_OF_SESSION },
} as const;

/** Options of lists with pages. */
export const paging = {
	limit: { value: "count", short: "n", about: "maximum number of items", default: 50 },
	cursor: {
		value: "text",
		placeholder: "next",
		about: "`next` of the previous page; lists the page after it",
	},
} as const satisfies Record<string, OptionSpec>;

/** A local store, or a database server. */
export const store = {
	value: "text",
	placeholder: "database",
	about: "database to use: sqlite:./file.db or postgres://…",
	env: "HOLDFAST_STORE",
} as const satisfies OptionSpec;

export const config = {
	value: "text",
	placeholder: "file",
	about: "configuration file; default: holdfast.yaml, if it exists",
	env: "HOLDFAST_CONFIG",
} as const satisfies OptionSpec;

/** Options of commands that start a server. */
export const serving = {
	model: {
		value: "text",
		placeholder: "provider/model",
		about: "default model, for agents that set none",
		env: "HOLDFAST_MODEL",
	},
	store,
	config,
} as const satisfies Record<string, OptionSpec>;
