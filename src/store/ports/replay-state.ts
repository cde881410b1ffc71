import type { Event } from "../../event/index.ts";
import { applyWrites, type StateText, sessionWrites, writesOf } from "../../state/index.ts";

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
