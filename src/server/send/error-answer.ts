import { HoldfastError } from "../../error/index.ts";
import type { Caller } from "../auth/caller.ts";
import { STATUS_OF } from "./status-of.ts";

/** What an error looks like to the caller. */
export interface ErrorAnswer {
	status: number;
	/** `{ "error": { code, message, … } }` */
	body: { error: Record<string, unknown> };
	headers: Readonly<Record<string, string>>;
	/** Nobody has foreseen it: the log gets all of it, the caller nothing. */
	unexpected: boolean;
}

/** An error that is answered with another status than its code has, or with headers. */
export class HttpError extends HoldfastError {
	readonly answerStatus: number;
	readonly answerHeaders: Readonly<Record<string, string>>;

	constructor(error: HoldfastError, status: number, headers: Readonly<Record<string, string>> = {}) {
		super(error.code, error.message, error.fields, { cause: error, retryable: error.retryable });
		this.answerStatus = status;
		this.answerHeaders = headers;
	}
}

/** Errors whose messages may tell of the machines behind the server. Users are not told. */
const INSIDE: ReadonlySet<string> = new Set([
	"unavailable",
	"model_failed",
	"schema_too_new",
	"capability_missing",
]);
const AGAIN_AFTER: Readonly<Record<string, string>> = { "retry-after": "1" };
const NO_HEADERS: Readonly<Record<string, string>> = {};

/** How an error is answered. The message of one that nobody has foreseen stays inside. */
export function errorAnswer(error: unknown, caller: Caller | undefined, requestId: string): ErrorAnswer {
	if (!HoldfastError.isInstance(error)) {
		const message = `something went wrong inside the server; its log has more under ${requestId}`;
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

/** Whether another try is worth what its code says; else it is said. */
const isUsual = ({ code, retryable }: HoldfastError): boolean =>
	new HoldfastError(code, "").retryable === retryable;

const OUTSIDE: Readonly<Record<string, string>> = {
	unavailable: "this cannot be done right now; try again",
	model_failed: "the agent could not answer",
	schema_too_new: "this cannot be done right now",
	capability_missing: "this cannot be done here",
};

/** What a caller needs to go on: which run of which session it was. */
function ids({ fields }: HoldfastError): Record<string, unknown> {
	const { runId, sessionId, status } = fields;
	return {
		...(runId !== undefined && { runId }),
		...(sessionId !== undefined && { sessionId }),
		...(status !== undefined && { status }),
	};
}
