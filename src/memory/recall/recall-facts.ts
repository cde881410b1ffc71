import type { Embedder } from "../../model/index.ts";
import type { FactOwner, FactRecord, SessionRecord } from "../../store/ports/index.ts";
import { rootOf } from "../consolidate/owner.ts";
import { detailOf } from "../facts/fact.ts";
import { wordingOf } from "../facts/wording.ts";
import type { AgentRules, MemoryContext } from "../memory-context.ts";
import type { FactHit, Query, RankMethod, ScoreParts } from "../rank/index.ts";
import { coreFacts } from "./core-facts.ts";
import { isOutage } from "./is-outage.ts";
import { recallPastFacts } from "./past-facts.ts";
import { prepareQuery } from "./prepare-query.ts";
import { rankOwners } from "./rank-owners.ts";
import type { RecalledFact } from "./recalled-fact.ts";

/** A fact that was looked at and does not enter. */
export interface PassedOverFact {
	kind: "fact";
	id: string;
	wording: number;
	score: number;
	parts: ScoreParts;
	pinned?: true;
	reason: "budget" | "limit" | "expired" | "superseded" | "quarantined";
}

export interface RecalledFacts {
	facts: RecalledFact[];
	passedOver: PassedOverFact[];
	method: RankMethod;
}

/** How much room there is, in tokens. */
export interface FactLimits {
	/** For facts that are not pinned. */
	room: number;
	/** For all of them. */
	pinnedRoom: number;
	cost(content: string): number;
}

/** Facts that fit less share a word by chance. */
const FITTING = 0.2;
/** The room for what belongs in every prompt whatever the input, the most important first. */
const CORE_ROOM = 200;
/** The part of the room that facts may have which held once, where the past is asked about. */
const PAST_PART = 0.2;
/** How many facts are looked at: more would not fit a prompt. */
const MOST = 64;

/** Whose facts a run recalls: those of everybody, of its user and of its session. */
export async function factOwners(
	{ platform }: MemoryContext,
	rules: Pick<AgentRules, "space">,
	session: SessionRecord,
): Promise<FactOwner[]> {
	const root = await rootOf(platform, session);
	const ofSpace: FactOwner = {
		tenant: platform.tenant,
		space: rules.space,
		userId: undefined,
		uid: undefined,
	};
	return [
		ofSpace,
		...(root.userId === undefined ? [] : [{ ...ofSpace, userId: root.userId }]),
		{ ...ofSpace, uid: root.uid },
	];
}

/**
 * The facts that fit a text best, pinned ones first; also the most important of the others, as far as their room goes. They are cut
 * to the room there is by what `cost` says of each, best first.
 */
export async function recallFacts(
	context: MemoryContext,
	owners: readonly FactOwner[],
	text: string,
	limits: FactLimits,
): Promise<RecalledFacts> {
	const { pinnedRoom } = limits;
	const none = { facts: [], passedOver: [], method: "keyword" as const };
	const { store, tenant } = context.platform;
	// Mostly there is nothing, and then nothing is loaded.
	const revisions = await Promise.all(owners.map((owner) => store.facts.changes(owner, 0, 1)));
	const known = owners.filter((_, i) => (revisions[i]?.rev ?? 0) > 0);
	if (known.length === 0 || pinnedRoom <= 0) return none;
	const { scores, method, size, query, embedder } = await scoreFacts(context, known, text);
	const listed = await Promise.all(
		known.map(({ space, userId, uid }) =>
			store.facts.list({
				...{ tenant, space, statuses: ["active" as const], limit: MOST },
				...(uid === undefined ? { userId: userId ?? null } : { uid }),
				// Where there are few, all of them; otherwise those that always come along, and the most important.
				...(size > MOST && { pinned: true }),
			}),
		),
	);
	const records = new Map(listed.flat().map((record) => [record.id, record]));
	const core = size > MOST ? await coreFacts(context, known, embedder) : [];
	const missing = [...new Set([...scores.keys(), ...core])].filter((id) => !records.has(id));
	for (const record of missing.length > 0 ? await store.facts.get(tenant, missing) : []) {
		records.set(record.id, record);
	}
	const fitting = keepFitting([...records.values()], scores, limits);
	const used = fitting.facts.reduce((sum, { content }) => sum + limits.cost(content), 0);
	const left = Math.min(limits.room * PAST_PART, limits.pinnedRoom - used);
	const past = await recallPastFacts(context, known, query, limits.cost, left);
	return { ...fitting, facts: [...fitting.facts, ...past], method };
}

type Scored = Pick<FactHit, "score" | "parts">;

async function scoreFacts(
	context: MemoryContext,
	owners: readonly FactOwner[],
	text: string,
): Promise<{
	scores: Map<string, Scored>;
	method: RankMethod;
	size: number;
	query: Query;
	embedder: Embedder | undefined;
}> {
	const score = async (embedder: Awaited<ReturnType<MemoryContext["embedder"]>>) => {
		const prepared = await prepareQuery(text, embedder);
		const { query, method } = prepared;
		const options = { limit: MOST, method, now: Date.now() };
		const { hits, size } = await rankOwners(context, owners, prepared.embedder, query, options);
		const scores = new Map<string, Scored>();
		for (const { name, score, parts } of hits) if (name !== undefined) scores.set(name, { score, parts });
		return { scores, method, size, query, embedder: prepared.embedder };
	};
	const embedder = await context.embedder();
	try {
		return await score(embedder);
	} catch (error) {
		if (!embedder || !isOutage(error)) throw error;
		return score(undefined);
	}
}

function keepFitting(
	records: FactRecord[],
	scores: ReadonlyMap<string, Scored>,
	{ room, pinnedRoom, cost }: FactLimits,
): Pick<RecalledFacts, "facts" | "passedOver"> {
	const scoreOf = ({ id }: FactRecord): number => scores.get(id)?.score ?? 0;
	records.sort(
		(a, b) =>
			Number(b.pinned) - Number(a.pinned) ||
			scoreOf(b) - scoreOf(a) ||
			b.importance - a.importance ||
			b.updatedAt - a.updatedAt,
	);
	const facts: RecalledFact[] = [];
	const passedOver: PassedOverFact[] = [];
	const now = Date.now();
	let left = pinnedRoom;
	let unpinned = room;
	let unfit = Math.min(room, CORE_ROOM);
	const refusal = (record: FactRecord, price: number): PassedOverFact["reason"] | undefined => {
		// Changed since it was indexed.
		if (record.status !== "active") return record.status;
		// What is over is told to who asks for it, not to everybody.
		const { validTo } = detailOf(record);
		if (validTo !== undefined && validTo <= now && scoreOf(record) <= 0 && !record.pinned) return "expired";
		if (price > left || (!record.pinned && price > unpinned)) return "budget";
		if (!record.pinned && scoreOf(record) < FITTING && price > unfit) return "budget";
		return facts.length === MOST ? "limit" : undefined;
	};
	for (const record of records) {
		const { id, content } = record;
		const wording = wordingOf(record);
		const price = cost(content);
		const score = scoreOf(record);
		const parts = scores.get(id)?.parts;
		const pinned = record.pinned || undefined;
		const reason = refusal(record, price);
		if (reason) {
			const fact = { kind: "fact" as const, id, wording };
			passedOver.push({ ...fact, score, parts: parts ?? {}, ...(pinned && { pinned }), reason });
			continue;
		}
		left -= price;
		if (!record.pinned) {
			unpinned -= price;
			if (score < FITTING) unfit -= price;
		}
		facts.push({ id, content, wording, score, parts, pinned, at: detailOf(record).observedAt });
	}
	return { facts, passedOver };
}
