/** Every `code` an error of Holdfast can carry. Codes are stable: programs may switch on them. */
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

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Worth trying again unchanged: nothing about the request itself was wrong. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set(["busy", "unavailable"]);

const MARKER = Symbol.for("holdfast.error");

/** Facts about the failure that a program may want, e.g. `{ expected: 4, actual: 7 }`. */
export type ErrorFields = Readonly<Record<string, unknown>>;

/**
 * The one error class of Holdfast. Its `fields` are readable as properties of the error too.
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
	override readonly name = "HoldfastError";
	readonly code: ErrorCode;
	readonly retryable: boolean;
	readonly fields: ErrorFields;
	/** Any field by its name; see `fields`. */
	[field: string]: unknown;

	constructor(
		code: ErrorCode,
		message: string,
		fields: ErrorFields = {},
		options: { cause?: unknown; retryable?: boolean } = {},
	) {
		super(message, options);
		// Fields first: they can never replace the code, the message or the stack.
		for (const [key, value] of Object.entries(fields)) if (!(key in this)) this[key] = value;
		this.code = code;
		this.retryable = options.retryable ?? RETRYABLE.has(code);
		this.fields = fields;
		Object.defineProperty(this, MARKER, { value: true });
	}

	/** True for errors of any copy of the package, where `instanceof` knows only its own. */
	static isInstance(value: unknown): value is HoldfastError {
		return typeof value === "object" && value !== null && MARKER in value;
	}

	/** What the wire carries: no stack, no cause. */
	toJSON(): { code: ErrorCode; message: string } & Record<string, unknown> {
		const { code, message } = this;
		// Said twice: first for those who read it, last so that no field takes their place.
		return Object.assign({ code, message }, this.fields, { code, message });
	}
}
