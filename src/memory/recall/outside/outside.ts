import { HoldfastError } from "../../../error/index.ts";
import type { Embedder } from "../../../model/index.ts";
import type {
	FactOwner,
	IndexMark,
	IndexOwner,
	VectorIndex,
	WholeSpace,
} from "../../../store/ports/index.ts";
import type { MessageSource } from "../message-source.ts";
import { catchUpIndex } from "./catch-up-index.ts";
import { type OutsideFacts, outsideFacts } from "./outside-facts.ts";

/*
 * Where the facts of an owner are ranked from:
 *
 *   few            a view of all of them, held here
 *   many           candidates from the index outside, which is first brought to the owner's newest revision
 *   many, and the  a view, while the index is brought up to date behind the answers: that takes minutes, and nobody waits for
 *   index is new   an answer so long. The same when the index cannot be reached
 */
export interface Outside {
	/** Where an owner stands, and its facts if they are to be had from outside now. */
	find(
		source: MessageSource,
		owner: FactOwner | WholeSpace,
		before: { known: OutsideState | undefined; held: number | undefined },
	): Promise<FoundOutside | undefined>;
}

export interface FoundOutside {
	state: OutsideState | undefined;
	facts: OutsideFacts | undefined;
	/** It never had a fact: there is nothing to hold. */
	isEmpty?: boolean;
}

/** What a process knows of an owner in the index. */
export interface OutsideState {
	mark: IndexMark | undefined;
	loading: boolean;
	/** Not to be tried before. */
	retryAt: number;
}

/** More than so many are not waited for. */
const AT_ONCE = 2_000;
const RETRY_MS = 30_000;

export const isAway = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && error.code === "unavailable";

export function createOutside(options: {
	index: () => VectorIndex | undefined;
	background(work: Promise<unknown>): void;
	/** Nothing new is begun from then on. */
	closing: AbortSignal;
}): Outside {
	const stop = options.closing;

	const load = (source: MessageSource, index: VectorIndex, owner: IndexOwner): OutsideState => {
		const state: OutsideState = { mark: undefined, loading: true, retryAt: 0 };
		const done = catchUpIndex(source, index, owner, { stop }).then(
			({ mark }) => Object.assign(state, { mark, loading: false }),
			() => Object.assign(state, { loading: false, retryAt: Date.now() + RETRY_MS }),
		);
		options.background(done);
		return state;
	};

	/** An owner that this process has not met before; undefined: it has few facts. */
	const meet = async (
		source: MessageSource,
		index: VectorIndex,
		owner: IndexOwner,
	): Promise<OutsideState | "empty" | undefined> => {
		const { total = 0, rev } = await source.store.facts.changes({ ...owner, uid: undefined }, 0, 0);
		if (rev === 0) return "empty";
		if (total <= index.exactUpTo) return undefined;
		const { mark, facts } = await index.statistics(owner, []);
		const { embedder } = source;
		const isNew = !mark || (embedder !== undefined && mark.embedder !== embedder.name);
		const missing = isNew ? total : mark.rev === rev ? 0 : total - facts;
		return missing > AT_ONCE ? load(source, index, owner) : { mark, loading: false, retryAt: 0 };
	};

	return {
		async find(source, owner, { known, held }) {
			const index = options.index();
			if (!index || "everybody" in owner || owner.uid !== undefined) return undefined;
			if (!fits(source.embedder, index)) return undefined;
			if (!known && held !== undefined && held <= index.exactUpTo) return undefined;
			if (known && (known.loading || known.retryAt > Date.now())) return { state: known, facts: undefined };
			const { tenant, space, userId } = owner;
			const mine: IndexOwner = { tenant, space, userId };
			try {
				const state = known ?? (await meet(source, index, mine));
				if (state === "empty") return { state: undefined, facts: undefined, isEmpty: true };
				if (!state || state.loading) return { state, facts: undefined };
				const caught = await catchUpIndex(source, index, mine, { mark: state.mark });
				return {
					state: { ...state, mark: caught.mark },
					facts: outsideFacts(source, index, mine, caught),
				};
			} catch (error) {
				if (!isAway(error)) throw error;
				const state = { mark: undefined, loading: false, retryAt: Date.now() + RETRY_MS };
				return { state, facts: undefined };
			}
		},
	};
}

const fits = (embedder: Embedder | undefined, { maxDimensions }: VectorIndex): boolean =>
	embedder === undefined || embedder.dimensions <= maxDimensions;
