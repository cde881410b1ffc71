import { z } from "zod";
import { id, jsonObject } from "./value.ts";

const days = z.union([z.number(), z.literal("forever")]);

export const about = z
	.object({
		version: z.string(),
		tenant: id.optional(),
		scope: z.enum(["root", "admin", "agent", "read", "user"]).meta({ description: "What the caller may do" }),
		userId: id.optional().meta({ description: "The user of the token. Users see no further fields" }),
		open: z
			.literal(true)
			.optional()
			.meta({ description: "The server accepts requests from its own machine only" }),
		store: z.object({ name: z.string(), capabilities: jsonObject }).optional(),
		memory: z
			.object({
				embedder: z.union([z.object({ name: z.string(), dimensions: z.int().optional() }), z.literal(false)]),
				index: z.string().meta({ description: "Name of the vector index, or `process`" }),
				strategies: z.array(
					z.object({
						name: z.enum(["all", "relevant", "both"]),
						available: z.boolean(),
						note: z.string().optional(),
					}),
				),
			})
			.optional(),
		retention: z
			.object({ events: days, agents: z.record(z.string(), days) })
			.optional()
			.meta({ description: "How many days events are kept" }),
	})
	.meta({ id: "About", description: "What the server offers, and what the caller may do" });
