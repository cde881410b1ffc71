import { ERROR_CODES, type ErrorCode, HoldfastError } from "../error/index.ts";
import { isObject } from "../event/json.ts";

/** An error as the wire carries it; undefined where it is none of ours. */
export function toError(value: unknown): HoldfastError | undefined {
	const given = isObject(value) && isObject(value.error) ? value.error : value;
	if (!isObject(given)) return undefined;
	const { code, message, retryable, ...fields } = given;
	if (typeof message !== "string" || !isCode(code)) return undefined;
	return new HoldfastError(code, message, fields, typeof retryable === "boolean" ? { retryable } : {});
}

const isCode = (code: unknown): code is ErrorCode => (ERROR_CODES as readonly unknown[]).includes(code);

/** No answer came: who was asked, and what to look at. */
export function unreachable(url: URL, cause: unknown): HoldfastError {
	const why = deepest(cause);
	return new HoldfastError(
		"unavailable",
		`${url.origin} cannot be reached${why === "" ? "" : ` (${why})`}; check the url and the network, and that the server runs`,
		{ url: url.origin },
		{ cause },
	);
}

/** What `fetch` says is "fetch failed"; why is in what caused it. */
function deepest(cause: unknown): string {
	let said = "";
	for (let at = cause, i = 0; at instanceof Error && i < 5; at = at.cause, i++) {
		const code = "code" in at && typeof at.code === "string" ? at.code : "";
		said = at.message === "" ? code || said : at.message;
	}
	// Some, as those of TLS, go on with lines for those who wrote them.
	return said.split("\n", 1)[0] ?? "";
}

export function timedOut(url: URL, timeoutMs: number): HoldfastError {
	return new HoldfastError(
		"unavailable",
		`${url.origin} gave no answer within ${timeoutMs} ms; try again, or raise timeoutMs`,
		{ url: url.origin, timeoutMs },
	);
}

/** An answer, but not of a Holdfast server: a proxy's page, another program. */
export function notOurs(url: URL, status: number, cause?: unknown): HoldfastError {
	const retryable = [429, 502, 503, 504].includes(status);
	return new HoldfastError(
		"unavailable",
		`${url.origin} answered with status ${status}, and not as a Holdfast server does; check the url, and what stands between`,
		{ url: url.origin, status },
		{ retryable, ...(cause !== undefined && { cause }) },
	);
}

/** The error that an answer carries. */
export async function errorOf(url: URL, response: Response): Promise<HoldfastError> {
	try {
		return toError(await response.json()) ?? notOurs(url, response.status);
	} catch (cause) {
		return notOurs(url, response.status, cause);
	}
}
