import { HoldfastError } from "../error/index.ts";
import { uuidV7 } from "../event/uuid-v7.ts";
import { closedError } from "../session/gate.ts";
import { checkCredential, type ParsedOptions } from "./client-options.ts";
import { delayAfter, pause, readRetryAfter } from "./retry.ts";
import { errorOf, notOurs, timedOut, unreachable } from "./wire-error.ts";

/** One request. Everything in it is text already, so later changes to the arguments have no effect. */
export interface Ask {
	readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** For example `/v1/users/ann`, with encoded parts. */
	readonly path: string;
	readonly query?: readonly (readonly [string, string])[] | undefined;
	/** A function is called for each try. */
	readonly body?: string | (() => string) | undefined;
	/** Content type. Default `application/json`. */
	readonly type?: string | undefined;
	readonly headers?: Readonly<Record<string, string>> | undefined;
	/** Idempotency key of a write. Default: generated. */
	readonly key?: string | undefined;
	/** No time limit. */
	readonly long?: boolean | undefined;
	/** Cancels the request. */
	readonly signal?: AbortSignal | undefined;
	/** Maximum number of tries. Default: the client's setting. */
	readonly tries?: number | undefined;
}

export interface Transport {
	/** Sends the request and returns the response's JSON; undefined if it is empty. */
	send<T>(ask: Ask): Promise<T>;
	/** Sends the request and returns the response as soon as it has begun. */
	open(ask: Ask): Promise<Response>;
	readonly options: ParsedOptions;
	/** Aborted when the client closes. */
	readonly closing: AbortSignal;
}

/** A try that lasted this long shows that the server is there, and does not count as a failure. */
const LONG_TRY_MS = 30_000;
/** How long closing waits for responses that should be quick. */
const CLOSING_MS = 5_000;
/** The longest `Retry-After` that is respected. */
const MAX_RETRY_AFTER_MS = 60_000;
const AWAY = [429, 502, 503, 504];

export function createTransport(
	options: ParsedOptions,
	state: { readonly closing: AbortSignal; readonly closed: () => boolean },
): Transport {
	const { base, retry, timeoutMs } = options;

	const headersOf = async (ask: Ask, key: string | undefined): Promise<Headers> => {
		const { credential, tenant } = options;
		const headers = new Headers(ask.headers);
		if (ask.body !== undefined) headers.set("content-type", ask.type ?? "application/json");
		if (key !== undefined) headers.set("idempotency-key", key);
		if (tenant !== undefined) headers.set("holdfast-tenant", tenant);
		if (credential !== undefined) headers.set("authorization", `Bearer ${await secretOf(credential)}`);
		return headers;
	};

	const urlOf = ({ path, query = [] }: Ask): URL => {
		const url = new URL(base);
		// Set as text, so that encoded parts stay encoded.
		url.pathname = `${base.pathname.replace(/\/$/, "")}${path}`;
		url.search = query.length > 0 ? new URLSearchParams(query as [string, string][]).toString() : "";
		return url;
	};

	/** One try, with its time limit. The response's body is left to the caller, or read by `take`. */
	const attempt = async <T>(
		ask: Ask,
		url: URL,
		key: string | undefined,
		take: Take<T>,
	): Promise<Outcome<T>> => {
		const limit = new AbortController();
		const stop = (): void => limit.abort(ask.signal?.reason);
		ask.signal?.addEventListener("abort", stop);
		if (ask.signal?.aborted) stop();
		const late = timedOut(url, timeoutMs);
		const isLate = (): void => limit.abort(late);
		let timer = ask.long ? undefined : setTimeout(isLate, timeoutMs);
		const hurry = (): void => {
			clearTimeout(timer);
			timer = setTimeout(isLate, Math.min(timeoutMs, CLOSING_MS));
		};
		if (!ask.long) state.closing.addEventListener("abort", hurry);
		if (!ask.long && state.closing.aborted) hurry();
		let handedOver = false;
		try {
			const response = await options.fetch(url, {
				method: ask.method,
				headers: await headersOf(ask, key),
				signal: limit.signal,
				redirect: "error",
				...(ask.body !== undefined && { body: typeof ask.body === "string" ? ask.body : ask.body() }),
			});
			if (response.ok) {
				const value = await take(response, url);
				handedOver = value === response;
				return { value };
			}
			const error = await errorOf(url, response);
			const again = isAtWork(error) || (AWAY.includes(response.status) && isPassing(error, response.status));
			return { error, again, waitMs: readRetryAfter(response.headers.get("retry-after"), Date.now()) };
		} catch (cause) {
			if (ask.signal?.aborted) throw ask.signal.reason;
			if (HoldfastError.isInstance(cause)) return { error: cause, again: cause === late };
			return { error: unreachable(url, cause), again: true };
		} finally {
			clearTimeout(timer);
			state.closing.removeEventListener("abort", hurry);
			// A caller that reads the body further ends it with the same signal.
			if (!handedOver) ask.signal?.removeEventListener("abort", stop);
		}
	};

	const run = async <T>(ask: Ask, take: Take<T>): Promise<T> => {
		if (state.closed()) throw closedError();
		const url = urlOf(ask);
		const key = ask.key ?? (ask.method === "GET" ? undefined : uuidV7());
		const tries = ask.tries ?? retry.tries;
		for (let failures = 0; ; ) {
			const began = performance.now();
			const outcome = await attempt(ask, url, key, take);
			if (!("error" in outcome)) return outcome.value;
			if (isAtWork(outcome.error) || (ask.long && performance.now() - began > LONG_TRY_MS)) failures = 0;
			failures += 1;
			const { error, again, waitMs = 0 } = outcome;
			if (!again || failures >= tries || waitMs > MAX_RETRY_AFTER_MS) throw error;
			await pause(Math.max(waitMs, delayAfter(failures, retry)), ask.signal, state.closing);
			if (ask.signal?.aborted) throw ask.signal.reason;
			// Closing does not wait for a server to come back.
			if (state.closing.aborted) throw error;
		}
	};

	return {
		options,
		closing: state.closing,
		send: (ask) => run(ask, readJson) as Promise<never>,
		open: (ask) => run(ask, async (response) => response),
	};
}

/** An earlier try, whose response was lost, is still in progress on the server. Ask for its result again. */
const isAtWork = ({ code, precondition }: HoldfastError): boolean =>
	code === "busy" && precondition === "idempotency";

/** Whether the failure is temporary. `model_failed` is not: the server has retried the model already. */
const isPassing = ({ code, retryable }: HoldfastError, status: number): boolean =>
	status === 429 || (retryable && code === "unavailable");

type Take<T> = (response: Response, url: URL) => Promise<T>;
type Outcome<T> = { value: T } | { error: HoldfastError; again: boolean; waitMs?: number | undefined };

async function readJson(response: Response, url: URL): Promise<unknown> {
	const text = await response.text();
	if (text === "") return undefined;
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw notOurs(url, response.status, cause);
	}
}

async function secretOf(credential: NonNullable<ParsedOptions["credential"]>): Promise<string> {
	if (typeof credential === "string") return credential;
	let given: unknown;
	try {
		given = await credential();
	} catch (cause) {
		if (HoldfastError.isInstance(cause)) throw cause;
		const why = cause instanceof Error ? cause.message : String(cause);
		throw new HoldfastError("unauthorized", `apiKey: the function returned no key: ${why}`, {}, { cause });
	}
	return checkCredential(given, "apiKey");
}
