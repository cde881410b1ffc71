import type { Embedder } from "../../model/index.ts";
import type { FactOwner, MemberQuery, SessionMember, Store, WholeSpace } from "../../store/ports/index.ts";
import { createFactView, createMessageView, type MessageView } from "../index/index.ts";
import { catchUpFacts, type HeldFacts } from "./fact-source.ts";
import { createLineCache, type LineCache } from "./line-cache.ts";
import { catchUp, type KnownSession } from "./message-source.ts";
import type { Outside, OutsideState } from "./outside/outside.ts";
import type { OwnerFacts } from "./outside/outside-facts.ts";
import { createSegmentWriter } from "./segment-writer.ts";

/*
 * Searches run on views in this process: one for each set of sessions and each owner of facts that was searched.
 * Each use first updates the view to the state of the store. When all views together exceed their budget, the least
 * recently used ones are dropped. They can be restored quickly, because the store keeps the analyses.
 */

export interface Views {
	/** The messages of these sessions, and the sessions' records. */
	messages(query: MemberQuery, embedder: Embedder | undefined): Promise<SessionMessages>;
	/** The facts of an owner, as of the revision in `rev`. */
	facts(owner: FactOwner | WholeSpace, embedder: Embedder | undefined): Promise<Readonly<HeldFacts>>;
	/**
	 * The facts of an owner for ranking: a view, or an outside index if there is one and the owner has too many
	 * facts.
	 */
	owner(owner: FactOwner | WholeSpace, embedder: Embedder | undefined): Promise<OwnerFacts>;
	/** Discards the known state of an owner in the outside index. */
	forget(owner: FactOwner | WholeSpace, embedder: Embedder | undefined): void;
	/** Drops all views. Needed when the embedder changes. */
	clear(): void;
	/** Stores all waiting segments immediately. */
	flush(): Promise<void>;
}

export interface SessionMessages {
	view: MessageView;
	/** The session of a key of the view, which is its uid. */
	members: { get(uid: string): SessionMember | undefined };
	lines: LineCache;
}

export interface HeldMessages {
	view: MessageView;
	sessions: Map<string, KnownSession>;
	lines: LineCache;
}

interface Slot {
	key: string;
	messages: HeldMessages | undefined;
	facts: HeldFacts | undefined;
	outside: OutsideState | undefined;
	/** The running update. The next one begins when it is done. */
	busy: Promise<unknown>;
	bytes: number;
}

/** Budget of all views together, in bytes. */
const ROOM = 256 * 1024 * 1024;
/** Estimated bytes of a view in addition to its arrays: its own objects, and the id of each fact. */
const OF_VIEW = 4_096;
const OF_FACT = 60;

export function createViews(options: {
	store: () => Store;
	background(work: Promise<unknown>): void;
	room?: number;
	/** The index for owners with too many facts. Default: none. */
	outside?: Outside;
}): Views {
	const { background, room = ROOM } = options;
	const writer = createSegmentWriter(background);
	/** Least recently used first. */
	const slots = new Map<string, Slot>();

	const slotOf = (what: string, embedder: Embedder | undefined): Slot => {
		// A view contains vectors of one embedder only.
		const key = `${embedder?.name ?? ""} ${what}`;
		const slot: Slot = slots.get(key) ?? {
			key,
			messages: undefined,
			facts: undefined,
			outside: undefined,
			busy: Promise.resolve(),
			bytes: 0,
		};
		slots.delete(key);
		slots.set(key, slot);
		return slot;
	};

	/** Updates the size of a slot. Drops the slot if its view is empty. */
	const settle = (slot: Slot, size: number, bytes: number): void => {
		slot.bytes = OF_VIEW + bytes;
		if (size === 0 && slots.get(slot.key) === slot) slots.delete(slot.key);
		makeRoom();
	};

	const makeRoom = (): void => {
		let total = 0;
		for (const { bytes } of slots.values()) total += bytes;
		for (const [key, { bytes }] of slots) {
			if (total <= room || slots.size === 1) return;
			slots.delete(key);
			total -= bytes;
		}
	};

	/** Runs updates of a slot one after the other. Two at the same time would both add the same new entries. */
	const inTurn = <T>(slot: Slot, work: () => Promise<T>): Promise<T> => {
		const turn = slot.busy.then(work, work);
		slot.busy = turn.catch(() => {});
		return turn;
	};

	const source = (query: { tenant: MemberQuery["tenant"] }, embedder: Embedder | undefined) => ({
		store: options.store(),
		tenant: query.tenant,
		embedder,
		background,
		writer,
	});

	const holdFacts = async (
		slot: Slot,
		owner: FactOwner | WholeSpace,
		embedder: Embedder | undefined,
	): Promise<Readonly<HeldFacts>> => {
		const held = slot.facts ?? { view: createFactView(), rev: 0 };
		slot.facts = undefined;
		await catchUpFacts(source(owner, embedder), owner, held);
		slot.facts = held;
		settle(slot, held.view.size, held.view.bytes + OF_FACT * held.view.size);
		return { ...held };
	};

	return {
		messages(query, embedder) {
			const slot = slotOf(messageKey(query), embedder);
			return inTurn(slot, async () => {
				const from = source(query, embedder);
				const members = await from.store.index.members(query);
				const { held, behind } = compare(slot.messages, members);
				slot.messages = undefined;
				if (behind.length > 0) await catchUp(from, held, behind);
				// Kept only if the update succeeded.
				slot.messages = held;
				settle(slot, held.view.size, held.view.bytes + held.lines.bytes);
				const { view, sessions, lines } = held;
				return { view, lines, members: { get: (uid) => sessions.get(uid)?.member } };
			});
		},
		facts(owner, embedder) {
			const slot = slotOf(factKey(owner), embedder);
			return inTurn(slot, () => holdFacts(slot, owner, embedder));
		},
		owner(owner, embedder) {
			const slot = slotOf(factKey(owner), embedder);
			return inTurn(slot, async () => {
				const state = { known: slot.outside, held: slot.facts?.view.size };
				const found = await options.outside?.find(source(owner, embedder), owner, state);
				slot.outside = found?.state;
				if (found?.isEmpty) {
					settle(slot, 0, 0);
					return { view: createFactView(), rev: 0 };
				}
				if (!found?.facts) return holdFacts(slot, owner, embedder);
				slot.facts = undefined;
				const { view } = found.state?.words?.held ?? {};
				settle(slot, 1, view ? view.bytes + OF_FACT * view.size : 0);
				return { rev: found.facts.rev, outside: found.facts };
			});
		},
		forget(owner, embedder) {
			slotOf(factKey(owner), embedder).outside = undefined;
		},
		clear: () => slots.clear(),
		flush: () => writer.flush(),
	};
}

const messageKey = ({ tenant, agents, userId, uid }: MemberQuery): string =>
	JSON.stringify([
		"m",
		tenant,
		uid ?? null,
		...(uid === undefined ? [userId === undefined ? 0 : userId, agents] : []),
	]);

const factKey = (owner: FactOwner | WholeSpace): string =>
	"everybody" in owner
		? JSON.stringify(["f", owner.tenant, owner.space, 0])
		: JSON.stringify(["f", owner.tenant, owner.space, owner.userId ?? null, owner.uid ?? null]);

interface Compared {
	held: HeldMessages;
	/** The sessions that are not in the view, or not up to their head. */
	behind: readonly SessionMember[];
}

/**
 * The current view and the sessions to update. If the store has deleted anything that the view contains, an empty
 * view and all sessions.
 */
function compare(held: HeldMessages | undefined, members: readonly SessionMember[]): Compared {
	const behind: SessionMember[] = [];
	let found = 0;
	// Both lists have the same order, oldest session first, unless something has changed.
	const inOrder = held?.sessions.values();
	for (const member of members) {
		const next = inOrder?.next().value;
		const known = next?.member.uid === member.uid ? next : held?.sessions.get(member.uid);
		if (!known) {
			behind.push(member);
			continue;
		}
		const { base, blanked } = known.member;
		if (base !== member.base || blanked !== member.blanked || known.upTo > member.head) return anew(members);
		if (known.upTo < member.head) behind.push(member);
		else known.member = member;
		found++;
	}
	return held && found === held.sessions.size ? { held, behind } : anew(members);
}

const anew = (members: readonly SessionMember[]): Compared => ({
	held: {
		view: createMessageView(),
		sessions: new Map<string, KnownSession>(),
		lines: createLineCache(),
	},
	behind: members,
});
