/** Every `code` that a Holdfast error can have. Codes are stable: programs may switch on them. */
export const ERROR_CODES = [
	"not_found",
	"already_exists",
	"conflict",
	"ambiguous",
	"invalid",
	"unauthorized",
	"forbidden",
	"busy",
	"capability_missing",
	"limit_exceeded",
	"unavailable",
	"model_failed",
	"cancelled",
	"schema_too_new",
] as const;

/** A stable code that says what kind of failure an error is. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Codes for which the same request may succeed later. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set(["busy", "unavailable"]);

const MARKER = Symbol.for("holdfast.error");

/** Details of the failure for programs, e.g. `{ expected: 4, actual: 7 }`. */
export type ErrorFields = Readonly<Record<string, unknown>>;

/**
 * The error class of Holdfast. Its `fields` are also properties of the error.
 *
 * @example
 * ```ts
 * import { HoldfastError, holdfast } from "holdfast";
 *
 * const hf = await holdfast();
 * try {
 *   await hf.sessions.get({ agentId: "support", sessionId: "unknown" });
 * } catch (error) {
 *   if (HoldfastError.isInstance(error) && error.code === "not_found") console.log(error.message);
 * }
 * ```
 */
export class HoldfastError extends Error {
	/** Always `HoldfastError`. */
	override readonly name = "HoldfastError";
	/** What kind of failure this is. See `ERROR_CODES`. */
	readonly code: ErrorCode;
	/** Whether the same request may succeed later. */
	readonly retryable: boolean;
	/** Details of the failure, by name. */
	readonly fields: ErrorFields;
	/** Each of the `fields`, as a property. */
	[field: string]: unknown;

	constructor(
		code: ErrorCode,
		message: string,
		fields: ErrorFields = {},
		options: { cause?: unknown; retryable?: boolean } = {},
	) {
		super(message, options);
		// Skips names that exist already: a field can never replace the code, the message or the stack.
		for (const [key, value] of Object.entries(fields)) if (!(key in this)) this[key] = value;
		this.code = code;
		this.retryable = options.retryable ?? RETRYABLE.has(code);
		this.fields = fields;
		Object.defineProperty(this, MARKER, { value: true });
	}

	/** True for errors of any copy of the package. `instanceof` only recognizes errors of its own copy. */
	static isInstance(value: unknown): value is HoldfastError {
		return typeof value === "object" && value !== null && MARKER in value;
	}

	/** The error as JSON, without stack and cause. */
	toJSON(): { code: ErrorCode; message: string } & Record<string, unknown> {
		const { code, message } = this;
		// `code` and `message` come first for readers, and again at the end so that no field replaces them.
		return Object.assign({ code, message }, this.fields, { code, message });
	}
}
