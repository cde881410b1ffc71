import { causesOf, readField } from "./read-error.ts";

/** Waits. Rejects with the signal's reason as soon as it aborts. */
export type Delay = (ms: number, signal: AbortSignal) => Promise<void>;

/** How many times a call is retried by default. */
export const DEFAULT_RETRIES = 2;

const FIRST_DELAY_MS = 500;

/** The longest wait, even if a provider asks for more. */
const LONGEST_ASKED_MS = 60_000;

const NETWORK_CODES: ReadonlySet<unknown> = new Set([
	"ECONNRESET",
	"ECONNREFUSED",
	"ECONNABORTED",
	"ETIMEDOUT",
	"EPIPE",
	"EAI_AGAIN",
	"ENOTFOUND",
	"ENETUNREACH",
	"EHOSTUNREACH",
	"UND_ERR_SOCKET",
	"UND_ERR_CONNECT_TIMEOUT",
	"UND_ERR_HEADERS_TIMEOUT",
	"UND_ERR_BODY_TIMEOUT",
]);

const NETWORK_MESSAGES: ReadonlySet<unknown> = new Set([
	"fetch failed",
	"failed to fetch",
	"network error",
	"terminated",
]);

/** True if the network failed, not the request. */
export function isNetworkError(error: unknown): boolean {
	return causesOf(error).some(
		(cause) =>
			NETWORK_CODES.has(readField(cause, "code")) ||
			readField(cause, "name") === "TimeoutError" ||
			(cause instanceof TypeError && NETWORK_MESSAGES.has(cause.message.toLowerCase())),
	);
}

/** True if the same call may succeed the next time. The provider package's own flag counts first. */
export function isRetryable(error: unknown): boolean {
	const said = readField(error, "isRetryable");
	return typeof said === "boolean" ? said : isNetworkError(error);
}

/**
 * How long to wait before the next attempt; `failures` counts the previous ones. A wait requested by the
 * provider counts first.
 */
export function retryDelay(
	error: unknown,
	failures: number,
	random: () => number,
	now: () => number,
): number {
	const asked = askedDelay(readField(error, "responseHeaders"), now);
	if (asked !== undefined && asked >= 0 && asked <= LONGEST_ASKED_MS) return asked;
	const full = FIRST_DELAY_MS * 2 ** (failures - 1);
	// Callers that failed together must not retry together.
	return full / 2 + (random() * full) / 2;
}

function askedDelay(headers: unknown, now: () => number): number | undefined {
	const exact = Number(readHeader(headers, "retry-after-ms") ?? Number.NaN);
	if (Number.isFinite(exact)) return exact;
	const text = readHeader(headers, "retry-after");
	if (text === undefined) return undefined;
	const seconds = Number(text);
	if (Number.isFinite(seconds)) return seconds * 1_000;
	const date = Date.parse(text);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now());
}

/** A header of a response, with any case of its name. */
export function readHeader(headers: unknown, name: string): string | undefined {
	if (headers instanceof Headers) return headers.get(name) ?? undefined;
	if (typeof headers !== "object" || headers === null) return undefined;
	const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
	return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** The real one. Its timer keeps the process alive: a run is in progress. */
export const sleep: Delay = (ms, signal) =>
	new Promise((resolve, reject) => {
		const stop = (): void => {
			clearTimeout(timer);
			reject(signal.reason);
		};
		const timer = setTimeout(() => {
			signal.removeEventListener("abort", stop);
			resolve();
		}, ms);
		if (signal.aborted) stop();
		else signal.addEventListener("abort", stop, { once: true });
	});
