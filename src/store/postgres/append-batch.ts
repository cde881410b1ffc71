import { countsAsMessage, type SessionMode, type SessionUid } from "../../event/index.ts";
import type { AppendOutcome, AppendUnit } from "../ports/index.ts";
import { migrationText, type Names } from "./dialect.ts";
import type { PostgresLink } from "./link.ts";

/*
 * Appends that say nothing but events share round trips: whatever has gathered while others were on their way goes
 * together, in one call of `append_events` (migrations/0002-appending.ts), one tenant at a time.
 *
 *   alone ──▶ sent at once        others on their way ──▶ waits for one of them to return, with all who come meanwhile
 */

/** How many calls may be on their way at once: one is being committed while the next is being gathered. */
const FLIGHTS = 2;
/** Bounds what one call carries. */
const MAX_UNITS = 128;
const MAX_EVENTS = 512;
const MAX_BYTES = 4 * 1024 * 1024;

/** The unit was not as simple as it looked: the long way tells why. */
export const NOT_SIMPLE = Symbol("not simple");

type Answer = AppendOutcome | typeof NOT_SIMPLE;

interface Waiting {
	unit: AppendUnit;
	settle: (answer: Answer) => void;
	fail: (error: unknown) => void;
}

/** Nothing but events, in a session that surely exists or may. */
export function isSimple(unit: AppendUnit): boolean {
	const { patch, require, events } = unit;
	if (unit.run || unit.jobs.length > 0 || unit.deliveries.length > 0 || unit.endDeliveries) return false;
	if (require.absent || events.length === 0 || events.length > MAX_EVENTS) return false;
	for (const key in patch) if (patch[key as keyof typeof patch] !== undefined) return false;
	for (const event of events) if (event.writes.length > 0) return false;
	return true;
}

export const tenantOf = ({ target }: Pick<AppendUnit, "target">): string =>
	"name" in target ? target.name.tenant : target.tenant;

export class AppendBatch {
	readonly #link: PostgresLink;
	readonly #text: string;
	/** By tenant, in the order in which they came. */
	readonly #queues = new Map<string, Waiting[]>();
	#flying = 0;
	#scheduled = false;
	readonly #flush = (): void => {
		this.#scheduled = false;
		while (this.#flying < FLIGHTS && this.#queues.size > 0) this.#send();
	};

	constructor(link: PostgresLink) {
		this.#link = link;
		this.#text = callText(link.settings);
	}

	append(unit: AppendUnit): Promise<Answer> {
		return new Promise<Answer>((settle, fail) => {
			const tenant = tenantOf(unit);
			const queue = this.#queues.get(tenant);
			if (queue) queue.push({ unit, settle, fail });
			else this.#queues.set(tenant, [{ unit, settle, fail }]);
			this.#schedule();
		});
	}

	#schedule(): void {
		if (this.#scheduled || this.#flying >= FLIGHTS) return;
		this.#scheduled = true;
		// Whoever speaks in the same breath comes along.
		if (this.#flying === 0) process.nextTick(this.#flush);
		else setImmediate(this.#flush);
	}

	#send(): void {
		const [[tenant, queue]] = this.#queues as unknown as [[string, Waiting[]]];
		const group = take(queue);
		// The others have their turn before this tenant has another one.
		this.#queues.delete(tenant);
		if (queue.length > 0) this.#queues.set(tenant, queue);
		this.#flying += 1;
		this.#call(tenant, group).then(
			(answers) => {
				this.#landed();
				group.forEach(({ settle }, i) => {
					settle(answers[i] ?? NOT_SIMPLE);
				});
			},
			(error) => {
				this.#landed();
				for (const { fail } of group) fail(error);
			},
		);
	}

	#landed(): void {
		this.#flying -= 1;
		if (this.#queues.size > 0) this.#schedule();
	}

	/** The outcome of each unit; undefined for those that were left out. */
	async #call(tenant: string, group: readonly Waiting[]): Promise<(AppendOutcome | undefined)[]> {
		const units = group.map(({ unit }) => unit);
		const values = [tenant, ...columns(units)];
		const rows = (await this.#link.once((wire) =>
			wire.arrays({ name: "hf_append", text: this.#text }, values),
		)) as [number, string, number, number, string][];
		const outcomes: (AppendOutcome | undefined)[] = units.map(() => undefined);
		for (const [number, uid, head, fence, mode] of rows) {
			const unit = units[number - 1] as AppendUnit;
			outcomes[number - 1] = {
				uid: uid as SessionUid,
				firstOffset: head - unit.events.length,
				head,
				fence,
				mode: mode as SessionMode,
				created: false,
				replayed: undefined,
			};
		}
		return outcomes;
	}
}

/** Takes the next ones from a queue, as many as fit. */
function take(queue: Waiting[]): Waiting[] {
	let events = 0;
	let bytes = 0;
	let size = 0;
	for (; size < queue.length && size < MAX_UNITS; size++) {
		const { unit } = queue[size] as Waiting;
		events += unit.events.length;
		for (const { body } of unit.events) bytes += body.length;
		if (size > 0 && (events > MAX_EVENTS || bytes > MAX_BYTES)) break;
	}
	return queue.splice(0, size);
}

const TYPES = [
	...["TEXT[]", "TEXT[]", "INTEGER[]", "INTEGER[]", "BIGINT[]"],
	...["INTEGER[]", "BIGINT[]", "TEXT[]", "TEXT[]", "TEXT[]"],
	...["TEXT[]", "TEXT[]", "TEXT[]", "TEXT[]"],
];

function callText(names: Names): string {
	const params = TYPES.map((type, i) => `$${i + 2}::${type}`).join(", ");
	return migrationText(`SELECT * FROM {append_events}($1, ${params})`, names);
}

/** The units as the arrays that the function takes. */
function columns(units: readonly AppendUnit[]): unknown[][] {
	const events = units.flatMap((unit) => unit.events);
	return [
		units.map(({ target }) => ("name" in target ? target.name.key : null)),
		units.map(({ target }) => ("name" in target ? null : target.uid)),
		units.map((unit) => unit.events.length),
		units.map((unit) => unit.events.filter(({ kind }) => countsAsMessage(kind)).length),
		units.map(({ at }) => at),
		units.map(({ require }) => require.expectedOffset ?? null),
		units.map(({ require }) => require.fence ?? null),
		units.map(({ require }) => require.mode ?? null),
		units.map(({ require }) => require.idempotency?.key ?? null),
		units.map(({ require }) => require.idempotency?.fingerprint ?? null),
		events.map(({ kind }) => kind),
		events.map(({ source }) => source),
		events.map(({ runId }) => runId ?? null),
		events.map(({ body }) => body),
	];
}
