import { z } from "zod";
import { KEY_SCOPES } from "../../access/access.ts";
import { EVENT_KINDS, EVENT_SOURCES, ROLES, SESSION_MODES } from "../../event/index.ts";

/*
 * What goes over the wire, for the API document. The library checks what comes in; these tell what it takes and gives.
 */

export const moment = z.string().meta({ format: "date-time", description: "ISO 8601, UTC" });
export const json = z.unknown().meta({ description: "Any JSON value" });
export const jsonObject = z.record(z.string(), json).meta({ description: "Any JSON object" });
export const offset = z.int().min(0).meta({ description: "A position in the session's log, from 0" });
export const id = z.string().min(1).max(512);
const count = z.int().min(0);

/** A part of a list. */
export const page = <T extends z.ZodType>(item: T) =>
	z.object({
		items: z.array(item),
		next: z.string().optional().meta({ description: "The cursor of what follows" }),
	});

/** A whole list. */
export const list = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

/** Keys to set and keys to remove. */
export const patch = z
	.strictObject({ set: jsonObject.optional(), unset: z.array(z.string()).optional() })
	.meta({ id: "Patch", description: "A change, key by key; null is a value, `unset` removes" });

export const stateDelta = z
	.strictObject({ set: jsonObject.optional(), remove: z.array(z.string()).optional() })
	.meta({ id: "StateDelta", description: "Keys to set (null is a value) and keys to remove" });

export const content = z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).meta({
	id: "Content",
	description: 'Text, or parts that each say their type, e.g. { type: "text", text }',
});

export const sessionRef = z
	.strictObject({ agentId: id, userId: id.optional(), sessionId: id })
	.meta({ id: "SessionRef", description: "The name of a session" });

/** A name whose session id may be left out: then one is made. */
export const newSessionRef = z
	.strictObject({ agentId: id, userId: id.optional(), sessionId: id.optional() })
	.meta({ id: "NewSessionRef", description: "The name of a new session; without a session id one is made" });

export const session = z
	.object({
		agentId: id,
		userId: id.optional(),
		sessionId: id,
		uid: z.string(),
		mode: z.enum(SESSION_MODES),
		title: z.string().optional(),
		metadata: jsonObject.optional(),
		head: offset.meta({ description: "The next offset" }),
		eventCount: count,
		messageCount: count,
		lastRunId: z.string().optional(),
		createdAt: moment,
		updatedAt: moment,
		endedAt: moment.optional(),
		parentUid: z.string().optional(),
	})
	.meta({ id: "Session", description: "A session. A user's token is shown no metadata" });

export const sessionInit = z.strictObject({
	...newSessionRef.shape,
	state: jsonObject.optional(),
	metadata: jsonObject.optional(),
	title: z.string().optional(),
	mode: z.enum(SESSION_MODES).optional(),
});

export const newEvent = z
	.object({
		kind: z.enum(EVENT_KINDS),
		source: z.enum(EVENT_SOURCES),
		data: jsonObject,
		metadata: jsonObject.optional(),
		stateDelta: stateDelta.optional(),
		at: moment.optional().meta({ description: "When it happened; default now. Never decides order" }),
	})
	.meta({ id: "NewEvent", description: "An event to append; what `data` holds depends on `kind`" });

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
	.meta({ id: "Event", description: "One entry of a session's log" });

/** What every append takes beside what is said. */
export const appendOptions = {
	expectedOffset: offset
		.optional()
		.meta({ description: "Refuse unless this is the next offset; as `If-Match`" }),
	idempotencyKey: z.string().optional().meta({ description: "As the header `Idempotency-Key`" }),
};

export const newMessage = z.strictObject({
	role: z.enum(ROLES),
	content,
	displayName: z.string().optional(),
	metadata: jsonObject.optional(),
	...appendOptions,
});

export const message = z
	.object({
		role: z.enum(ROLES),
		content,
		toolCalls: z.array(z.object({ id: z.string(), name: z.string(), input: json })).optional(),
		toolCallId: z.string().optional(),
		displayName: z.string().optional(),
		at: moment,
		offset,
		metadata: jsonObject.optional(),
	})
	.meta({ id: "Message", description: "One line of the conversation" });

export const user = z
	.object({
		userId: id,
		displayName: z.string().optional(),
		variables: jsonObject,
		metadata: jsonObject,
		createdAt: moment,
		updatedAt: moment,
	})
	.meta({ id: "User", description: "A person whom sessions may belong to" });

const counts = z.record(z.string(), count);

export const receipt = z
	.object({
		at: moment,
		erased: counts.meta({ description: "How many records of each sort went" }),
		remaining: counts.meta({ description: "What a scan afterwards still found" }),
		complete: z.boolean(),
		derived: z.array(z.string()).meta({ description: "Ids of facts that came from it and stay" }),
		forgotten: z.array(z.string()),
	})
	.meta({ id: "ErasureReceipt", description: "What an erasure removed" });

/** What a re-key does when the target exists. */
export const onConflict = z.enum(["refuse", "merge"]).optional();

export const importReport = z
	.object({ created: count, replaced: count, skipped: count, events: count })
	.meta({ id: "ImportReport" });

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
	.meta({ id: "Job", description: "Work that is done behind the answers" });

export const delivery = z
	.object({
		session: sessionRef,
		url: z.string(),
		status: z.enum(["active", "dead"]),
		nextOffset: offset,
		pending: count,
		attempts: count,
		error: z.string().optional(),
		dueAt: moment,
		failingSince: moment.optional(),
	})
	.meta({ id: "Delivery", description: "The delivery of a session's events to a URL" });

export const keyInfo = z
	.object({
		id: z.string(),
		tenant: id,
		scope: z.enum(KEY_SCOPES),
		name: z.string().optional(),
		createdAt: moment,
		expiresAt: moment.optional(),
	})
	.meta({ id: "Key", description: "A key, without its secret" });
