import { HoldfastError } from "../error/index.ts";
import { isObject } from "../event/json.ts";
import { checkId, invalid } from "./checks.ts";
import { DEFAULT_RETRY, type RetryOptions, type RetryPolicy } from "./retry.ts";

/** A key, or what gives one: asked before each request, so that it may be renewed. */
export type Credential = string | (() => string | Promise<string>);

export interface ClientOptions {
	/** Where the server is, e.g. `https://holdfast.example.com`. A path in front of `/v1` is kept. */
	url: string | URL;
	/** A key of the server; leave it out for one that runs open, in development. */
	apiKey?: Credential | undefined;
	/** Instead of a key: the token of one user, as `hf.tokens.create` gives it. */
	token?: Credential | undefined;
	/** Whose data; only the server's admin key may choose. */
	tenant?: string | undefined;
	/** Default: the `fetch` of the platform. */
	fetch?: typeof globalThis.fetch | undefined;
	/** How often what failed on the way is tried again; false: never. */
	retry?: RetryOptions | false | undefined;
	/** How long one try may take, in milliseconds. Does not count for runs and other work that takes long. Default 30,000. */
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
		throw invalid("options", "apiKey and token exclude each other");
	if (typeof fetch !== "function") throw invalid("options.fetch", "must be a function");
	return {
		base: parseUrl(url),
		credential: parseCredential("apiKey", apiKey) ?? parseCredential("token", token),
		tenant: tenant === undefined ? undefined : encodeURIComponent(checkId(tenant, "options.tenant")),
		// Browsers call it with their window alone.
		fetch: (...args) => fetch(...args),
		retry: parseRetry(retry),
		timeoutMs: count("options.timeoutMs", timeoutMs, 1),
	};
}

function parseUrl(url: unknown): URL {
	const base = url instanceof URL || typeof url === "string" ? URL.parse(String(url)) : null;
	if (!base || !/^https?:$/.test(base.protocol))
		throw invalid("options.url", "must be the address of a server, e.g. https://holdfast.example.com");
	if (base.username !== "" || base.password !== "")
		throw invalid("options.url", "must not hold a user or password; give the key as apiKey");
	if (base.search !== "" || base.hash !== "") throw invalid("options.url", "must not have a ? or # part");
	return new URL(base.pathname.replace(/\/+$/, ""), base);
}

function parseCredential(name: string, value: unknown): Credential | undefined {
	if (value === undefined) return undefined;
	if (typeof value === "function") return value as Credential;
	return checkCredential(value, `options.${name}`);
}

/** A credential goes into a header: what no header can hold is no credential. */
export function checkCredential(value: unknown, what: string): string {
	if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return value;
	// What was given is not repeated: it may be a secret with a slip in it.
	throw new HoldfastError("invalid", `${what}: must be a key without spaces, or a function that gives one`);
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
