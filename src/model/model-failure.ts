import { HoldfastError } from "../error/index.ts";
import { findProvider, type KnownProvider } from "./known-providers.ts";
import { causesOf, messageOf, readField } from "./read-error.ts";
import { isNetworkError, isRetryable } from "./retry.ts";

/** Why a model failed, for programs: the `reason` of the error. */
export type FailureReason =
	| "not_configured"
	| "unauthorized"
	| "unknown_model"
	| "rate_limited"
	| "context_length"
	| "unreachable"
	| "not_json"
	| "interrupted"
	| "failed";

/** The stream ended before the answer did. Retryable: nothing was wrong with the request. */
export class InterruptedError extends Error {
	override readonly name = "InterruptedError";
	readonly isRetryable = true;
}

/** The answer is an HTML page or other text: the address is not the provider's API. */
export class NotJsonError extends Error {
	override readonly name = "NotJsonError";
	readonly isRetryable = false;
}

/** The model's package required a key or a setting that is missing. */
const NOT_CONFIGURED: ReadonlySet<unknown> = new Set(["AI_LoadAPIKeyError", "AI_LoadSettingError"]);

const TOO_LONG =
	/context[ _](length|window)|prompt is too long|input is too long|too many (input )?tokens|token count .*exceeds|reduce the length of/i;

interface Failure {
	reason: FailureReason;
	/** A sentence that follows the name of the model. */
	text: string;
}

/** The model that failed. */
export interface FailedModel {
	readonly provider: string;
	readonly modelId: string;
	/** What it was called for, if not for an answer: the `task` of the error. */
	readonly task?: "embedding";
	/** What to do if the input was too long; unset for a model that answers in a conversation. */
	readonly tooLong?: string;
}

const CONVERSATION_TOO_LONG =
	"the conversation is too long for it: lower the agent's memory.tokenBudget or memory.limit, or choose a model with a larger context";

/**
 * Converts an error of a model or provider into one that a person can act on. It contains no keys, headers or
 * bodies.
 */
export function modelFailure(error: unknown, model: FailedModel, attempts: number): HoldfastError {
	const known = findProvider(model.provider);
	const statusCode = readStatus(error);
	const { reason, text } = describe(error, statusCode, model, known);
	const tried = attempts > 1 ? ` Tried ${attempts} times.` : "";
	return new HoldfastError(
		"model_failed",
		`model ${model.modelId} (${model.provider}): ${text}${tried}`,
		{
			provider: model.provider,
			model: model.modelId,
			...(model.task && { task: model.task }),
			...(statusCode !== undefined && { statusCode }),
			reason,
			attempts,
		},
		{ cause: error, retryable: isRetryable(error) },
	);
}

function readStatus(error: unknown): number | undefined {
	for (const cause of causesOf(error)) {
		const status = readField(cause, "statusCode");
		// A connection that is lost after a good start still has status 200.
		if (typeof status === "number") return status >= 400 ? status : undefined;
	}
	return undefined;
}

function describe(
	error: unknown,
	status: number | undefined,
	model: FailedModel,
	known: KnownProvider | undefined,
): Failure {
	const said = clean(messageOf(error), known);
	if (causesOf(error).some((cause) => NOT_CONFIGURED.has(readField(cause, "name")))) {
		return { reason: "not_configured", text: said };
	}
	if (isNotJson(error, status)) {
		const text =
			"the answer was not JSON: this address is not the provider's API. Check the base URL, e.g. whether it must end in /v1.";
		return { reason: "not_json", text };
	}
	if (error instanceof InterruptedError)
		return { reason: "interrupted", text: sentence(`was interrupted: ${said}`) };
	if (status === 401 || status === 403) {
		const remedy = known
			? `set ${known.env} to a key with access to this model`
			: "check the key of its provider";
		return {
			reason: "unauthorized",
			text: `the API key is missing or was refused (${status}): ${remedy}.${status === 403 ? ` It said: ${said}` : ""}`,
		};
	}
	if (
		TOO_LONG.test(said) ||
		readField(readField(readField(error, "data"), "error"), "code") === "context_length_exceeded"
	) {
		return {
			reason: "context_length",
			text: `${model.tooLong ?? CONVERSATION_TOO_LONG}. It said: ${said}`,
		};
	}
	if (status === 404) {
		return {
			reason: "unknown_model",
			text: `the provider has no model "${model.modelId}" (404): check its name, and that the key has access to it. It said: ${said}`,
		};
	}
	if (status === 429) {
		return {
			reason: "rate_limited",
			text: `the rate limit or the quota of the key is reached (429): try again later, or raise it. It said: ${said}`,
		};
	}
	if (status === undefined && isConnectionError(error)) {
		// The answer had begun.
		if (readField(error, "statusCode") !== undefined) {
			return {
				reason: "interrupted",
				text: "was interrupted: the connection was lost before the answer was complete.",
			};
		}
		return { reason: "unreachable", text: sentence(`the connection failed: ${said}`) + adviceFor(error) };
	}
	return { reason: "failed", text: sentence(`failed${status === undefined ? "" : ` (${status})`}: ${said}`) };
}

/** A success status with an unreadable body. An error status says more than its page. */
const isNotJson = (error: unknown, status: number | undefined): boolean =>
	status === undefined &&
	causesOf(error).some(
		(cause) => cause instanceof NotJsonError || readField(cause, "name") === "AI_JSONParseError",
	);

/** Error codes of Node and OpenSSL if a secure connection fails. */
const TLS_CODE =
	/^(ERR_TLS_|ERR_SSL_|CERT_|EPROTO$|HOSTNAME_MISMATCH$|UNABLE_TO_(GET|VERIFY)_|(DEPTH_ZERO_)?SELF_SIGNED_CERT)/;

const codesOf = (error: unknown): string[] =>
	causesOf(error).flatMap((cause) => {
		const code = readField(cause, "code");
		return typeof code === "string" ? [code] : [];
	});

/** The connection failed or was lost. The AI SDK reports it with its own message, whatever the code was. */
const isConnectionError = (error: unknown): boolean =>
	isNetworkError(error) ||
	codesOf(error).some((code) => TLS_CODE.test(code)) ||
	/^Cannot connect to API\b/.test(messageOf(error));

/** What to check, depending on why the connection failed. */
function adviceFor(error: unknown): string {
	const codes = codesOf(error);
	if (codes.some((code) => TLS_CODE.test(code)))
		return " Check whether the base URL must begin with http or https, and the certificate of the server; NODE_EXTRA_CA_CERTS names a file with authorities of your own.";
	if (codes.includes("ENOTFOUND") || codes.includes("EAI_AGAIN"))
		return " The name of the host cannot be resolved: check the base URL, and the network of this machine.";
	if (codes.includes("ECONNREFUSED"))
		return " Nothing listens there: check the base URL, and that the server runs.";
	return "";
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const LONGEST_SAID = 300;

/** Providers quote keys, and URLs with keys, in their messages. */
function clean(message: string, known: KnownProvider | undefined): string {
	const key = known && process.env[known.env];
	let text = message.replace(/\s+/g, " ").trim();
	if (key && key.length >= 8) text = text.replaceAll(key, "[key]");
	text = text
		.replace(/\b(?:sk|pk|rk|gsk|xai|pplx|csk|fw|r8|AIza)[-_A-Za-z0-9]*[-_*A-Za-z0-9]{8,}/g, "[key]")
		.replace(/\b(bearer|basic)\s+\S+/gi, "$1 [key]")
		.replace(/([?&](?:key|api[-_]?key|token|access_token)=)[^&\s"']+/gi, "$1[key]");
	return text.length > LONGEST_SAID ? `${text.slice(0, LONGEST_SAID)}…` : text;
}
