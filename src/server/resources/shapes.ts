import { z } from "zod";
import { KEY_SCOPES } from "../../access/access.ts";
import { IMPORT_FORMATS } from "../../event/formats/recognise-format.ts";
import { EVENT_KINDS, EVENT_SOURCES, INPUT_TYPES, ROLES, SESSION_MODES } from "../../event/index.ts";

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
	description: `Text, or parts that each say their type, e.g. { type: "text", text } or { type: "image", url }. Agents get parts of the types ${INPUT_TYPES.join(", ")}; a run with any other is refused, except data-…, which no model gets`,
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
		title: z.string().optional().meta({
			description: "The title that was set, or the beginning of the first message",
		}),
		titleSet: z.literal(true).optional().meta({ description: "The title was set" }),
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
	.object({
		format: z.enum(IMPORT_FORMATS).meta({ description: "As it was given or recognised" }),
		created: count,
		replaced: count,
		skipped: count,
		events: count,
		facts: count.meta({ description: "Facts that were written or confirmed" }),
		warnings: z
			.array(
				z.object({
					kind: z.enum(["part", "item"]).meta({
						description: "A part of a message, or something that is no message or a result without its call",
					}),
					type: z.string(),
					count,
					first: z.string().meta({ description: "Where the first one was" }),
				}),
			)
			.meta({ description: "What no model will get, counted by its type. All of it is in the log" }),
	})
	.meta({ id: "ImportReport" });

const unitCounts = z.object({ created: count, replaced: count, skipped: count });

export const tenantImportReport = z
	.object({
		...{ sessions: unitCounts, events: count, users: unitCounts, state: unitCounts },
		...{ factOwners: unitCounts, facts: count, settings: unitCounts },
	})
	.meta({ id: "TenantImportReport" });

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

export const idleReport = z
	.object({
		failed: z.array(
			z.object({
				jobId: z.string(),
				kind: z.string(),
				status: z
					.enum(["queued", "dead"])
					.meta({ description: "`queued`: tried again later. `dead`: given up" }),
				attempts: count,
				agentId: z.string().optional(),
				userId: z.string().optional(),
				sessionId: z.string().optional(),
				error: z.object({ code: z.string(), message: z.string() }),
			}),
		),
	})
	.meta({ id: "IdleReport", description: "Jobs that are not done because their last attempt failed" });

export const delivery = z
	.object({
		session: sessionRef,
		url: z.string(),
		subscription: id.optional(),
		events: z.array(z.string()).optional(),
		status: z.enum(["active", "dead"]),
		nextOffset: offset,
		pending: count,
		attempts: count,
		error: z.string().optional(),
		dueAt: moment,
		failingSince: moment.optional(),
	})
	.meta({ id: "Delivery", description: "The delivery of a session's events to a URL" });

export const sessionSubscription = z
	.object({ url: z.string(), events: z.array(z.string()).optional(), createdAt: moment })
	.meta({ id: "SessionSubscription", description: "A URL that a session delivers its events to" });

const amount = z.int().min(0);
export const sessionConsolidation = z
	.object({
		at: moment,
		from: amount.meta({ description: "The first offset that was read" }),
		to: amount.meta({ description: "The offset behind the last one" }),
		extractor: z.string(),
		statements: amount.meta({ description: "Found, before they were compared with what is known" }),
		ms: amount,
		calls: amount.meta({ description: "Of a model" }),
		inputTokens: amount,
		outputTokens: amount,
		dropped: z.array(z.string()).meta({ description: "Why parts of a model's answer were not taken" }),
	})
	.meta({ id: "SessionConsolidation", description: "What it took to make facts of a part of a session" });

export const subscription = z
	.object({
		id,
		url: z.string(),
		agentId: id.optional(),
		events: z.array(z.string()).optional(),
		createdAt: moment,
	})
	.meta({
		id: "Subscription",
		description: "A URL that the events of all sessions of an agent, or of the tenant, are delivered to",
	});

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
