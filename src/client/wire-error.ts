import { ERROR_CODES, type ErrorCode, HoldfastError } from "../error/index.ts";
import { isObject } from "../event/json.ts";

/** Converts a JSON error to an error; undefined if it is not one of Holdfast's. */
export function toError(value: unknown): HoldfastError | undefined {
	const given = isObject(value) && isObject(value.error) ? value.error : value;
	if (!isObject(given)) return undefined;
	const { code, message, retryable, ...fields } = given;
	if (typeof message !== "string" || !isCode(code)) return undefined;
	return new HoldfastError(code, message, fields, typeof retryable === "boolean" ? { retryable } : {});
}

const isCode = (code: unknown): code is ErrorCode => (ERROR_CODES as readonly unknown[]).includes(code);

/** The server did not respond: which one, and what to check. */
export function unreachable(url: URL, cause: unknown): HoldfastError {
	const why = deepest(cause);
	return new HoldfastError(
		"unavailable",
		`cannot reach ${url.origin}${why === "" ? "" : ` (${why})`}; check the url and the network, and that the server is running`,
		{ url: url.origin },
		{ cause },
	);
}

/** `fetch` only says "fetch failed"; the reason is in its cause. */
function deepest(cause: unknown): string {
	let said = "";
	for (let at = cause, i = 0; at instanceof Error && i < 5; at = at.cause, i++) {
		const code = "code" in at && typeof at.code === "string" ? at.code : "";
		said = at.message === "" ? code || said : at.message;
	}
	// Some messages, e.g. of TLS, continue with lines for their authors.
	return said.split("\n", 1)[0] ?? "";
}

export function timedOut(url: URL, timeoutMs: number): HoldfastError {
	return new HoldfastError(
		"unavailable",
		`${url.origin} did not respond within ${timeoutMs} ms; try again, or raise timeoutMs`,
		{ url: url.origin, timeoutMs },
	);
}

/** A response that is not from a Holdfast server, but from a proxy or another program. */
export function notOurs(url: URL, status: number, cause?: unknown): HoldfastError {
	const retryable = [429, 502, 503, 504].includes(status);
	return new HoldfastError(
		"unavailable",
		`the response of ${url.origin} (status ${status}) is not from a Holdfast server; check the url and any proxy in between`,
		{ url: url.origin, status },
		{ retryable, ...(cause !== undefined && { cause }) },
	);
}

/** The error in a response. */
export async function errorOf(url: URL, response: Response): Promise<HoldfastError> {
	try {
		return toError(await response.json()) ?? notOurs(url, response.status);
	} catch (cause) {
		return notOurs(url, response.status, cause);
	}
}
