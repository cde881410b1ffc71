import type { CommandSpec, OptionSpec } from "./command.ts";
import { config, store } from "./options.ts";

/** Options of every command. */
const EVERYWHERE = {
	json: { value: "flag", about: "print JSON; docs/cli.md describes its shape" },
} as const satisfies Record<string, OptionSpec>;

/** Options of commands that ask for confirmation. */
const ASKING = {
	yes: { value: "flag", short: "y", about: "do not ask for confirmation" },
} as const satisfies Record<string, OptionSpec>;

/** Options that select the store or server. */
const STORE = {
	store,
	url: {
		value: "text",
		placeholder: "url",
		about: "server to use, instead of a database",
		env: "HOLDFAST_URL",
	},
	key: { value: "text", placeholder: "key", about: "API key for the server", env: "HOLDFAST_KEY" },
	tenant: {
		value: "text",
		placeholder: "name",
		about: "tenant; default: `default`",
		env: "HOLDFAST_TENANT",
	},
	config,
} as const satisfies Record<string, OptionSpec>;

/** The options that a command has in addition to its own. */
export const globalOptions = (spec: CommandSpec): Readonly<Record<string, OptionSpec>> => ({
	...EVERYWHERE,
	...(spec.asks && ASKING),
	...(spec.store !== false && STORE),
});

/** All of them: they can also come before the command. */
export const allGlobalOptions: Readonly<Record<string, OptionSpec>> = { ...EVERYWHERE, ...ASKING, ...STORE };
