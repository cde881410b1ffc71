import type { Json, StateDelta } from "../event/index.ts";
import { scopeOf, toValues, toWrites } from "../state/index.ts";
import type { StateRecord } from "../store/ports/index.ts";

/**
 * The state that a run sees: a snapshot from its start, and the run's own changes since. Sub-agents share it.
 * `temp:` keys exist only here.
 */
export class RunView {
	readonly #stored: Map<string, Json>;
	readonly #temp = new Map<string, Json>();
	readonly #caller: RunView | undefined;

	/** `caller`: the view that `user:` and `app:` keys are read from. */
	constructor(record: StateRecord | undefined, caller?: RunView) {
		const shared = record && !caller ? [...record.app, ...record.user] : [];
		this.#stored = new Map(Object.entries(toValues([...shared, ...(record?.session ?? [])])));
		this.#caller = caller;
	}

	get(key: string): Json | undefined {
		if (this.#caller && isShared(key)) return this.#caller.get(key);
		return scopeOf(key) === "temp" ? this.#temp.get(key) : this.#stored.get(key);
	}

	/** Applies a committed change. `temp:` keys are stored only here. */
	apply(delta: StateDelta): void {
		for (const [key, value] of Object.entries(delta.set ?? {})) {
			(scopeOf(key) === "temp" ? this.#temp : this.#stored).set(key, structuredClone(value));
		}
		for (const key of delta.remove ?? []) {
			(scopeOf(key) === "temp" ? this.#temp : this.#stored).delete(key);
		}
	}

	/** Removes the `temp:` keys at the end of the run. */
	clear(): void {
		this.#temp.clear();
	}
}

/** Whether more than one session sees the key. */
export function isShared(key: string): boolean {
	const scope = scopeOf(key);
	return scope === "user" || scope === "app";
}

/** Splits a change of state into shared keys and the others. */
export function splitShared({ set = {}, remove = [] }: StateDelta): { shared: StateDelta; own: StateDelta } {
	const part = (wanted: boolean): StateDelta => ({
		set: Object.fromEntries(Object.entries(set).filter(([key]) => isShared(key) === wanted)),
		remove: remove.filter((key) => isShared(key) === wanted),
	});
	return { shared: part(true), own: part(false) };
}

/**
 * The state changes of one tool call. The tool sees them immediately, everyone else when its result is
 * committed.
 */
export class StateDraft {
	readonly #view: RunView;
	readonly #set = new Map<string, Json>();
	readonly #removed = new Set<string>();

	constructor(view: RunView) {
		this.#view = view;
	}

	get(key: string): Json | undefined {
		if (this.#removed.has(key)) return undefined;
		const value = this.#set.has(key) ? this.#set.get(key) : this.#view.get(key);
		return structuredClone(value);
	}

	set(key: string, value: Json): void {
		// Checked here, so that the tool gets the error.
		toWrites({ set: { [key]: value } });
		this.#set.set(key, structuredClone(value));
		this.#removed.delete(key);
	}

	remove(key: string): void {
		toWrites({ remove: [key] });
		this.#set.delete(key);
		this.#removed.add(key);
	}

	/** The approximate size of the change in an event, in bytes. */
	get bytes(): number {
		const delta = this.delta();
		return delta ? Buffer.byteLength(JSON.stringify(delta)) : 0;
	}

	/** The change as a whole; undefined when there is none. */
	delta(): StateDelta | undefined {
		if (this.#set.size === 0 && this.#removed.size === 0) return undefined;
		return { set: Object.fromEntries(this.#set), remove: [...this.#removed] };
	}
}
