import { z } from "zod";
import { sessionRef } from "./session-ref.ts";
import { count, moment } from "./value.ts";

export const job = z
	.object({
		id: z.string(),
		kind: z.string(),
		status: z.enum(["queued", "running", "dead"]),
		attempts: count,
		error: z.string().optional(),
		dueAt: moment,
		createdAt: moment,
		session: sessionRef.optional(),
	})
	.meta({ id: "Job", description: "A background job" });

export const idleReport = z
	.object({
		failed: z.array(
			z.object({
				jobId: z.string(),
				kind: z.string(),
				status: z
					.enum(["queued", "dead"])
					.meta({ description: "`queued`: retried later. `dead`: failed permanently" }),
				attempts: count,
				agentId: z.string().optional(),
				userId: z.string().optional(),
				sessionId: z.string().optional(),
				error: z.object({ code: z.string(), message: z.string() }),
			}),
		),
	})
	.meta({ id: "IdleReport", description: "Jobs whose last attempt failed" });
