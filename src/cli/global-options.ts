import type { CommandSpec, OptionSpec } from "./command.ts";
import { config, store } from "./options.ts";

/** What every command has. */
const EVERYWHERE = {
	json: { value: "flag", about: "print JSON, in the shape that the reference tells" },
} as const satisfies Record<string, OptionSpec>;

/** What commands have that ask. */
const ASKING = {
	yes: { value: "flag", short: "y", about: "do not ask" },
} as const satisfies Record<string, OptionSpec>;

/** Which store, or which server. */
const STORE = {
	store,
	url: {
		value: "text",
		placeholder: "url",
		about: "a server, instead of a local store",
		env: "HOLDFAST_URL",
	},
	key: { value: "text", placeholder: "key", about: "the key for the server", env: "HOLDFAST_KEY" },
	tenant: {
		value: "text",
		placeholder: "name",
		about: "whose data; default `default`",
		env: "HOLDFAST_TENANT",
	},
	config,
} as const satisfies Record<string, OptionSpec>;

/** The options that a command has without naming them. */
export const globalOptions = (spec: CommandSpec): Readonly<Record<string, OptionSpec>> => ({
	...EVERYWHERE,
	...(spec.asks && ASKING),
	...(spec.store !== false && STORE),
});

/** All of them, for those who type them in front of the command. */
export const allGlobalOptions: Readonly<Record<string, OptionSpec>> = { ...EVERYWHERE, ...ASKING, ...STORE };
