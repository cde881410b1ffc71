import { HoldfastError } from "../../error/index.ts";
import type { SessionMode, SessionUid } from "../../event/index.ts";
import type { AppendOutcome, AppendUnit } from "../ports/index.ts";
import { appendEvents } from "../sql/append-events.ts";
import { tenantOf } from "../sql/tenant-of.ts";
import { appendMany, appendOne, type Lane, type Moved } from "./append-statement.ts";
import { KnownSessions } from "./known-sessions.ts";
import { LostAnswer, type PostgresLink } from "./link.ts";
import { findAppended, resolveAppend } from "./resolve-append.ts";

/*
 * Appends of this process to one session are made in the order of the calls. Appends that only have events
 * share round trips: everything that gathers while others are in flight is sent together, in one statement
 * per tenant.
 *
 *   called ──▶ waits while an earlier one for its session is in flight, or all flights are taken
 *          ──▶ in flight, with others (one statement) or alone (a transaction) ──▶ done; waiting ones go next
 *
 * A shared statement locks sessions in the order of their numbers, so that two of them never wait for each
 * other. A unit that is less simple than it looked (no such session, ended, a failing precondition, a used
 * key) is left out and goes through a transaction, which reports why.
 */

/** How many shared statements may be in flight: one is being committed while the next is gathered. */
const FLIGHTS = 2;
/** After this time, another one may be sent in addition, in milliseconds. */
const SLOW_MS = 50;
/** Limits of one shared statement. */
const MAX_UNITS = 128;
const MAX_EVENTS = 512;
const MAX_BYTES = 512 * 1024;
/** A unit with more text goes alone: in an array, each of its quotes would have to be escaped. */
const LONG_UNIT = 128 * 1024;

interface Waiting {
	unit: AppendUnit;
	key: string;
	isSimple: boolean;
	settle: (outcome: AppendOutcome) => void;
	fail: (error: unknown) => void;
}

const keyOf = ({ target }: Pick<AppendUnit, "target">): string =>
	"name" in target ? target.name.key : target.uid;

const isEmpty = (object: object): boolean => {
	for (const key in object) if (object[key as keyof typeof object] !== undefined) return false;
	return true;
};

/** Whether a unit has only events, for a session that may exist. */
function isSimple(unit: AppendUnit): boolean {
	const { require, events } = unit;
	if (unit.run || unit.jobs.length > 0 || unit.deliveries.length > 0) return false;
	if (
		require.absent ||
		unit.endDeliveries.length > 0 ||
		events.length === 0 ||
		events.length > MAX_EVENTS ||
		!isEmpty(unit.patch)
	)
		return false;
	let length = 0;
	for (const event of events) {
		length += event.body.length;
		if (event.writes.length > 0 || length > LONG_UNIT) return false;
	}
	return true;
}

export class AppendQueue {
	readonly #link: PostgresLink;
	/** By tenant, in the order of the calls. */
	readonly #queues = new Map<string, Waiting[]>();
	readonly #known = new KnownSessions();
	/** Sessions with an append in flight. */
	readonly #busy = new Set<string>();
	#flying = 0;
	#scheduled = false;
	readonly #flush = (): void => {
		this.#scheduled = false;
		for (const tenant of [...this.#queues.keys()]) this.#start(tenant);
	};

	constructor(link: PostgresLink) {
		this.#link = link;
	}

	append(unit: AppendUnit): Promise<AppendOutcome> {
		return new Promise<AppendOutcome>((settle, fail) => {
			const tenant = tenantOf(unit.target);
			const waiting = { unit, key: keyOf(unit), isSimple: isSimple(unit), settle, fail };
			const queue = this.#queues.get(tenant);
			if (queue) queue.push(waiting);
			else this.#queues.set(tenant, [waiting]);
			this.#schedule();
		});
	}

	#schedule(): void {
		if (this.#scheduled) return;
		this.#scheduled = true;
		// Calls in the same tick are included.
		if (this.#flying === 0) process.nextTick(this.#flush);
		else setImmediate(this.#flush);
	}

	/** Sends what can go now. */
	#start(tenant: string): void {
		const queue = this.#queues.get(tenant) as Waiting[];
		const { shared, alone, left } = choose(queue, this.#busy, this.#flying < FLIGHTS);
		if (left.length > 0) this.#queues.set(tenant, left);
		else this.#queues.delete(tenant);
		for (const waiting of [...shared, ...alone]) this.#busy.add(waiting.key);
		for (const waiting of alone) this.#long([waiting]);
		if (shared.length > 0) this.#fly(tenant, shared);
	}

	#fly(tenant: string, group: readonly Waiting[]): void {
		this.#flying += 1;
		let isCounted = true;
		const free = (): void => {
			if (!isCounted) return;
			isCounted = false;
			this.#flying -= 1;
			if (this.#queues.size > 0) this.#schedule();
		};
		// An append that waits for a lock must not delay those for other sessions.
		const slow = setTimeout(free, SLOW_MS);
		const landed = (outcomes: ReadonlyMap<AppendUnit, AppendOutcome>, lost?: LostAnswer): void => {
			clearTimeout(slow);
			const left = new Map<string, Waiting[]>();
			for (const waiting of group) {
				const outcome = outcomes.get(waiting.unit);
				if (outcome) waiting.settle(outcome);
				else left.set(waiting.key, [...(left.get(waiting.key) ?? []), waiting]);
			}
			for (const { key } of group) if (!left.has(key)) this.#busy.delete(key);
			for (const waiting of left.values()) this.#long(waiting, lost);
			free();
			if (this.#queues.size > 0) this.#schedule();
		};
		this.#call(tenant, group).then(landed, (error) => {
			if (error instanceof LostAnswer) return landed(new Map(), error);
			// One of them failed: repeat each separately, so that only that one fails.
			if (group.length > 1 && !(HoldfastError.isInstance(error) && error.retryable)) return landed(new Map());
			clearTimeout(slow);
			for (const { key, fail } of group) {
				this.#busy.delete(key);
				fail(error);
			}
			free();
			if (this.#queues.size > 0) this.#schedule();
		});
	}

	/** Each in its own transaction, one after the other: all are for one session. */
	async #long(waiting: readonly Waiting[], lost?: LostAnswer): Promise<void> {
		for (const { unit, settle, fail } of waiting) {
			try {
				const made = lost && (await resolveAppend(this.#link, unit, lost));
				// Without events, there is nothing to find it by.
				const find = unit.events.length > 0 ? () => findAppended(unit) : undefined;
				settle(made ?? (await this.#link.write(tenantOf(unit.target), () => appendEvents(unit), find)));
			} catch (error) {
				fail(error);
			}
		}
		for (const { key } of waiting) this.#busy.delete(key);
		if (this.#queues.size > 0) this.#schedule();
	}

	/** The outcomes of the units that were not left out. */
	async #call(tenant: string, group: readonly Waiting[]): Promise<Map<AppendUnit, AppendOutcome>> {
		const lanes = toLanes(group, this.#known);
		const [only] = lanes;
		const call = lanes.length === 1 && only ? appendOne(only) : appendMany(lanes);
		const rows = (await this.#link.commit(tenant, call)) as Moved[];
		const outcomes = new Map<AppendUnit, AppendOutcome>();
		const left = new Set(lanes);
		for (const [place, head, fence, mode, told, no = 0, renamed = 0] of rows) {
			const lane = lanes[place - 1] as Lane;
			left.delete(lane);
			const uid = lane.known?.uid ?? (told as string);
			if (!lane.known) this.#known.set(keyOf(lane), { uid, no, renamed });
			let firstOffset = head - lane.count;
			for (const unit of lane.units) {
				const next = firstOffset + unit.events.length;
				const now = { fence, mode: mode as SessionMode, created: false, replayed: undefined };
				outcomes.set(unit, { uid: uid as SessionUid, firstOffset, head: next, ...now });
				firstOffset = next;
			}
		}
		// Deleted, renamed or changed: the next one looks it up again.
		for (const lane of left) this.#known.delete(keyOf(lane));
		return outcomes;
	}
}

/**
 * What to send now: as many as fit together, and others alone. For one session, one goes at a time, except
 * for consecutive ones without preconditions. An append that waits holds back all after it.
 */
function choose(queue: readonly Waiting[], busy: ReadonlySet<string>, mayShare: boolean) {
	const shared: Waiting[] = [];
	const alone: Waiting[] = [];
	const left: Waiting[] = [];
	const closed = new Set<string>();
	/** Sessions of units without preconditions. */
	const open = new Set<string>();
	let events = 0;
	let bytes = 0;
	let isFull = !mayShare;
	for (const waiting of queue) {
		const { unit, key } = waiting;
		const demands = !waiting.isSimple || !isEmpty(unit.require);
		let goes = !busy.has(key) && !closed.has(key) && !(demands && open.has(key));
		if (goes && waiting.isSimple && !isFull) {
			events += unit.events.length;
			for (const { body } of unit.events) bytes += body.length;
			isFull =
				shared.length === MAX_UNITS || (shared.length > 0 && (events > MAX_EVENTS || bytes > MAX_BYTES));
		}
		goes &&= !waiting.isSimple || !isFull;
		if (!goes) left.push(waiting);
		else if (waiting.isSimple) shared.push(waiting);
		else alone.push(waiting);
		if (!goes || demands) closed.add(key);
		else open.add(key);
	}
	return { shared, alone, left };
}

/** Groups the units of each session. */
function toLanes(group: readonly Waiting[], sessions: KnownSessions): Lane[] {
	const lanes = new Map<string, Lane>();
	for (const { unit, key } of group) {
		const { target, require } = unit;
		const lane = lanes.get(key) ?? {
			target,
			known: sessions.get(key),
			require,
			units: [],
			count: 0,
			at: 0,
		};
		lane.units.push(unit);
		lane.count += unit.events.length;
		lane.at = Math.max(lane.at, unit.at);
		lanes.set(key, lane);
	}
	return [...lanes.values()];
}
