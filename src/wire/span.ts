import { z } from "zod";
import { jsonObject, moment } from "./value.ts";

export const span = z
	.object({
		id: z.string(),
		runId: z.string(),
		parentId: z.string().optional(),
		kind: z.string(),
		name: z.string(),
		startedAt: moment,
		endedAt: moment.meta({ description: "For a running span: the time of the request" }),
		durationMs: z.number(),
		status: z.enum(["ok", "error", "running"]),
		error: z.string().optional(),
		attributes: jsonObject,
	})
	.meta({ id: "Span", description: "One timed part of a run" });
