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

/** A fact that was considered but does not go into the prompt. */
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

/** The budgets for facts, in tokens. */
export interface FactLimits {
	/** Budget for facts that are not pinned. */
	room: number;
	/** Budget for all facts, pinned ones included. */
	pinnedRoom: number;
	cost(content: string): number;
}

/** Facts with a lower score match by chance. */
const FITTING = 0.2;
/** Budget for facts that do not match the input, most important first. */
const CORE_ROOM = 200;
/** The part of the budget for superseded facts, if the input asks about the past. */
const PAST_PART = 0.2;
/** How many facts are considered. More would not fit into a prompt. */
const MOST = 64;

/** The owners whose facts a run recalls: the agent (facts that all users share), its user and its session. */
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
 * The facts that match a text best, pinned ones first, and the most important of the others within their own
 * budget. `cost` returns the tokens of a fact. The best facts that fit into the budgets are used.
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
	// Most owners have no facts. Then nothing is loaded.
	const revisions = await Promise.all(owners.map((owner) => store.facts.changes(owner, 0, 1)));
	const known = owners.filter((_, i) => (revisions[i]?.rev ?? 0) > 0);
	if (known.length === 0 || pinnedRoom <= 0) return none;
	const { scores, method, size, query, embedder } = await scoreFacts(context, known, text);
	const listed = await Promise.all(
		known.map(({ space, userId, uid }) =>
			store.facts.list({
				tenant,
				space,
				statuses: ["active" as const],
				limit: MOST,
				...(uid === undefined ? { userId: userId ?? null } : { uid }),
				// If there are few facts, all of them; otherwise the pinned ones. The most important ones are added below.
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
		// The fact has changed since it was indexed.
		if (record.status !== "active") return record.status;
		// An expired fact is used only if it matches the input or is pinned.
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
