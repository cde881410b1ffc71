import { z } from "zod";
import { EVENT_KINDS, EVENT_SOURCES } from "../event/index.ts";
import { stateDelta } from "./patch.ts";
import { jsonObject, moment, offset } from "./value.ts";

export const newEvent = z
	.object({
		kind: z.enum(EVENT_KINDS, { error: `must be one of ${EVENT_KINDS.join(", ")}` }),
		source: z.enum(EVENT_SOURCES, { error: `must be one of ${EVENT_SOURCES.join(", ")}` }),
		data: jsonObject,
		metadata: jsonObject.optional(),
		stateDelta: stateDelta.optional(),
		at: moment.optional().meta({ description: "When it happened; default: now. Does not affect the order" }),
	})
	.meta({ id: "NewEvent", description: "An event to append; the content of `data` depends on `kind`" });

export const event = z
	.object({
		id: z.string(),
		offset,
		kind: z.enum(EVENT_KINDS),
		source: z.enum(EVENT_SOURCES),
		at: moment,
		runId: z.string().optional(),
		data: jsonObject,
		metadata: jsonObject.optional(),
		stateDelta: stateDelta.optional(),
		erased: z.literal(true).optional(),
	})
	.meta({ id: "Event", description: "One event of a session's log" });

/** Options of every append. */
export const appendOptions = {
	expectedOffset: offset
		.optional()
		.meta({ description: "Reject unless this is the next offset; same as `If-Match`" }),
	idempotencyKey: z.string().optional().meta({ description: "Same as the header `Idempotency-Key`" }),
};

/** Events to append, all or nothing. */
export const newEvents = z.strictObject({
	events: z.union([newEvent, z.array(newEvent)]),
	...appendOptions,
});

export const eventErasure = z.strictObject({
	offsets: z.union([offset, z.array(offset).max(10_000)], {
		error: "must be an offset, or an array of at most 10,000 of them",
	}),
	forget: z.boolean().optional(),
});
