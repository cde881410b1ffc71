import type { JsonObject, SessionUid } from "../../event/index.ts";
import type { FactOwner, FactRecord, FactStatus } from "../../store/ports/index.ts";
import { spaceName } from "../space.ts";

/** One long-term statement, with its sources. */
export interface Fact {
	/** Id of the fact. */
	id: string;
	/** The statement. */
	content: string;
	/** The present content. Only set if you read the fact in an earlier wording that differs from it. */
	current?: string;
	/** Where the fact applies: `agent` for all users of the agent, `user` for one user, `session` for one session. */
	scope: "agent" | "user" | "session";
	/** The agent whose conversation or memory handle the fact came from. */
	agentId: string;
	/** The user that it belongs to. */
	userId?: string;
	/** The session that it belongs to. */
	sessionId?: string;
	/** The name of the shared space that contains the fact. Absent in an agent's own memory. */
	space?: string;
	/** The category, e.g. `preference`. */
	kind: string;
	/** `active`: used. `quarantined`: waits for a review. `superseded`: replaced by a newer fact. */
	status: FactStatus;
	/** From 0 to 1. */
	importance: number;
	/** From 0 to 1. */
	confidence: number;
	/** Whether it is part of every prompt. */
	pinned: boolean;
	/** `written` by a caller, or `extracted` from a conversation. */
	origin: "written" | "extracted";
	/** The name of the extractor, if the fact was extracted. */
	extractor?: string;
	/** The events it came from. */
	sources: { agentId: string; userId?: string; sessionId: string; offset: number }[];
	/** The source as the caller named it in `write`. */
	source?: string;
	/** When it began to be true, as an ISO 8601 timestamp. */
	validFrom?: string;
	/** When it stops being true, as an ISO 8601 timestamp. */
	validTo?: string;
	/** Id of the fact that replaced it. */
	supersededBy?: string;
	/** Ids of facts that may say the same or the opposite. */
	related: string[];
	/** The kinds of secrets that were removed before the fact was stored, e.g. `password`. */
	redacted?: string[];
	/** Values for your program. No prompt shows them. */
	metadata: JsonObject;
	/** When it was created, as an ISO 8601 timestamp. */
	createdAt: string;
	/** When it last changed, as an ISO 8601 timestamp. */
	updatedAt: string;
}

/** The part of a fact that the store keeps without reading it. */
export interface FactDetail {
	kind: string;
	origin: Fact["origin"];
	extractor?: string;
	trusted: boolean;
	/** How often the content was changed. */
	wording?: number;
	/** A person has changed the fact. A rebuild does not touch it. */
	edited?: boolean;
	/** When the statement was last said or confirmed, in milliseconds. */
	observedAt: number;
	validFrom?: number;
	validTo?: number;
	supersededBy?: string;
	related?: string[];
	redacted?: string[];
	source?: string;
	metadata?: JsonObject;
}

/** Default values. They are not stored with each fact. */
const COMMON = { kind: "other", origin: "written", trusted: true } as const;

export const detailOf = ({ detail, createdAt }: Pick<FactRecord, "detail" | "createdAt">): FactDetail => ({
	...COMMON,
	observedAt: createdAt,
	...(detail as unknown as Partial<FactDetail>),
});

/** A detail in the form that the store accepts: without default values. */
export function detailJson(detail: FactDetail, createdAt: number): JsonObject {
	const common: Readonly<Record<string, unknown>> = { ...COMMON, observedAt: createdAt };
	const told = Object.entries(detail).filter(
		([name, value]) => value !== undefined && value !== common[name],
	);
	return Object.fromEntries(told) as JsonObject;
}

const iso = (ms: number): string => new Date(ms).toISOString();

export function toFact(record: FactRecord, sessionId: string | undefined): Fact {
	const { owner } = record;
	const detail = detailOf(record);
	const space = spaceName(owner.space);
	return {
		id: record.id,
		content: record.content,
		scope: scopeOf(owner),
		agentId: record.agentId,
		...(owner.userId !== undefined && { userId: owner.userId }),
		...(sessionId !== undefined && { sessionId }),
		...(space !== undefined && { space }),
		kind: detail.kind,
		status: record.status,
		importance: record.importance,
		confidence: record.confidence,
		pinned: record.pinned,
		origin: detail.origin,
		...(detail.extractor !== undefined && { extractor: detail.extractor }),
		sources: record.sources.map((source) => ({
			agentId: source.agentId,
			...(source.userId !== undefined && { userId: source.userId }),
			sessionId: source.sessionId,
			offset: source.offset,
		})),
		...(detail.source !== undefined && { source: detail.source }),
		...(detail.validFrom !== undefined && { validFrom: iso(detail.validFrom) }),
		...(detail.validTo !== undefined && { validTo: iso(detail.validTo) }),
		...(detail.supersededBy !== undefined && { supersededBy: detail.supersededBy }),
		related: [...(detail.related ?? [])],
		...(detail.redacted !== undefined && { redacted: [...detail.redacted] }),
		metadata: structuredClone(detail.metadata ?? {}),
		createdAt: iso(record.createdAt),
		updatedAt: iso(record.updatedAt),
	};
}

const scopeOf = ({ userId, uid }: FactOwner): Fact["scope"] =>
	uid !== undefined ? "session" : userId !== undefined ? "user" : "agent";

/** Converts records to the facts that callers see. Each session that owns facts is looked up once. */
export async function toFacts(
	records: readonly FactRecord[],
	sessionIdOf: (uid: SessionUid) => Promise<string | undefined>,
): Promise<Fact[]> {
	const names = new Map<SessionUid, string | undefined>();
	for (const { owner } of records) {
		if (owner.uid !== undefined && !names.has(owner.uid)) names.set(owner.uid, await sessionIdOf(owner.uid));
	}
	return records.map((record) =>
		toFact(record, record.owner.uid === undefined ? undefined : names.get(record.owner.uid)),
	);
}
