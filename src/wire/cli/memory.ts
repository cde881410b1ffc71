import { z } from "zod";
import { sessionConsolidation } from "../consolidation.ts";
import { event } from "../event.ts";
import { fact } from "../fact.ts";
import { job } from "../job.ts";
import { agentOverview } from "../overview.ts";
import { list, page } from "../page.ts";
import { session } from "../session.ts";
import { id } from "../value.ts";

export const consolidation = z
	.object({
		status: z.enum(["open", "waiting", "running", "failed", "dead", "done"]),
		job: job.optional(),
		error: z.string().optional(),
	})
	.meta({ id: "Consolidation", description: "Whether facts were extracted from a session" });

export const agentMemory = z.object({
	agentId: id,
	count: z.int().meta({ description: "Number of active facts of all owners" }),
	more: z.boolean().meta({ description: "True if there are more facts than were counted" }),
	owners: z.array(
		z.object({
			scope: z.enum(["agent", "user", "session"]),
			userId: id.optional(),
			sessionId: id.optional(),
			space: z.string().optional(),
			count: z.int().meta({ description: "Number of facts of this owner, including those not listed" }),
			facts: z.array(fact).meta({ description: "The newest facts" }),
		}),
	),
});

export const endedSession = z.object({
	session,
	consolidation,
	facts: z.array(fact).meta({ description: "New and changed facts" }),
});

export const memoryList = z.union([list(agentOverview), page(session.extend({ consolidation }))]);

export const shownMemory = z.union([
	z.object({
		session,
		older: z.boolean().meta({ description: "True if there are older events" }),
		events: z.array(event).meta({ description: "The events of the conversation, oldest first" }),
		consolidation,
		consolidations: z
			.array(sessionConsolidation)
			.meta({ description: "The cost of extracting the facts, newest first" }),
		facts: z.array(fact),
	}),
	agentMemory.meta({ description: "What an agent knows, if the id is that of an agent" }),
]);
