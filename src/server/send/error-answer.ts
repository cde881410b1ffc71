import { HoldfastError } from "../../error/index.ts";
import type { Caller } from "../auth/caller.ts";
import { STATUS_OF } from "./status-of.ts";

/** An error as the caller sees it. */
export interface ErrorAnswer {
	status: number;
	/** `{ "error": { code, message, … } }` */
	body: { error: Record<string, unknown> };
	headers: Readonly<Record<string, string>>;
	/** An unexpected error: the log gets all of it, the caller none. */
	unexpected: boolean;
}

/** An error with another status than that of its code, or with headers. */
export class HttpError extends HoldfastError {
	readonly answerStatus: number;
	readonly answerHeaders: Readonly<Record<string, string>>;

	constructor(error: HoldfastError, status: number, headers: Readonly<Record<string, string>> = {}) {
		super(error.code, error.message, error.fields, { cause: error, retryable: error.retryable });
		this.answerStatus = status;
		this.answerHeaders = headers;
	}
}

/** Errors whose messages may reveal details of the server. Users do not see them. */
const INSIDE: ReadonlySet<string> = new Set([
	"unavailable",
	"model_failed",
	"schema_too_new",
	"capability_missing",
]);
const AGAIN_AFTER: Readonly<Record<string, string>> = { "retry-after": "1" };
const NO_HEADERS: Readonly<Record<string, string>> = {};

/** The response for an error. The message of an unexpected error is not sent. */
export function errorAnswer(error: unknown, caller: Caller | undefined, requestId: string): ErrorAnswer {
	if (!HoldfastError.isInstance(error)) {
		const message = `internal error; see the log of the server for request ${requestId}`;
		const body = { error: { code: "unavailable", message, requestId } };
		return { status: 500, body, headers: NO_HEADERS, unexpected: true };
	}
	const { code } = error;
	const told = caller?.scope === "user" && INSIDE.has(code);
	const shown = told ? { ...ids(error), code, message: OUTSIDE[code] ?? code } : error.toJSON();
	const body = { error: isUsual(error) ? shown : { ...shown, retryable: error.retryable } };
	if (error instanceof HttpError)
		return { status: error.answerStatus, body, headers: error.answerHeaders, unexpected: false };
	const headers = error.retryable ? AGAIN_AFTER : NO_HEADERS;
	return { status: STATUS_OF[code] ?? 500, body, headers, unexpected: false };
}

/** Whether `retryable` is the default of the code. If not, it is sent. */
const isUsual = ({ code, retryable }: HoldfastError): boolean =>
	new HoldfastError(code, "").retryable === retryable;

const OUTSIDE: Readonly<Record<string, string>> = {
	unavailable: "temporarily unavailable; try again",
	model_failed: "the agent could not answer",
	schema_too_new: "temporarily unavailable",
	capability_missing: "not available on this server",
};

/** The ids of the run and session, which a caller needs to continue. */
function ids({ fields }: HoldfastError): Record<string, unknown> {
	const { runId, sessionId, status } = fields;
	return {
		...(runId !== undefined && { runId }),
		...(sessionId !== undefined && { sessionId }),
		...(status !== undefined && { status }),
	};
}
