import { z } from "zod";
import { id, moment } from "./value.ts";

const factCounts = {
	facts: z.int().min(0).meta({ description: "Of all statuses" }),
	factsByStatus: z
		.object({ active: z.int().min(0), quarantined: z.int().min(0), superseded: z.int().min(0) })
		.meta({ description: "`active`: used. `quarantined`: waits for a review. `superseded`: replaced" }),
};

export const spaceInfo = z
	.object({ name: z.string(), ...factCounts })
	.meta({ id: "SpaceInfo", description: "A memory space that several agents share, and its size" });

export const agentOverview = z
	.object({
		agentId: id,
		sessions: z.int(),
		openSessions: z.int().meta({ description: "Those that have not ended" }),
		messages: z.int(),
		...factCounts,
		users: z.int().meta({ description: "Users that have a session" }),
		updatedAt: moment.optional(),
	})
	.meta({
		id: "AgentOverview",
		description: "The size of an agent's own memory. `spaces.list` counts shared spaces",
	});
