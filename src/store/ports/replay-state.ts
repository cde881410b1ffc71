import type { Event } from "../../event/index.ts";
import {
	applyWrites,
	deltaText,
	type StateText,
	scopeOf,
	sessionWrites,
	writesOf,
} from "../../state/index.ts";

/** Applies the session-owned deltas of stored events, oldest first, to a state, changing it. */
export function replayBodies(state: Map<string, string>, bodies: Iterable<string>, hasUser: boolean): void {
	for (const body of bodies) {
		const { stateDelta } = JSON.parse(body) as Event;
		applyWrites(state, sessionWrites(writesOf(stateDelta), hasUser));
	}
}

/**
 * The state of a session after another one's events were appended to it. `extra` is what the source held that
 * none of its kept events says (its initial state): the merge's own event has to carry it, so that a replay of
 * the log gives the same state as the store holds.
 */
export function mergeState(
	target: StateText,
	source: StateText,
	sourceBodies: Iterable<string>,
	hasUser: boolean,
): { state: Map<string, string>; extra: Map<string, string> } {
	const state = new Map(target);
	replayBodies(state, sourceBodies, hasUser);
	const extra = new Map<string, string>();
	for (const [key, value] of source) {
		if (state.get(key) === value) continue;
		extra.set(key, value);
		state.set(key, value);
	}
	return { state, extra };
}

/**
 * A body whose delta says nothing of `user:` keys. What a user's session wrote there is the user's: a copy that
 * belongs to nobody must not take it for its own.
 */
export function withoutUserKeys(body: string): { body: string; hasDelta: boolean } {
	const event = JSON.parse(body) as Event;
	const kept = writesOf(event.stateDelta).filter(({ key }) => scopeOf(key) !== "user");
	const delta = deltaText(kept);
	if (delta === undefined) delete event.stateDelta;
	else event.stateDelta = JSON.parse(delta);
	return { body: JSON.stringify(event), hasDelta: delta !== undefined };
}
