import type { TenantId } from "../../event/index.ts";
import type {
	FactChange,
	FactChanges,
	FactListQuery,
	FactOwner,
	FactRecord,
	FactSourceQuery,
	IndexedFact,
	SpaceCount,
	WholeSpace,
} from "../ports/index.ts";
import { readBytes } from "./byte-pool.ts";
import type { MemoryData } from "./data.ts";
import { historyOf, ownerRecord } from "./fact-data.ts";
import type { MemoryFact, MemoryOwner, MemorySource } from "./stored.ts";

export function findOwner(data: MemoryData, owner: FactOwner): MemoryOwner | undefined {
	const { tenant, space, userId, uid } = owner;
	const session = uid === undefined ? undefined : data.find({ uid, tenant });
	if (uid !== undefined && !session) return undefined;
	return data.facts.findOwner(tenant, { space, userId: session ? undefined : userId, session });
}

const inOrder = (a: MemorySource, b: MemorySource): number =>
	a.session.no - b.session.no || a.offset - b.offset;

function toRecord(tenant: TenantId, fact: MemoryFact): FactRecord {
	const { owner, detail, sources, history, entry, ...rest } = fact;
	return {
		...rest,
		owner: ownerRecord(tenant, owner),
		detail: JSON.parse(detail),
		entry: entry && readBytes(entry),
		sources: sources.toSorted(inOrder).map(({ session: { record }, offset }) => {
			const { uid, agentId, userId, sessionId } = record;
			return { uid, offset, agentId, userId, sessionId };
		}),
	};
}

export function getFacts(data: MemoryData, tenant: TenantId, ids: readonly string[]): FactRecord[] {
	return ids.flatMap((id) => {
		const fact = data.facts.fact(tenant, id);
		return fact ? toRecord(tenant, fact) : [];
	});
}

function factsIn(
	data: MemoryData,
	{ tenant, space, userId, uid }: Omit<FactListQuery, "limit">,
): MemoryFact[] {
	if (uid === undefined && userId === undefined) {
		const owners = data.facts.space(tenant, space)?.owners.values() ?? [];
		return [...owners].flatMap(({ facts }) => [...facts]);
	}
	return [...(findOwner(data, { tenant, space, uid, userId: userId ?? undefined })?.facts ?? [])];
}

export function listFacts(data: MemoryData, query: FactListQuery): FactRecord[] {
	const { tenant, statuses, pinned, after, limit } = query;
	return factsIn(data, query)
		.filter(
			(fact) =>
				(!statuses || statuses.includes(fact.status)) &&
				(pinned === undefined || fact.pinned === pinned) &&
				(after === undefined || fact.no < after),
		)
		.sort((a, b) => b.no - a.no)
		.slice(0, limit)
		.map((fact) => toRecord(tenant, fact));
}

function toIndexed(fact: MemoryFact): IndexedFact {
	const { no, id, rev, status, importance, confidence, pinned, createdAt, updatedAt, entry, vector } = fact;
	return {
		no,
		id,
		rev,
		status,
		importance,
		confidence,
		pinned,
		createdAt,
		updatedAt,
		vector,
		entry: entry && readBytes(entry),
		content: entry ? undefined : fact.content,
	};
}

/** The changed facts of an owner, which are sorted by revision; at most `most`. */
function changedSince(facts: Iterable<MemoryFact>, since: number, most: number): MemoryFact[] {
	const found: MemoryFact[] = [];
	for (const fact of facts) {
		if (fact.rev > since && found.push(fact) >= most) break;
	}
	return found;
}

export function readChanges(
	data: MemoryData,
	owner: FactOwner | WholeSpace,
	since: number,
	limit: number,
): FactChanges {
	const whole = "everybody" in owner ? data.facts.space(owner.tenant, owner.space) : undefined;
	const one = "everybody" in owner ? undefined : findOwner(data, owner);
	const { born = 0, rev = 0 } = whole ?? one ?? {};
	const reset = since > 0 && (rev === 0 || since < born);
	const nothing = { rev, facts: [], removed: [], more: false, reset };
	if (rev === 0 || rev === since) return nothing;
	if (since === 0 && limit === 0) {
		const all = whole ? [...whole.owners.values()] : one ? [one] : [];
		const total = all.reduce((sum, { facts }) => sum + facts.size, 0);
		return { ...nothing, more: total > 0, total };
	}
	const owners = whole ? [...whole.owners.values()].filter((each) => each.rev > since) : one ? [one] : [];
	const changed = owners
		.flatMap(({ facts }) => changedSince(facts, since, limit + 1))
		.sort((a, b) => a.rev - b.rev);
	const more = changed.length > limit;
	const facts = changed.slice(0, limit).map(toIndexed);
	if (reset || since === 0) return { ...nothing, facts, more };
	const removed = new Set<number>();
	const { removals = [] } = whole ?? one?.space ?? {};
	for (let i = removals.length - 1; i >= 0; i--) {
		const gone = removals[i];
		if (!gone || gone.rev <= since) break;
		if (whole || gone.owner === one) removed.add(gone.no);
	}
	for (const each of whole ? whole.owners.values() : owners) {
		for (const { no } of removed.size > 0 ? each.facts : []) removed.delete(no);
	}
	return { ...nothing, facts, more, removed: [...removed].sort((a, b) => a - b) };
}

/** Facts of an owner or of a whole space by their numbers. */
export function indexedFacts(
	data: MemoryData,
	owner: FactOwner | WholeSpace,
	nos: readonly number[],
): IndexedFact[] {
	const wanted = new Set(nos);
	const { tenant, space } = owner;
	const facts = "everybody" in owner ? factsIn(data, { tenant, space }) : findOwner(data, owner)?.facts;
	return [...(facts ?? [])].filter(({ no }) => wanted.has(no)).map(toIndexed);
}

export function readHistory(data: MemoryData, tenant: TenantId, id: string): FactChange[] {
	const fact = data.facts.fact(tenant, id);
	const lines = fact ? historyOf(fact).split("\n") : [];
	return lines
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line) as [n: number, at: number, body: FactChange["body"]])
		.sort(([n, at], [m, other]) => at - other || n - m)
		.map(([, at, body]) => ({ at, body }));
}

export function factsFrom(data: MemoryData, { tenant, uid, offsets, limit }: FactSourceQuery): string[] {
	const session = data.find({ uid, tenant });
	if (!session) return [];
	const among = offsets && new Set(offsets);
	return [...session.cited]
		.filter((fact) =>
			fact.sources.some((source) => source.session === session && (!among || among.has(source.offset))),
		)
		.sort((a, b) => a.no - b.no)
		.slice(0, limit)
		.map(({ id }) => id);
}

/** By code point, as databases compare. */
const compare = (a: string, b: string): number => Buffer.from(a).compare(Buffer.from(b));

export function listSpaces(data: MemoryData, tenant: TenantId): SpaceCount[] {
	const spaces = [...(data.facts.tenants.get(tenant)?.spaces.values() ?? [])];
	return spaces
		.map(({ name, owners }) => {
			const factsByStatus = { active: 0, quarantined: 0, superseded: 0 };
			for (const owner of owners.values())
				for (const { status } of owner.facts.values()) factsByStatus[status] += 1;
			const { active, quarantined, superseded } = factsByStatus;
			return { space: name, facts: active + quarantined + superseded, factsByStatus };
		})
		.filter(({ facts }) => facts > 0)
		.sort((a, b) => compare(a.space, b.space));
}
