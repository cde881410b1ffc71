import { z } from "zod";
import { memorySettings } from "../agent/agent-fields.ts";
import { id, jsonObject, moment } from "./value.ts";

export const agent = z
	.object({
		id,
		description: z.string().optional(),
		model: z.string(),
		instructions: z.string().optional(),
		memory: z.union([jsonObject, z.literal(false)]).meta({ description: "The current settings" }),
		definedMemory: z
			.union([jsonObject, z.literal(false)])
			.optional()
			.meta({ description: "The settings of the definition, if they are overridden" }),
		memoryChangedAt: moment.optional(),
		tools: z.array(z.object({ name: z.string(), description: z.string(), allow: z.string().optional() })),
		agents: z.array(z.string()),
		file: z.string().optional(),
	})
	.meta({ id: "Agent", description: "An agent" });

export const memoryInput = z.strictObject({
	memory: memorySettings("; DELETE removes the override").meta({
		description: "Omitted settings are those of the definition. false: no memory",
	}),
});
