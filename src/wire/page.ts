import { z } from "zod";

/** One page of a list. */
export const page = <T extends z.ZodType>(item: T) =>
	z.object({
		items: z.array(item),
		next: z.string().optional().meta({ description: "Cursor of the next page" }),
	});

/** A complete list. */
export const list = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });
