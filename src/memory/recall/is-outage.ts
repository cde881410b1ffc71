import { HoldfastError } from "../../error/index.ts";

/** Whether an error means that the embedder is unreachable or failed. */
export const isOutage = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && (error.code === "unavailable" || error.code === "model_failed");
