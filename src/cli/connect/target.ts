import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { GlobalOptions } from "../globals.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { credentialFor, readCredentials, serverName } from "./credentials.ts";

/** Where a command works: on a server, or on a store of its own. */
export type Target =
	| { readonly url: string; readonly key?: string; readonly tenant?: string }
	| { readonly store?: string; readonly config?: string; readonly folder: string; readonly tenant?: string };

const set = (value: string | undefined): string | undefined => (value === "" ? undefined : value);

/**
 * What was typed wins over the environment, that over a login, that over the configuration of the folder. Without any
 * of them it is the SQLite file of the folder.
 */
export function findTarget(globals: GlobalOptions, { env, cwd }: Terminal): Target {
	const typed = choose("--url and --store exclude each other", globals.url, globals.store);
	const said =
		typed ??
		// A configuration that was named means: not the login.
		(globals.config === undefined
			? choose(
					"HOLDFAST_URL and HOLDFAST_STORE exclude each other; unset one",
					set(env.HOLDFAST_URL),
					set(env.HOLDFAST_STORE),
				)
			: undefined);
	const tenant = globals.tenant ?? set(env.HOLDFAST_TENANT);
	const named = globals.config ?? set(env.HOLDFAST_CONFIG);
	const login = said || named !== undefined ? undefined : readCredentials(env).current;
	const url = said?.url ?? login;
	if (url !== undefined) {
		if (globals.config !== undefined)
			throw new UsageError("--config is for a local store; leave it or --url out");
		checkUrl(url);
		const stored = credentialFor(readCredentials(env), url);
		const key = globals.key ?? keyFromEnvironment(url, env) ?? stored?.key;
		const whose = tenant ?? stored?.tenant;
		return { url, ...(key !== undefined && { key }), ...(whose !== undefined && { tenant: whose }) };
	}
	if (globals.key !== undefined)
		throw new UsageError("--key is for a server: name it with --url, or log in with `holdfast login`");
	const config = named ?? (existsSync(join(cwd, "holdfast.yaml")) ? "holdfast.yaml" : undefined);
	return {
		folder: cwd,
		...(said?.store !== undefined && { store: said.store }),
		...(config !== undefined && { config: resolve(cwd, config) }),
		...(tenant !== undefined && { tenant }),
	};
}

/** A password in it would be shown to whoever sees an error. */
function checkUrl(url: string): void {
	const parsed = URL.parse(url);
	if (parsed?.username || parsed?.password)
		throw new UsageError(
			"the address of a server must not hold a user or password: give the key with --key or HOLDFAST_KEY",
		);
}

/** Beside HOLDFAST_URL the key is that server's: no other one gets it. */
export function keyFromEnvironment(url: string, env: Terminal["env"]): string | undefined {
	const its = set(env.HOLDFAST_URL);
	return its === undefined || serverName(its) === serverName(url) ? set(env.HOLDFAST_KEY) : undefined;
}

function choose(
	problem: string,
	url: string | undefined,
	store: string | undefined,
): { url?: string; store?: string } | undefined {
	if (url !== undefined && store !== undefined) throw new UsageError(problem);
	if (url !== undefined) return { url };
	return store === undefined ? undefined : { store };
}

/** The target in a few words, without secrets. */
export function describeTarget(target: Target): string {
	const tenant = target.tenant === undefined ? "" : `, tenant ${target.tenant}`;
	if ("url" in target) return `${withoutSecrets(target.url)}${tenant}`;
	const where = target.store === undefined ? (target.config ?? target.folder) : withoutSecrets(target.store);
	return `${where}${tenant}`;
}

/** A URL without its password, also when it is no good URL: of a database's, one that was not encoded may hold anything. */
export const withoutSecrets = (text: string): string =>
	text
		.replace(/^(https?:\/\/)[^/?#]*@/i, "$1")
		.replace(/^((?!https?:)[a-z][a-z0-9+.-]*:\/\/).*@/is, "$1")
		.replace(/[?#].*$/s, "");
