import { z } from "zod";

/** The saved servers, without their keys. */
export const logins = z.object({
	current: z
		.string()
		.optional()
		.meta({ description: "The server that commands use; missing: the local store" }),
	servers: z.array(
		z.object({
			url: z.string(),
			tenant: z.string().optional(),
			hasKey: z.boolean(),
		}),
	),
	file: z.string().meta({ description: "The file that contains the logins" }),
});

export const loginsAfterLogout = logins.extend({
	removed: z.string().optional().meta({ description: "The server whose key was deleted" }),
});
