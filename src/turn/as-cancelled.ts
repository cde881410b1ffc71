import { HoldfastError } from "../error/index.ts";

/** A caller's abort is a cancellation, whatever the caller gave as its reason. */
export function asCancelled(reason: unknown): HoldfastError {
	if (HoldfastError.isInstance(reason) && reason.code === "cancelled") return reason;
	return new HoldfastError("cancelled", "the run was cancelled", {}, { cause: reason });
}
