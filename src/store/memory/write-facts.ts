import type { TenantId } from "../../event/index.ts";
import {
	changedMeanwhile,
	type FactDraft,
	type FactOutcome,
	type FactOwner,
	type FactPort,
	type FactPut,
	type FactUnit,
	noSession,
} from "../ports/index.ts";
import type { MemoryData } from "./data.ts";
import { type FactPlace, historyLine, joinHistories, ownerKey } from "./fact-data.ts";
import { findOwner } from "./find-facts.ts";
import { isEmbedder } from "./segments.ts";
import type { MemoryFact, MemoryOwner } from "./stored.ts";

/** The owner of a fact. A floating fact goes to the user, if its session has one by now. */
function placeOf(data: MemoryData, tenant: TenantId, { owner, floating }: FactDraft): FactPlace {
	const { space, userId, uid } = owner;
	if (uid === undefined) return { space, userId, session: undefined };
	const session = data.find({ uid, tenant });
	if (!session) throw noSession({ uid, tenant });
	const landed = floating ? session.record.userId : undefined;
	return { space, userId: landed, session: landed === undefined ? session : undefined };
}

/** Throws if the unit is not possible, before any change. */
function checkPuts(data: MemoryData, { tenant, put, remove }: FactUnit): void {
	const gone = new Set(remove);
	const written = new Set<string>();
	const known = new Set<string>();
	const passOver = ({ id }: MemoryFact): boolean => gone.has(id) || written.has(id);
	for (const { fact, expect } of put) {
		const place = placeOf(data, tenant, fact);
		const sameAs = JSON.stringify([place.space, ownerKey(place), fact.digest]);
		const stored = gone.has(fact.id) ? undefined : data.facts.fact(tenant, fact.id);
		if (expect === "new") {
			const owner = data.facts.findOwner(tenant, place);
			if (known.has(sameAs) || data.facts.twin(owner, fact.digest, passOver)) continue;
			if (stored || written.has(fact.id)) {
				throw changedMeanwhile({
					precondition: "fact",
					message: `fact ${fact.id} already exists`,
					expected: "new",
					actual: "exists",
				});
			}
		} else if (stored?.rev !== expect.rev || written.has(fact.id)) {
			const message = `fact ${fact.id} was changed or deleted in the meantime; read it again`;
			throw changedMeanwhile({ precondition: "fact", message, expected: expect.rev, actual: stored?.rev });
		}
		written.add(fact.id);
		if (fact.status === "active") known.add(sameAs);
	}
}

function checkOwners(data: MemoryData, owners: readonly { owner: FactOwner; rev: number }[]): void {
	for (const { owner, rev } of owners) {
		const actual = findOwner(data, owner)?.rev ?? 0;
		if (actual === rev) continue;
		throw changedMeanwhile({
			precondition: "facts",
			message: "the owner's facts were changed in the meantime; read them again",
			expected: rev,
			actual,
		});
	}
}

function checkRest(data: MemoryData, { tenant, consolidated: mark }: FactUnit): void {
	const session = mark && data.find({ uid: mark.uid, tenant });
	const at = session?.record.consolidatedTo;
	if (mark && (at !== mark.from || (mark.blanked ?? session?.blanked) !== session?.blanked)) {
		const message = "the session was consolidated by another process or deleted in the meantime";
		throw changedMeanwhile({ precondition: "consolidated", message, expected: mark.from, actual: at });
	}
}

/** Most facts have no details: they share one text. */
function textOf(detail: FactDraft["detail"]): string {
	const text = JSON.stringify(detail);
	return text === NOTHING ? NOTHING : text;
}

const NOTHING = "{}";
const NO_SOURCES: MemoryFact["sources"] = Object.freeze([]);

/** A fact as it is stored. Created as one literal: an object that is built in parts takes twice the memory. */
function toStored(fact: FactDraft, owner: MemoryOwner, no: number, rev: number): MemoryFact {
	return {
		no,
		id: fact.id,
		rev,
		owner,
		agentId: fact.agentId,
		floating: fact.floating && owner.session !== undefined,
		content: fact.content,
		digest: fact.digest,
		status: fact.status,
		importance: fact.importance,
		confidence: fact.confidence,
		pinned: fact.pinned,
		detail: textOf(fact.detail),
		createdAt: fact.createdAt,
		updatedAt: fact.updatedAt,
		entry: undefined,
		vector: false,
		sources: NO_SOURCES,
		history: "",
	};
}

function putFact(
	data: MemoryData,
	tenant: TenantId,
	{ fact, expect, ...put }: FactPut,
	embedder: string | undefined,
) {
	const { facts } = data;
	const place = placeOf(data, tenant, fact);
	const twin = expect === "new" && facts.twin(facts.findOwner(tenant, place), fact.digest);
	if (twin) return { id: twin.id, created: false };
	const rev = facts.nextRev();
	const owner = facts.needOwner(tenant, place, rev);
	let stored = facts.fact(tenant, fact.id);
	const created = stored === undefined;
	if (stored) {
		facts.detach(stored);
		if (stored.owner !== owner) facts.leave(stored.owner, stored, rev);
		const { no, sources, history, entry, vector } = stored;
		Object.assign(stored, toStored(fact, owner, no, rev), { sources, history, entry, vector });
	} else {
		stored = toStored(fact, owner, facts.nextNo(), rev);
		facts.tenant(tenant).facts.set(fact.id, stored);
	}
	// A vector of an embedder that the tenant no longer uses is rebuilt later.
	const keep = !fact.vector || isEmbedder(data, tenant, embedder);
	facts.setEntry(stored, keep ? fact.entry : undefined, fact.vector);
	facts.attach(stored, rev);
	for (const { uid, offset } of put.sources) {
		const session = data.find({ uid, tenant });
		if (session) facts.addSource(stored, session, offset);
	}
	if (put.change) {
		stored.history = joinHistories(stored.history, historyLine(stored, rev, put.change));
	}
	return { id: fact.id, created };
}

/** All checks come before the first change: a refused unit changes nothing. */
export function commitFacts(data: MemoryData, unit: FactUnit): FactOutcome {
	const { tenant, put, remove, consolidated } = unit;
	checkOwners(data, unit.owners ?? []);
	checkRest(data, unit);
	checkPuts(data, unit);
	const session = consolidated && data.find({ uid: consolidated.uid, tenant });
	if (session) session.record.consolidatedTo = consolidated.to;
	let removed = 0;
	for (const id of remove) {
		const fact = data.facts.fact(tenant, id);
		if (!fact) continue;
		data.facts.drop(tenant, fact, data.facts.nextRev());
		removed += 1;
	}
	return { facts: put.map((one) => putFact(data, tenant, one, unit.embedder)), removed };
}

/** Stores rebuilt entries. */
export function indexFacts(
	data: MemoryData,
	tenant: TenantId,
	entries: Parameters<FactPort["index"]>[1],
	embedder: string | undefined,
): void {
	const hasVectors = isEmbedder(data, tenant, embedder);
	for (const { id, rev, entry, vector } of entries) {
		if (vector && !hasVectors) continue;
		const fact = data.facts.fact(tenant, id);
		if (fact?.rev === rev) data.facts.setEntry(fact, entry, vector);
	}
}
