import { type AgentId, type JsonObject, uuidV7 } from "../../event/index.ts";
import type { Embedder } from "../../model/index.ts";
import type { FactDraft, FactOwner, FactPut, FactSource } from "../../store/ports/index.ts";
import { contentDigest } from "../facts/content-digest.ts";
import { detailJson, detailOf, type FactDetail } from "../facts/fact.ts";
import { reworded } from "../facts/wording.ts";
import { type Analysed, createFactView } from "../index/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import { rankFacts } from "../rank/index.ts";
import { decodeFact, encodeFact, type FactAnalysis, retimed } from "../recall/fact-entry.ts";
import { analyseFacts } from "../recall/make-entries.ts";
import { prepareQuery } from "../recall/prepare-query.ts";
import { rankHeld } from "../recall/rank-owners.ts";
import type { Known } from "./judge.ts";

/** A fact in the ledger: stored or new. */
export interface LedgerFact {
	fact: FactDraft;
	sources: FactSource[];
	/** The revision in the store. Undefined for a new fact. */
	rev: number | undefined;
}

/**
 * The facts of one owner as they will be: the stored facts plus the changes of a consolidation. Nothing is written
 * until all changes are committed together.
 */
export interface Ledger {
	readonly owner: FactOwner;
	/** The owner's revision when the ledger was opened. */
	readonly rev: number;
	/** Facts that are similar to a statement, nearest first. */
	nearest(content: string): Promise<Known[]>;
	get(id: string): Promise<LedgerFact | undefined>;
	add(fact: NewLedgerFact): Promise<string>;
	/** Changes a fact and adds `history` to its history. */
	change(id: string, patch: LedgerPatch, history: JsonObject): Promise<void>;
	/** All changes, in the form that the store accepts. */
	puts(): FactPut[];
}

export interface NewLedgerFact {
	agentId: AgentId;
	floating: boolean;
	content: string;
	status: FactDraft["status"];
	importance: number;
	confidence: number;
	detail: FactDetail;
	sources: readonly FactSource[];
	history: JsonObject;
}

export interface LedgerPatch
	extends Partial<Pick<FactDraft, "content" | "status" | "importance" | "confidence">> {
	detail?: Partial<FactDetail>;
	sources?: readonly FactSource[];
}

/** How many active facts a statement is compared with, and how many quarantined ones. */
const NEAREST = 8;
const NEAREST_WAITING = 4;
/**
 * Maximum number of ignored facts that a search ranks in addition, if an index outside of the process has the
 * facts.
 */
const MOST_WITHOUT = 1_000;
/** Only the newest quarantined facts are compared, because there may be many that nobody ever reviews. */
const MOST_WAITING = 1_000;

/** `without`: ids of facts to ignore, as if they had been deleted. */
export async function openLedger(
	context: MemoryContext,
	owner: FactOwner,
	without: ReadonlySet<string> = new Set(),
): Promise<Ledger> {
	const { tenant, store } = context.platform;
	const embedder = await context.embedder();
	let stored = await context.views.owner(owner, embedder);
	const { rev } = stored;
	const added = createBatch();
	const waiting = await openQuarantine(context, owner, embedder, without);
	const facts = new Map<string, LedgerFact>();
	const changes = new Map<string, { sources: FactSource[]; history: JsonObject[] }>();

	const get = async (id: string): Promise<LedgerFact | undefined> => {
		const known = facts.get(id);
		if (known || without.has(id)) return known;
		const [record] = await store.facts.get(tenant, [id]);
		if (!record || record.status === "superseded") return undefined;
		const loaded = { fact: record, sources: record.sources, rev: record.rev };
		facts.set(id, loaded);
		return loaded;
	};

	/** Analyses the content of a fact, which changes what the fact is found by. */
	const analysed = async (fact: FactDraft): Promise<Analysed> => {
		const [made] = await analyseFacts(embedder, [fact.content]);
		fact.entry = encodeFact(made as Analysed, detailOf(fact).observedAt);
		fact.vector = made?.vector !== undefined;
		fact.digest = contentDigest(fact.content);
		return made as Analysed;
	};

	return {
		owner,
		rev,
		get,
		async nearest(content) {
			const { query, method } = await prepareQuery(content, embedder);
			const options = {
				limit: NEAREST,
				method,
				now: 0,
				spare: Math.min(without.size, MOST_WITHOUT),
				...(without.size > 0 && {
					accept: (name: string | undefined, of: number) => of > 0 || !without.has(name ?? ""),
				}),
			};
			const beside = { view: added.view, rev: 0 };
			let ranked = await rankHeld([stored, beside], query, options);
			if (!ranked) {
				// The index was erased or rebuilt. The commit checks whether the facts are still the same.
				stored = await context.views.facts(owner, embedder);
				ranked = await rankHeld([stored, beside], query, options);
			}
			const found: Known[] = [];
			const quarantined = rankFacts([waiting.view], query, { limit: NEAREST_WAITING, method, now: 0 });
			const waitingIds = quarantined.map(({ id: no }) => waiting.view.nameOf(no));
			// Active facts come first: they are trusted.
			for (const id of [...(ranked?.hits.map(({ name }) => name) ?? []), ...waitingIds]) {
				const known = id === undefined ? undefined : await get(id);
				if (id !== undefined && known && known.fact.status !== "superseded") {
					found.push({ id, content: known.fact.content });
				}
			}
			return found;
		},
		async add(made) {
			const now = Date.now();
			const id = uuidV7(now);
			const fact: FactDraft = {
				id,
				owner,
				agentId: made.agentId,
				floating: made.floating,
				content: made.content,
				digest: "",
				status: made.status,
				importance: made.importance,
				confidence: made.confidence,
				pinned: false,
				detail: detailJson(made.detail, now),
				createdAt: now,
				updatedAt: now,
				entry: undefined,
				vector: false,
			};
			const entry = await analysed(fact);
			facts.set(id, { fact, sources: [...made.sources], rev: undefined });
			changes.set(id, { sources: [...made.sources], history: [made.history] });
			if (fact.status !== "superseded") added.put(id, entry, fact);
			return id;
		},
		async change(id, patch, history) {
			const known = await get(id);
			if (!known) return;
			const before = known.fact;
			const { sources = [], detail: said, ...rest } = patch;
			const isReworded = patch.content !== undefined && patch.content !== before.content;
			const merged = { ...detailOf(before), ...said };
			const detail = isReworded ? reworded(merged) : said && merged;
			known.fact = {
				...before,
				...rest,
				...(detail && { detail: detailJson(detail, before.createdAt) }),
				updatedAt: Date.now(),
			};
			if (isReworded) await analysed(known.fact);
			else if (before.entry) known.fact.entry = retimed(before.entry, detailOf(known.fact).observedAt);
			known.sources = [...known.sources, ...sources];
			const earlier = changes.get(id);
			changes.set(id, {
				sources: [...(earlier?.sources ?? []), ...sources],
				history: [...(earlier?.history ?? []), history],
			});
		},
		puts: () =>
			[...changes].map(([id, { sources, history }]) => {
				const { fact, rev } = facts.get(id) as LedgerFact;
				const [first = {}, ...next] = history;
				const change = { at: fact.updatedAt, body: next.length > 0 ? { ...first, next } : first };
				return { fact, sources, change, expect: rev === undefined ? ("new" as const) : { rev } };
			}),
	};
}

/** The owner's quarantined facts. No search finds them, but a repeated statement must not be stored twice. */
async function openQuarantine(
	{ platform }: MemoryContext,
	{ tenant, space, userId, uid }: FactOwner,
	embedder: Embedder | undefined,
	without: ReadonlySet<string>,
) {
	const records = await platform.store.facts.list({
		tenant,
		space,
		statuses: ["quarantined" as const],
		limit: MOST_WAITING,
		...(uid === undefined ? { userId: userId ?? null } : { uid }),
	});
	const batch = createBatch();
	for (const record of records) {
		if (without.has(record.id)) continue;
		const entry = record.entry && (record.vector || !embedder) ? decodeFact(record.entry) : undefined;
		const [made] = entry ? [entry] : await analyseFacts(embedder, [record.content]);
		if (made) batch.put(record.id, made, record);
	}
	return batch;
}

/** The facts that a consolidation has added so far. The next statement is compared with them too. */
function createBatch() {
	const view = createFactView();
	let last = 0;
	return {
		view,
		put(id: string, entry: FactAnalysis, fact: Pick<FactDraft, "importance" | "pinned" | "updatedAt">): void {
			const { terms, counts, words, vector } = entry;
			const { importance, pinned, updatedAt: at } = fact;
			view.put({
				id: ++last,
				name: id,
				importance,
				pinned,
				at,
				terms,
				counts,
				words,
				...(vector && { vector }),
			});
		},
	};
}
