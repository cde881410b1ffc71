import { HoldfastError, parse } from "../error/index.ts";
import { type Json, jsonText, keyText, type StateDelta } from "../event/index.ts";
import { ownerOf, scopeOf } from "./scope.ts";

export const MAX_STATE_VALUE_BYTES = 256 * 1024;

/** One stored key: its name with prefix, and the JSON text of its value. null removes the key. */
export interface StateWrite {
	key: string;
	value: string | null;
}

/** Keys (with prefix) to the JSON text of their values. */
export type StateText = ReadonlyMap<string, string>;

function valueText(key: string, value: unknown): string {
	const text = jsonText(value, `state key "${key}"`);
	// A string counts its own bytes, not its quotes.
	const bytes = Buffer.byteLength(text) - (typeof value === "string" ? 2 : 0);
	if (bytes > MAX_STATE_VALUE_BYTES) {
		throw new HoldfastError(
			"limit_exceeded",
			`state key "${key}" has ${bytes} bytes; a value may have at most ${MAX_STATE_VALUE_BYTES}. Store it elsewhere and keep a reference.`,
			{ key, bytes, limit: MAX_STATE_VALUE_BYTES },
		);
	}
	return text;
}

/** Checks a delta and turns it into writes. Drops `temp:` keys, which are never stored. */
export function toWrites(delta: StateDelta | undefined): StateWrite[] {
	if (delta === undefined) return [];
	const writes: StateWrite[] = [];
	for (const key of Object.keys(delta.set ?? {})) {
		parse(keyText, key, `state key "${key.slice(0, 64)}"`);
		const text = valueText(key, delta.set?.[key]);
		if (scopeOf(key) !== "temp") writes.push({ key, value: text });
	}
	for (const key of delta.remove ?? []) {
		if (scopeOf(key) === "temp") continue;
		if (delta.set && Object.hasOwn(delta.set, key)) {
			throw new HoldfastError(
				"invalid",
				`state key "${key}" is both set and removed in one delta; keep one of them`,
				{ key },
			);
		}
		writes.push({ key, value: null });
	}
	return writes;
}

/** The delta as JSON text for the event, without `temp:` keys; undefined if nothing is left. */
export function deltaText(writes: readonly StateWrite[]): string | undefined {
	if (writes.length === 0) return undefined;
	const set = writes
		.filter((write) => write.value !== null)
		.map((write) => `${JSON.stringify(write.key)}:${write.value}`);
	const remove = writes.filter((write) => write.value === null).map((write) => JSON.stringify(write.key));
	const parts = [
		set.length > 0 && `"set":{${set.join(",")}}`,
		remove.length > 0 && `"remove":[${remove.join(",")}]`,
	];
	return `{${parts.filter((part) => part !== false).join(",")}}`;
}

/** The writes of a delta that was stored earlier. It was checked then, so it is not checked again. */
export function writesOf(delta: StateDelta | undefined): StateWrite[] {
	if (delta === undefined) return [];
	const set = Object.entries(delta.set ?? {}).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
	return [...set, ...(delta.remove ?? []).map((key) => ({ key, value: null }))];
}

/** Applies writes to a map of texts, in order. Changes the map. */
export function applyWrites(state: Map<string, string>, writes: readonly StateWrite[]): void {
	for (const { key, value } of writes) {
		if (value === null) state.delete(key);
		else state.set(key, value);
	}
}

/** The writes that are stored with the session itself. */
export function sessionWrites(writes: readonly StateWrite[], hasUser: boolean): StateWrite[] {
	return writes.filter((write) => ownerOf(write.key, hasUser) === "session");
}

/** The keys of a state that are stored with the session itself. */
export function ownState(state: StateText, hasUser: boolean): Map<string, string> {
	return new Map([...state].filter(([key]) => ownerOf(key, hasUser) === "session"));
}

/** A whole state as one JSON object, for a column or an export. */
export function stateJson(state: StateText): string {
	// In the order of a parsed object, so that a round trip gives the same text.
	const entries = Object.entries(Object.fromEntries(state));
	return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`;
}

/** The reverse of `stateJson`. */
export function parseState(text: string): Map<string, string> {
	const values = JSON.parse(text) as Record<string, Json>;
	return new Map(Object.keys(values).map((key) => [key, JSON.stringify(values[key])]));
}

/** Parses the texts. Returns new objects each time. */
export function toValues(state: Iterable<readonly [string, string]>): Record<string, Json> {
	return Object.fromEntries(Array.from(state, ([key, text]) => [key, JSON.parse(text) as Json]));
}
