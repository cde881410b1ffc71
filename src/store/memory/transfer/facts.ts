import type { AgentId, SessionUid, TenantId, UserId } from "../../../event/index.ts";
import {
	type FactLoadPlan,
	type FactOwner,
	type FactStatus,
	factsExist,
	noSession,
	type TransferRow,
} from "../../ports/index.ts";
import { readBytes } from "../byte-pool.ts";
import type { MemoryData } from "../data.ts";
import { historyLine, joinHistories, ownerRecord } from "../fact-data.ts";
import { findOwner, readHistory } from "../find-facts.ts";
import type { MemoryFact, MemoryOwner } from "../stored.ts";
import { comparePlaces, compareText, jsonOf, type MemoryKind, orUndefined, type Placed } from "./kind.ts";

function toRow(data: MemoryData, tenant: TenantId, fact: MemoryFact): TransferRow {
	const { owner, entry } = fact;
	const sources = fact.sources.map(({ session, offset }): [string, number] => [session.record.uid, offset]);
	const history = readHistory(data, tenant, fact.id);
	return {
		key: [fact.id],
		values: {
			space: owner.space.name,
			user_id: owner.userId ?? "",
			uid: owner.session?.record.uid ?? null,
			agent_id: fact.agentId,
			floating: fact.floating ? 1 : 0,
			content: fact.content,
			digest: fact.digest,
			status: fact.status,
			importance: fact.importance,
			confidence: fact.confidence,
			pinned: fact.pinned ? 1 : 0,
			detail: fact.detail,
			created_at: fact.createdAt,
			updated_at: fact.updatedAt,
			vector: fact.vector ? 1 : 0,
			entry: entry ? readBytes(entry) : null,
			sources: JSON.stringify(sources.sort((a, b) => (a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1))),
			history: JSON.stringify(history.map(({ at, body }) => [at, JSON.stringify(body)])),
		},
	};
}

function loadFact(data: MemoryData, tenant: TenantId, { key, values }: TransferRow): boolean {
	const uid = orUndefined<SessionUid>(values.uid);
	const session = uid === undefined ? undefined : data.find({ uid, tenant });
	if (uid !== undefined && !session) return false;
	const { facts } = data;
	const id = String(key[0]);
	const before = facts.fact(tenant, id);
	const rev = facts.nextRev();
	const user = String(values.user_id ?? "");
	const userId = user === "" ? undefined : (user as UserId);
	const owner = facts.needOwner(tenant, { space: String(values.space), userId, session }, rev);
	if (before) {
		facts.detach(before);
		for (const source of before.sources) source.session.cited.delete(before);
		if (before.owner !== owner) facts.leave(before.owner, before, rev);
	}
	const read = {
		no: before?.no ?? facts.nextNo(),
		id,
		rev,
		owner,
		agentId: values.agent_id as AgentId,
		floating: values.floating === 1,
		content: String(values.content),
		digest: String(values.digest),
		status: values.status as FactStatus,
		importance: Number(values.importance),
		confidence: Number(values.confidence),
		pinned: values.pinned === 1,
		detail: String(values.detail),
		createdAt: Number(values.created_at),
		updatedAt: Number(values.updated_at),
		entry: before?.entry,
		vector: before?.vector ?? false,
		sources: [],
		history: "",
	};
	const fact: MemoryFact = before ? Object.assign(before, read) : read;
	facts.tenant(tenant).facts.set(id, fact);
	facts.setEntry(fact, orUndefined<Uint8Array>(values.entry), values.vector === 1);
	facts.attach(fact, rev);
	for (const [source, offset] of jsonOf<[SessionUid, number][]>(values.sources)) {
		const found = data.find({ uid: source, tenant });
		if (found) facts.addSource(fact, found, offset);
	}
	for (const [at, body] of jsonOf<[number, string][]>(values.history)) {
		const line = historyLine(fact, facts.nextRev(), { at, body: jsonOf(body) });
		fact.history = joinHistories(fact.history, line);
	}
	return true;
}

export const factKind: MemoryKind = {
	*list(data, tenant): Generator<Placed> {
		const spaces = [...(data.facts.tenants.get(tenant)?.spaces.values() ?? [])];
		for (const { name, owners } of spaces.sort((a, b) => compareText(a.name, b.name))) {
			const facts = [...owners.values()].flatMap((owner) => [...owner.facts]).sort((a, b) => a.no - b.no);
			for (const fact of facts) yield { place: [name, fact.no], row: () => toRow(data, tenant, fact) };
		}
	},
	load: loadFact,
	remove(data, tenant, [id]) {
		const fact = data.facts.fact(tenant, String(id));
		if (fact) data.facts.drop(tenant, fact, data.facts.nextRev());
	},
};

/** The owners of facts, with their positions. */
export function listOwners(
	data: MemoryData,
	tenant: TenantId,
): { place: Placed["place"]; owner: FactOwner }[] {
	const found = data.facts.owners(tenant, ({ facts }) => facts.size > 0);
	const placeOf = ({ space, userId, session }: MemoryOwner) => [space.name, userId ?? "", session?.no ?? 0];
	const placed = found.map((owner) => ({ place: placeOf(owner), owner: ownerRecord(tenant, owner) }));
	return placed.sort((a, b) => comparePlaces(a.place, b.place));
}

/** Stores the facts of an owner, all or none. */
export function loadFacts(data: MemoryData, plan: FactLoadPlan): "created" | "replaced" | "skipped" {
	const { tenant, uid } = plan.owner;
	if (uid !== undefined && !data.find({ uid, tenant })) throw noSession({ uid, tenant });
	const inTheWay = new Set(findOwner(data, plan.owner)?.facts ?? []);
	for (const { key } of plan.facts) {
		const known = data.facts.fact(tenant, String(key[0]));
		if (known) inTheWay.add(known);
	}
	if (inTheWay.size > 0 && plan.onConflict === "skip") return "skipped";
	if (inTheWay.size > 0 && plan.onConflict === "fail") throw factsExist();
	for (const fact of inTheWay) data.facts.drop(tenant, fact, data.facts.nextRev());
	for (const fact of plan.facts) loadFact(data, tenant, fact);
	return inTheWay.size > 0 ? "replaced" : "created";
}
