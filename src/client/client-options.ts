import { HoldfastError } from "../error/index.ts";
import { isObject } from "../event/json.ts";
import { checkId, invalid } from "./checks.ts";
import { DEFAULT_RETRY, type RetryOptions, type RetryPolicy } from "./retry.ts";

/**
 * A key or token, or a function that returns one. The function is called before each request, so that you can renew
 * it.
 */
export type Credential = string | (() => string | Promise<string>);

/** Options of `createClient`. */
export interface ClientOptions {
	/** URL of the server, e.g. `https://holdfast.example.com`. A path before `/v1` is kept. */
	url: string | URL;
	/** A key of the server. Omit it for a development server that runs without keys. */
	apiKey?: Credential | undefined;
	/** Instead of a key: the token of one user, from `hf.tokens.create`. */
	token?: Credential | undefined;
	/** The tenant. Only the server's own key (`adminKey`) may choose one. */
	tenant?: string | undefined;
	/** The `fetch` function to use. Default: the `fetch` of the platform. */
	fetch?: typeof globalThis.fetch | undefined;
	/** How to retry requests that failed on the way; false: no retries. */
	retry?: RetryOptions | false | undefined;
	/** Time limit of one try in milliseconds. Does not apply to runs and other long operations. Default 30,000. */
	timeoutMs?: number | undefined;
}

export interface ParsedOptions {
	readonly base: URL;
	readonly credential: Credential | undefined;
	readonly tenant: string | undefined;
	readonly fetch: typeof globalThis.fetch;
	readonly retry: RetryPolicy;
	readonly timeoutMs: number;
}

const NAMES = ["url", "apiKey", "token", "tenant", "fetch", "retry", "timeoutMs"];

export function parseClientOptions(given: ClientOptions): ParsedOptions {
	if (!isObject(given)) throw invalid("options", "must be { url, apiKey?, … }");
	const unknown = Object.keys(given).filter((name) => !NAMES.includes(name));
	if (unknown.length > 0) throw invalid("options", `has no option ${unknown.join(", ")}`);
	const { url, apiKey, token, tenant, fetch = globalThis.fetch, retry, timeoutMs = 30_000 } = given;
	if (apiKey !== undefined && token !== undefined)
		throw invalid("options", "give either apiKey or token, not both");
	if (typeof fetch !== "function") throw invalid("options.fetch", "must be a function");
	return {
		base: parseUrl(url),
		credential: parseCredential("apiKey", apiKey) ?? parseCredential("token", token),
		tenant: tenant === undefined ? undefined : encodeURIComponent(checkId(tenant, "options.tenant")),
		// Browsers require `window` as `this`.
		fetch: (...args) => fetch(...args),
		retry: parseRetry(retry),
		timeoutMs: count("options.timeoutMs", timeoutMs, 1),
	};
}

function parseUrl(url: unknown): URL {
	const base = url instanceof URL || typeof url === "string" ? URL.parse(String(url)) : null;
	if (!base || !/^https?:$/.test(base.protocol))
		throw invalid("options.url", "must be the URL of a server, e.g. https://holdfast.example.com");
	if (base.username !== "" || base.password !== "")
		throw invalid("options.url", "must not contain a user or password; pass the key as apiKey");
	if (base.search !== "" || base.hash !== "") throw invalid("options.url", "must not have a ? or # part");
	return new URL(base.pathname.replace(/\/+$/, ""), base);
}

function parseCredential(name: string, value: unknown): Credential | undefined {
	if (value === undefined) return undefined;
	if (typeof value === "function") return value as Credential;
	return checkCredential(value, `options.${name}`);
}

/** A credential is sent in a header, so it must be valid there. */
export function checkCredential(value: unknown, what: string): string {
	if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return value;
	// The message does not repeat the value: it may be a mistyped secret.
	throw new HoldfastError("invalid", `${what}: must be a key without spaces, or a function that returns one`);
}

function parseRetry(retry: unknown): RetryPolicy {
	if (retry === undefined) return DEFAULT_RETRY;
	if (retry === false) return { ...DEFAULT_RETRY, tries: 1 };
	if (!isObject(retry))
		throw invalid("options.retry", "must be { tries?, firstDelayMs?, maxDelayMs? } or false");
	const read = (name: keyof RetryPolicy, least: number): number =>
		retry[name] === undefined ? DEFAULT_RETRY[name] : count(`options.retry.${name}`, retry[name], least);
	return {
		tries: read("tries", 1),
		firstDelayMs: read("firstDelayMs", 0),
		maxDelayMs: read("maxDelayMs", 0),
	};
}

function count(field: string, value: unknown, least: number): number {
	if (Number.isSafeInteger(value) && (value as number) >= least) return value as number;
	throw invalid(field, `must be an integer, ${least} or more`);
}
