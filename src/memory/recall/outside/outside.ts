import { HoldfastError } from "../../../error/index.ts";
import type {
	FactOwner,
	IndexCapabilities,
	IndexMark,
	VectorIndex,
	WholeSpace,
} from "../../../store/ports/index.ts";
import type { MessageSource } from "../message-source.ts";
import { catchUpIndex } from "./catch-up-index.ts";
import { toTarget } from "./index-target.ts";
import { indexWords } from "./index-words.ts";
import { type OutsideFacts, outsideFacts } from "./outside-facts.ts";
import { catchUpWords, type HeldWords, viewWords } from "./view-words.ts";

/*
 * Where the facts of an owner are ranked:
 *
 *   few facts          in a view of all of them, in this process
 *   many facts         candidates by vector come from the outside index, which is first updated to the newest
 *                      revision. Candidates by words come from the same index, or, if it has no words, from a view
 *                      of all facts without their vectors
 *   new index          in a view, while the index is updated in the background. That takes minutes, too long for a
 *                      caller to wait
 *   unreachable index  in a view. The index is tried again after 30 seconds
 */
export interface Outside {
	/** The state of an owner in the index, and its facts if the index can be used now. */
	find(
		source: MessageSource,
		owner: FactOwner | WholeSpace,
		before: { known: OutsideState | undefined; held: number | undefined },
	): Promise<FoundOutside | undefined>;
}

export interface FoundOutside {
	state: OutsideState | undefined;
	facts: OutsideFacts | undefined;
	/** The owner never had a fact. */
	isEmpty?: boolean;
}

/** The known state of an owner in the index. */
export interface OutsideState {
	mark: IndexMark | undefined;
	loading: boolean;
	/** No new attempt before this time. */
	retryAt: number;
	/** The words of the owner, if the index has none. */
	words?: HeldWords;
}

/** If more facts than this are missing in the index, it is updated in the background. */
const AT_ONCE = 2_000;
const RETRY_MS = 30_000;

export const isAway = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && error.code === "unavailable";

export function createOutside(options: {
	index: () => VectorIndex | undefined;
	background(work: Promise<unknown>): void;
	/** Aborted when the instance closes. No new work is started after that. */
	closing: AbortSignal;
}): Outside {
	const stop = options.closing;

	/** Vector lengths that the index accepts. */
	const checked = new Map<number, boolean>();

	const load = (source: MessageSource, index: VectorIndex, owner: FactOwner | WholeSpace): OutsideState => {
		const state: OutsideState = { mark: undefined, loading: true, retryAt: 0 };
		const done = catchUpIndex(source, index, owner, { stop }).then(
			({ mark }) => Object.assign(state, { mark, loading: false }),
			() => Object.assign(state, { loading: false, retryAt: Date.now() + RETRY_MS }),
		);
		options.background(done);
		return state;
	};

	/** The state of an owner that this process has not used before. Undefined: it is searched in the process. */
	const meet = async (
		source: MessageSource,
		index: VectorIndex,
		owner: FactOwner | WholeSpace,
	): Promise<OutsideState | "empty" | undefined> => {
		const { total = 0, rev } = await source.store.facts.changes(owner, 0, 0);
		if (rev === 0) return "empty";
		if (total <= index.exactUpTo) return undefined;
		const { embedder } = source;
		if (embedder && !checked.has(embedder.dimensions)) {
			checked.set(embedder.dimensions, (await index.check(embedder.dimensions)) === undefined);
		}
		if (embedder && !checked.get(embedder.dimensions)) return undefined;
		const target = toTarget(owner);
		const mark = await index.mark(target);
		const isNew = !mark || (embedder !== undefined && mark.embedder !== embedder.name);
		const missing = isNew ? total : mark.rev === rev ? 0 : total - (await countEntries(index, target));
		return missing > AT_ONCE ? load(source, index, owner) : { mark, loading: false, retryAt: 0 };
	};

	/** Updates the index and the words of an owner. */
	const use = async (
		source: MessageSource,
		index: VectorIndex,
		owner: FactOwner | WholeSpace,
		state: OutsideState,
	): Promise<FoundOutside> => {
		const { mark, rev, since } = await catchUpIndex(source, index, owner, { mark: state.mark });
		const target = toTarget(owner);
		const of = { owner, target, mark };
		const facts = { owner, target, rev, since };
		if (index.words) {
			const words = indexWords(source, index.words, of);
			return { state: { ...state, mark }, facts: outsideFacts(source, index, words, facts) };
		}
		const held = await catchUpWords(source, owner, state.words);
		const words = viewWords(source, index, held, of);
		return { state: { ...state, mark, words: held }, facts: outsideFacts(source, index, words, facts) };
	};

	return {
		async find(source, owner, { known, held }) {
			const index = options.index();
			if (!index || !covers(index.capabilities, owner)) return undefined;
			const { embedder } = source;
			// An index of vectors cannot help a search by words.
			if (embedder ? checked.get(embedder.dimensions) === false : !index.words) return undefined;
			if (!known && held !== undefined && held <= index.exactUpTo) return undefined;
			if (known && (known.loading || known.retryAt > Date.now())) return { state: known, facts: undefined };
			try {
				const state = known ?? (await meet(source, index, owner));
				if (state === "empty") return { state: undefined, facts: undefined, isEmpty: true };
				if (!state || state.loading) return { state, facts: undefined };
				return await use(source, index, owner, state);
			} catch (error) {
				if (!isAway(error)) throw error;
				const state = { mark: undefined, loading: false, retryAt: Date.now() + RETRY_MS };
				return { state, facts: undefined };
			}
		},
	};
}

const covers = ({ spaces }: IndexCapabilities, owner: FactOwner | WholeSpace): boolean =>
	spaces || (!("everybody" in owner) && owner.uid === undefined);

async function countEntries(index: VectorIndex, target: ReturnType<typeof toTarget>): Promise<number> {
	const { terms, vectors } = await index.count({ target });
	return Math.max(terms, vectors);
}
