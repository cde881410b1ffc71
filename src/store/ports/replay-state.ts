import type { Event } from "../../event/index.ts";
import {
	applyWrites,
	deltaText,
	type StateText,
	scopeOf,
	sessionWrites,
	writesOf,
} from "../../state/index.ts";

/** Applies the session-owned deltas of stored events to a state, oldest first. Changes the state. */
export function replayBodies(state: Map<string, string>, bodies: Iterable<string>, hasUser: boolean): void {
	for (const body of bodies) {
		const { stateDelta } = JSON.parse(body) as Event;
		applyWrites(state, sessionWrites(writesOf(stateDelta), hasUser));
	}
}

/**
 * The state of a session after the events of another one are appended to it. `extra` is the part of the
 * source's state that none of its kept events sets (its initial state). The event of the merge must carry it,
 * so that replaying the log gives the state that is stored.
 */
export function mergeState(merge: {
	/** The state of the session that stays. */
	target: StateText;
	/** The state of the session that ends. */
	source: StateText;
	/** The bodies of its events, oldest first. */
	sourceBodies: Iterable<string>;
	/** Whether the session that stays has a user. */
	hasUser: boolean;
}): { state: Map<string, string>; extra: Map<string, string> } {
	const { target, source, sourceBodies, hasUser } = merge;
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
 * An event body without the `user:` keys of its delta. Those keys belong to the user: a copy without a user
 * must not adopt them.
 */
export function withoutUserKeys(body: string): { body: string; hasDelta: boolean } {
	const event = JSON.parse(body) as Event;
	const kept = writesOf(event.stateDelta).filter(({ key }) => scopeOf(key) !== "user");
	const delta = deltaText(kept);
	if (delta === undefined) delete event.stateDelta;
	else event.stateDelta = JSON.parse(delta);
	return { body: JSON.stringify(event), hasDelta: delta !== undefined };
}
