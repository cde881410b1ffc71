import type { JsonObject, SessionUid } from "../../event/index.ts";
import type { FactOwner, FactRecord, FactStatus } from "../../store/ports/index.ts";
import { spaceName } from "../space.ts";

/** Something that is known for longer than one conversation. */
export interface Fact {
	id: string;
	content: string;
	/** What it says now, where it was read in an earlier wording and says something else today. */
	current?: string;
	/** Who it is for: everybody the agent talks to, one user, or one session. */
	scope: "agent" | "user" | "session";
	/** The agent that it came through. */
	agentId: string;
	userId?: string;
	sessionId?: string;
	/** The name of the shared space that holds it, if it is no agent's own. */
	space?: string;
	kind: string;
	status: FactStatus;
	importance: number;
	confidence: number;
	pinned: boolean;
	/** Written by a caller, or made from a conversation; then by which extractor. */
	origin: "written" | "extracted";
	extractor?: string;
	/** The events it came from. */
	sources: { agentId: string; userId?: string; sessionId: string; offset: number }[];
	/** What a caller said of where it comes from. */
	source?: string;
	validFrom?: string;
	validTo?: string;
	/** The fact that holds instead. */
	supersededBy?: string;
	/** Ids of facts that may say the same or the opposite; nobody was sure. */
	related: string[];
	/** What was taken out of it before it was stored. */
	redacted?: string[];
	metadata: JsonObject;
	createdAt: string;
	updatedAt: string;
}

/** The part of a fact that the store keeps without looking at it. */
export interface FactDetail {
	kind: string;
	origin: Fact["origin"];
	extractor?: string;
	trusted: boolean;
	/** How often its content was changed. */
	wording?: number;
	/** A person has changed it: it is that person's word now, and not derived again. */
	edited?: boolean;
	/** When what it says was said last, in milliseconds. */
	observedAt: number;
	validFrom?: number;
	validTo?: number;
	supersededBy?: string;
	related?: string[];
	redacted?: string[];
	source?: string;
	metadata?: JsonObject;
}

/** What most facts have in common is not stored with each of them. */
const COMMON = { kind: "other", origin: "written", trusted: true } as const;

export const detailOf = ({ detail, createdAt }: Pick<FactRecord, "detail" | "createdAt">): FactDetail => ({
	...COMMON,
	observedAt: createdAt,
	...(detail as unknown as Partial<FactDetail>),
});

/** A detail as the store takes it: without members that say nothing new. */
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

/** Facts as callers see them; the sessions that own some of them are looked up once each. */
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
