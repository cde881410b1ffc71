import { HoldfastError } from "../../error/index.ts";

/** The embedder could not be reached, or had no answer. */
export const isOutage = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && (error.code === "unavailable" || error.code === "model_failed");
