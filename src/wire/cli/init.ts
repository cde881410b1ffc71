import { z } from "zod";

export const createdProject = z.object({
	folder: z.string(),
	created: z.array(z.string()),
	overwritten: z.array(z.string()),
	/** Files that existed before. */
	kept: z.array(z.string()),
});
