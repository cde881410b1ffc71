import { z } from "zod";
import { sessionMode } from "../event/index.ts";
import { page } from "./page.ts";
import { count, id, jsonObject, moment, offset } from "./value.ts";

export const session = z
	.object({
		agentId: id,
		userId: id.optional(),
		sessionId: id,
		uid: z.string(),
		mode: sessionMode,
		title: z.string().optional().meta({
			description: "The title that was set, or the beginning of the first message",
		}),
		titleSet: z
			.literal(true)
			.optional()
			.meta({ description: "The title was set, not derived from a message" }),
		metadata: jsonObject.optional(),
		head: offset.meta({ description: "The next offset" }),
		eventCount: count,
		messageCount: count,
		consolidatedTo: count.optional(),
		lastRunId: z.string().optional(),
		createdAt: moment,
		updatedAt: moment,
		endedAt: moment.optional(),
		parentUid: z.string().optional(),
	})
	.meta({ id: "Session", description: "A session. Tokens of users do not see metadata" });

/** The sessions of a list, or the one that the query names. */
export const sessionsOrOne = z.union([page(session), session]);

export const foundSession = z.object({ session: session.nullable() });
