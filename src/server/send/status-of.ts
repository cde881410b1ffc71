import type { ErrorCode } from "../../error/index.ts";

/** The HTTP status of each error code. The code in the body is more specific. */
export const STATUS_OF: Readonly<Record<ErrorCode, number>> = {
	invalid: 400,
	unauthorized: 401,
	forbidden: 403,
	not_found: 404,
	already_exists: 409,
	conflict: 409,
	ambiguous: 409,
	busy: 409,
	cancelled: 409,
	limit_exceeded: 413,
	schema_too_new: 500,
	capability_missing: 501,
	model_failed: 502,
	unavailable: 503,
};
