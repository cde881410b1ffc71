import type { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";

/** Validates a value. Values that are nested too deeply to validate are rejected, too. */
export function validate<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
	try {
		return parse(schema, value, what);
	} catch (error) {
		if (error instanceof RangeError) throw new HoldfastError("invalid", `${what}: is nested too deeply`);
		throw error;
	}
}
