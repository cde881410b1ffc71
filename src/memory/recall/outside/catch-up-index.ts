import type {
	FactOwner,
	IndexEntry,
	IndexMark,
	IndexOwner,
	VectorIndex,
	WholeSpace,
} from "../../../store/ports/index.ts";
import { type AnalysedFact, analysed } from "../fact-source.ts";
import type { MessageSource } from "../message-source.ts";
import { toIndexOwner, toTarget } from "./index-target.ts";

/** The state of an index, and the changes that could not be written to it. */
export interface CaughtUp {
	mark: IndexMark | undefined;
	/** The owner's revision. */
	rev: number;
	/** Facts that changed since the mark, if the index could not be updated. */
	since: AnalysedFact[];
}

/** Facts per write. */
const PAGE = 2_000;

/**
 * Updates an index to the owner's newest revision. It ends when the store has no changes after the last write, so
 * facts that are erased during the update are removed again. `mark` is the expected state of the index, if known.
 */
export async function catchUpIndex(
	source: MessageSource,
	index: VectorIndex,
	owner: FactOwner | WholeSpace,
	{ mark: known, stop }: { mark?: IndexMark | undefined; stop?: AbortSignal | undefined } = {},
): Promise<CaughtUp> {
	const { store, embedder } = source;
	const target = toTarget(owner);
	let mark = known ?? (await index.mark(target));
	/** The last revision that this update has written itself. */
	let written: number | undefined;
	let mustClear = false;
	for (;;) {
		stop?.throwIfAborted();
		const isOther = mark !== undefined && mark.embedder !== embedder?.name;
		// Without an embedder, the vectors in the index stay as they are.
		if (mark && isOther && !embedder) return readOn(source, owner, mark);
		const at = isOther || mustClear ? 0 : (mark?.rev ?? 0);
		// Without atomic updates, another process may have moved the mark while this one wrote older contents. Facts
		// that have changed since this process read the store are written again.
		const since = index.capabilities.atomic ? at : Math.min(at, written ?? at);
		const changes = await store.facts.changes(owner, since, PAGE);
		const { facts, removed, more, rev, reset } = changes;
		if (rev < since && !reset) {
			// The index is ahead: the store was restored to an earlier state.
			mustClear = true;
			continue;
		}
		if (rev === since && at === since && !reset && !isOther && !mustClear) return { mark, rev, since: [] };
		const gone = facts.filter(({ status }) => status !== "active").map(({ no }) => no);
		const { put, without } = await entriesOf(source, index, owner, facts);
		const to = { rev: more ? (facts.at(-1)?.rev ?? rev) : rev, embedder: embedder?.name };
		const wasMade = await index.write({
			target,
			from: mark,
			to,
			clear: reset || isOther || mustClear,
			put,
			remove: [...removed, ...gone, ...without],
		});
		if (wasMade) {
			mark = to;
			written = to.rev;
			mustClear = false;
		} else {
			// Another process was faster, or the index was erased. Read its state again.
			mark = await index.mark(target);
		}
	}
}

/** The entries of active facts, and the numbers of those that the index does not contain. */
async function entriesOf(
	source: MessageSource,
	index: VectorIndex,
	owner: FactOwner | WholeSpace,
	facts: Parameters<typeof analysed>[1],
): Promise<{ put: IndexEntry[]; without: number[] }> {
	const put: IndexEntry[] = [];
	const without: number[] = [];
	const all = await analysed(source, facts);
	const ownerOf = await ownersOf(source, owner, all);
	for (const { fact, analysed } of all) {
		const of = ownerOf(fact.id);
		const { terms, counts, vector } = analysed;
		if (of && (vector || index.words)) put.push({ owner: of, no: fact.no, vector, terms, counts });
		else without.push(fact.no);
	}
	return { put, without };
}

/** The owner of each fact. In a whole space, facts that were deleted in the meantime have none. */
async function ownersOf(
	{ store, tenant }: MessageSource,
	owner: FactOwner | WholeSpace,
	facts: readonly AnalysedFact[],
): Promise<(id: string) => IndexOwner | undefined> {
	if (!("everybody" in owner)) {
		const mine = toIndexOwner(owner);
		return () => mine;
	}
	const records = await store.facts.get(
		tenant,
		facts.map(({ fact }) => fact.id),
	);
	const owners = new Map(records.map((record) => [record.id, toIndexOwner(record.owner)]));
	return (id) => owners.get(id);
}

/** Reads all changes since the mark. */
async function readOn(
	source: MessageSource,
	owner: FactOwner | WholeSpace,
	mark: IndexMark,
): Promise<CaughtUp> {
	const since: AnalysedFact[] = [];
	for (let at = mark.rev; ; ) {
		const page = await source.store.facts.changes(owner, at, PAGE);
		since.push(...(await analysed(source, page.facts)));
		if (!page.more) return { mark, rev: page.rev, since };
		at = page.facts.at(-1)?.rev ?? page.rev;
	}
}
