import type { OptionSpec } from "./command.ts";

/*
 * Options that several commands have. Data only, as the commands' own: it is read at every start.
 */

/** Narrows what is looked at. Commands that delete take them as typed, never from the environment. */
export const typedAgent = {
	value: "text",
	placeholder: "id",
	about: "of this agent",
} as const satisfies OptionSpec;

export const typedUser = {
	value: "text",
	placeholder: "id",
	about: 'of this user; "" for sessions without user',
} as const satisfies OptionSpec;

export const agent = { ...typedAgent, env: "HOLDFAST_AGENT" } as const satisfies OptionSpec;
export const user = { ...typedUser, env: "HOLDFAST_USER" } as const satisfies OptionSpec;

/** Who talks to an agent. */
export const talker = {
	value: "text",
	placeholder: "id",
	about: 'who talks; default: the owner of the session, otherwise your name on this machine; "" for no user',
	env: "HOLDFAST_USER",
} as const satisfies OptionSpec;

/** Which session is meant, where several have the id. */
export const whichSession = { agent, user } as const;
export const typedSession = { agent: typedAgent, user: typedUser } as const;

/** A list in parts. */
export const paging = {
	limit: { value: "count", short: "n", about: "how many", default: 50 },
	cursor: { value: "text", placeholder: "next", about: "go on where a list stopped: its `next`" },
} as const satisfies Record<string, OptionSpec>;

/** A store of this machine's own, or one that is configured here. */
export const store = {
	value: "text",
	placeholder: "database",
	about: "sqlite:./file.db or postgres://…, instead of the configured one",
	env: "HOLDFAST_STORE",
} as const satisfies OptionSpec;

export const config = {
	value: "text",
	placeholder: "file",
	about: "a configuration; default holdfast.yaml, where there is one",
	env: "HOLDFAST_CONFIG",
} as const satisfies OptionSpec;

/** What a server that is started here stands on. */
export const serving = {
	model: {
		value: "text",
		placeholder: "provider/model",
		about: "for agents that name none",
		env: "HOLDFAST_MODEL",
	},
	store,
	config,
} as const satisfies Record<string, OptionSpec>;
