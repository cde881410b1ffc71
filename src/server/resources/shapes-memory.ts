import { z } from "zod";
import { FACT_STATUSES } from "../../store/ports/index.ts";
import { id, json, jsonObject, moment, offset, sessionRef } from "./shapes.ts";

const share = z.number().min(0).max(1);

const factEvent = z
	.strictObject({ sessionId: id, offset, userId: id.optional() })
	.meta({ id: "FactEvent", description: "An event of a session" });

export const fact = z
	.object({
		id: z.string(),
		content: z.string(),
		current: z
			.string()
			.optional()
			.meta({ description: "What it says now, where `wording` asked for other words" }),
		scope: z.enum(["agent", "user", "session"]),
		agentId: id,
		userId: id.optional(),
		sessionId: id.optional(),
		space: z.string().optional(),
		kind: z.string(),
		status: z.enum(FACT_STATUSES),
		importance: share,
		confidence: share,
		pinned: z.boolean(),
		origin: z.enum(["written", "extracted"]),
		extractor: z.string().optional(),
		sources: z.array(z.object({ ...sessionRef.shape, offset })),
		source: z.string().optional(),
		validFrom: moment.optional(),
		validTo: moment.optional(),
		supersededBy: z.string().optional(),
		related: z.array(z.string()),
		redacted: z.array(z.string()).optional(),
		metadata: jsonObject.optional(),
		createdAt: moment,
		updatedAt: moment,
	})
	.meta({ id: "Fact", description: "Something that is known for longer than one conversation" });

const factFields = {
	importance: share.optional(),
	confidence: share.optional(),
	pinned: z.boolean().optional(),
	kind: z.string().max(64).optional(),
	metadata: jsonObject.optional(),
};

const newFactFields = {
	content: z.string().max(4_000),
	...factFields,
	source: z.union([z.string(), factEvent, z.array(factEvent)]).optional(),
	trusted: z.boolean().optional(),
	validFrom: moment.optional(),
	validTo: moment.optional(),
};

export const newFact = z.strictObject(newFactFields);

/** Whose memory, where it is said in the body. */
const whose = { agentId: id.optional(), userId: id.optional(), everybody: z.boolean().optional() };

/** One fact, or many. */
export const newFacts = z.strictObject({
	...whose,
	...newFactFields,
	content: newFactFields.content.optional(),
	facts: z.array(z.union([z.string(), newFact])).optional(),
});

export const factPatch = z.strictObject({
	content: z.string().max(4_000).optional(),
	...factFields,
	status: z.enum(FACT_STATUSES).optional(),
	contradictions: z.enum(["supersede", "keep"]).optional().meta({
		description:
			"With status `active`: replace the active facts that it contradicts (`supersede`, default), or keep both",
	}),
	validFrom: moment.nullable().optional(),
	validTo: moment.nullable().optional(),
});

export const factChange = z.looseObject({ at: moment, change: z.string() }).meta({ id: "FactChange" });

export const contradiction = z
	.object({ fact, reason: z.string() })
	.meta({ id: "Contradiction", description: "A fact that cannot hold together with another one, and why" });

export { factEvent };

const searchFields = {
	query: z.string(),
	limit: z.int().min(1).max(100).optional(),
	threshold: z.number().optional(),
	include: z.array(z.enum(["facts", "messages"])).optional(),
	filter: z
		.strictObject({
			from: moment.optional(),
			to: moment.optional(),
			sessionId: id.optional(),
			importance: share.optional(),
			metadata: jsonObject.optional(),
		})
		.optional(),
};

export const search = z.strictObject(searchFields);
export const memorySearch = z.strictObject({ ...whose, ...searchFields });

const hit = z
	.object({
		kind: z.enum(["fact", "message"]),
		id: z.string(),
		content: z.string(),
		score: z.number(),
		parts: z
			.record(z.string(), z.number())
			.meta({ description: "What the score is made of; they add up to it" }),
		sources: z.array(factEvent),
		at: moment,
		role: z.string().optional(),
		displayName: z.string().optional(),
		importance: share.optional(),
		confidence: share.optional(),
	})
	.meta({ id: "Hit", description: "Something that was found" });

export const searchResult = z
	.object({
		hits: z.array(hit).meta({ description: "Best first" }),
		method: z.enum(["hybrid", "keyword", "vector"]),
		latencyMs: z.number(),
	})
	.meta({ id: "SearchResult" });

export const rebuildReport = z
	.object({
		dryRun: z.boolean(),
		extractor: z.string(),
		sessions: z.int(),
		added: z.array(z.object({ content: z.string() })),
		removed: z.array(z.object({ id: z.string(), content: z.string() })),
		changed: z.array(z.object({ id: z.string(), before: z.string(), after: z.string() })),
		unchanged: z.int(),
		kept: z.int(),
	})
	.meta({ id: "RebuildReport", description: "What deriving the facts again changes" });

const days = z.union([z.number(), z.literal("forever")]);

export const about = z
	.object({
		version: z.string(),
		tenant: id.optional(),
		scope: z.enum(["root", "admin", "agent", "read", "user"]).meta({ description: "What the caller may do" }),
		userId: id.optional().meta({ description: "Whose token it is; users are told no more than this" }),
		open: z.literal(true).optional().meta({ description: "The server answers to its own machine only" }),
		store: z.object({ name: z.string(), capabilities: jsonObject }).optional(),
		memory: z
			.object({
				embedder: z.union([z.object({ name: z.string(), dimensions: z.int().optional() }), z.literal(false)]),
				index: z.string().meta({ description: "The name of an index of vectors, or `process`" }),
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
	.meta({ id: "About", description: "Who asks, whom, and what can be had there" });

const factCounts = {
	facts: z.int().min(0).meta({ description: "Of all statuses together" }),
	factsByStatus: z
		.object({ active: z.int().min(0), quarantined: z.int().min(0), superseded: z.int().min(0) })
		.meta({ description: "Used; waiting for a review; replaced" }),
};

export const spaceInfo = z
	.object({ name: z.string(), ...factCounts })
	.meta({ id: "SpaceInfo", description: "A memory that several agents share, and how much is in it" });

export const agentOverview = z
	.object({
		agentId: id,
		sessions: z.int(),
		openSessions: z.int().meta({ description: "Of these, not ended" }),
		messages: z.int(),
		...factCounts,
		users: z.int().meta({ description: "Different users that have a session" }),
		updatedAt: moment.optional(),
	})
	.meta({
		id: "AgentOverview",
		description: "How much memory an agent has of its own; shared spaces are counted by spaces.list",
	});

export const doctorReport = z
	.object({
		ok: z.boolean(),
		store: z.string(),
		capabilities: jsonObject,
		findings: z.array(
			z.looseObject({ about: z.string(), status: z.enum(["ok", "warning", "problem"]), message: json }),
		),
	})
	.meta({ id: "DoctorReport", description: "How the server is set up, and what is not in order" });
