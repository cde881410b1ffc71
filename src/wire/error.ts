import { z } from "zod";
import { ERROR_CODES } from "../error/index.ts";

export const errorShape = z
	.object({
		error: z.looseObject({
			code: z.enum(ERROR_CODES).meta({ description: "A stable code; programs may switch on it" }),
			message: z.string(),
		}),
	})
	.meta({
		id: "Error",
		description: "What went wrong. Other fields contain the id, offset or limit concerned.",
	});
