import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { GlobalOptions } from "../globals.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { credentialFor, readCredentials, serverName } from "./credentials.ts";

/** What a command works on: a server, or a store. */
export type Target =
	| { readonly url: string; readonly key?: string; readonly tenant?: string }
	| { readonly store?: string; readonly config?: string; readonly folder: string; readonly tenant?: string };

const set = (value: string | undefined): string | undefined => (value === "" ? undefined : value);

/**
 * Options override the environment, which overrides a login, which overrides the configuration in the folder. Without any
 * of them, the target is the SQLite file of the folder.
 */
export function findTarget(globals: GlobalOptions, { env, cwd }: Terminal): Target {
	const typed = choose("--url and --store cannot be combined", globals.url, globals.store);
	const said =
		typed ??
		// --config overrides the login and the environment.
		(globals.config === undefined
			? choose(
					"HOLDFAST_URL and HOLDFAST_STORE cannot be combined; unset one",
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
			throw new UsageError("--config is for a local store; remove it or --url");
		checkUrl(url);
		const stored = credentialFor(readCredentials(env), url);
		const key = globals.key ?? keyFromEnvironment(url, env) ?? stored?.key;
		const whose = tenant ?? stored?.tenant;
		return { url, ...(key !== undefined && { key }), ...(whose !== undefined && { tenant: whose }) };
	}
	if (globals.key !== undefined)
		throw new UsageError("--key needs a server; add --url, or log in with `holdfast login <url>`");
	const config = named ?? (existsSync(join(cwd, "holdfast.yaml")) ? "holdfast.yaml" : undefined);
	return {
		folder: cwd,
		...(said?.store !== undefined && { store: said.store }),
		...(config !== undefined && { config: resolve(cwd, config) }),
		...(tenant !== undefined && { tenant }),
	};
}

/** Refuses a URL with a password: error messages would show it. */
function checkUrl(url: string): void {
	const parsed = URL.parse(url);
	if (parsed?.username || parsed?.password)
		throw new UsageError(
			"the URL of a server must not contain a user or password; set the key with --key or HOLDFAST_KEY",
		);
}

/** If HOLDFAST_URL is set, HOLDFAST_KEY is sent only to that server. */
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

/** A short description of the target, without secrets. */
export function describeTarget(target: Target): string {
	const tenant = target.tenant === undefined ? "" : `, tenant ${target.tenant}`;
	if ("url" in target) return `${withoutSecrets(target.url)}${tenant}`;
	const where = target.store === undefined ? (target.config ?? target.folder) : withoutSecrets(target.store);
	return `${where}${tenant}`;
}

/** A URL without its password, even if it is not a valid URL: an unencoded database password may contain any character. */
export const withoutSecrets = (text: string): string =>
	text
		.replace(/^(https?:\/\/)[^/?#]*@/i, "$1")
		.replace(/^((?!https?:)[a-z][a-z0-9+.-]*:\/\/).*@/is, "$1")
		.replace(/[?#].*$/s, "");
