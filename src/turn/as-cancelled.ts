import { HoldfastError } from "../error/index.ts";

/** Turns the reason of a caller's abort into a `cancelled` error, whatever that reason is. */
export function asCancelled(reason: unknown): HoldfastError {
	if (HoldfastError.isInstance(reason) && reason.code === "cancelled") return reason;
	return new HoldfastError("cancelled", "the run was cancelled", {}, { cause: reason });
}
