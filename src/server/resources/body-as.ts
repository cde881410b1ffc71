import type { z } from "zod";

/** The schema of a body, with the type that the library has for the values that it accepts. */
export const bodyAs = <T extends object>(schema: z.ZodObject): z.ZodType<T, T> =>
	schema as unknown as z.ZodType<T, T>;
