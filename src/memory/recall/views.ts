import type { Embedder } from "../../model/index.ts";
import type { FactOwner, MemberQuery, SessionMember, Store, WholeSpace } from "../../store/ports/index.ts";
import { createFactView, createMessageView, type MessageView } from "../index/index.ts";
import { catchUpFacts, type HeldFacts } from "./fact-source.ts";
import { catchUp, type KnownSession } from "./message-source.ts";
import type { Outside, OutsideState } from "./outside/outside.ts";
import type { OwnerFacts } from "./outside/outside-facts.ts";
import { createSegmentWriter } from "./segment-writer.ts";

/*
 * What is searched is held in this process, a view for each set of sessions and each owner of facts that somebody has
 * searched, and always in the state of the store: each use first catches up. Views that were not used lately go when
 * they take too much room; the store has what it takes to have them back quickly.
 */

export interface Views {
	/** The messages of these sessions, and what the sessions are. */
	messages(query: MemberQuery, embedder: Embedder | undefined): Promise<SessionMessages>;
	/** The facts of an owner, as of the revision that it says. */
	facts(owner: FactOwner | WholeSpace, embedder: Embedder | undefined): Promise<Readonly<HeldFacts>>;
	/** The facts of an owner to rank: held here, unless they are too many and there is an index outside. */
	owner(owner: FactOwner | WholeSpace, embedder: Embedder | undefined): Promise<OwnerFacts>;
	/** Forgets where an index outside stands with an owner. */
	forget(owner: FactOwner | WholeSpace, embedder: Embedder | undefined): void;
	/** Forgets everything: the embedder is another one. */
	clear(): void;
	/** Stores at once what is to be stored later. */
	flush(): Promise<void>;
}

export interface SessionMessages {
	view: MessageView;
	/** By uid, which is the view's key of a session. */
	members: ReadonlyMap<string, SessionMember>;
}

export interface HeldMessages {
	view: MessageView;
	sessions: Map<string, KnownSession>;
}

interface Slot {
	key: string;
	messages: HeldMessages | undefined;
	facts: HeldFacts | undefined;
	outside: OutsideState | undefined;
	/** The last catching up: the next one begins when it is over. */
	busy: Promise<unknown>;
	bytes: number;
}

/** How much all views together may take. */
const ROOM = 256 * 1024 * 1024;
/** What a view takes beside its arrays, about: its own objects, and for each fact its id. */
const OF_VIEW = 4_096;
const OF_FACT = 60;

export function createViews(options: {
	store: () => Store;
	background(work: Promise<unknown>): void;
	room?: number;
	/** The index for owners that have too many facts; none unless told. */
	outside?: Outside;
}): Views {
	const { background, room = ROOM } = options;
	const writer = createSegmentWriter(background);
	/** Oldest use first. */
	const slots = new Map<string, Slot>();

	const slotOf = (what: string, embedder: Embedder | undefined): Slot => {
		// Vectors of different embedders never meet in one view.
		const key = `${embedder?.name ?? ""} ${what}`;
		const slot: Slot = slots.get(key) ?? {
			key,
			...{ messages: undefined, facts: undefined, outside: undefined },
			...{ busy: Promise.resolve(), bytes: 0 },
		};
		slots.delete(key);
		slots.set(key, slot);
		return slot;
	};

	/** What was looked for and is not there takes no room. */
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

	/** One after the other: two that catch up at once would both add what is new. */
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
				// Only what came through whole is used again.
				slot.messages = held;
				settle(slot, held.view.size, held.view.bytes);
				return { view: held.view, members: byUid(members) };
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
				settle(slot, 1, 0);
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
	/** The sessions that are not in the view, or not up to their end. */
	behind: readonly SessionMember[];
}

/** What is held, unless something of it is gone from the store: then everything is put together anew. */
function compare(held: HeldMessages | undefined, members: readonly SessionMember[]): Compared {
	const behind: SessionMember[] = [];
	let found = 0;
	for (const member of members) {
		const known = held?.sessions.get(member.uid);
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
	held: { view: createMessageView(), sessions: new Map<string, KnownSession>() },
	behind: members,
});

function byUid(members: readonly SessionMember[]): Map<string, SessionMember> {
	const map = new Map<string, SessionMember>();
	for (const member of members) map.set(member.uid, member);
	return map;
}
