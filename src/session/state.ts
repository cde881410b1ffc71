import { z } from "zod";
import { parse } from "../error/index.ts";
import { type Json, jsonObject, keyText, type NewEvent, stateDelta } from "../event/index.ts";
import { ownState, toValues } from "../state/index.ts";
import { checkOffset, replayBodies, type SessionTarget } from "../store/ports/index.ts";
import { draftEvents } from "./draft-events.ts";
import type { Platform } from "./platform.ts";
import { type HandleTarget, writeTarget } from "./write-session.ts";

/** The session's own keys, its user's and its agent's, with their prefixes. The session need not exist. */
export async function getState(platform: Platform, target: SessionTarget): Promise<Record<string, Json>> {
	const found = await platform.store.state.read(target);
	if (!found) return {};
	return toValues([...found.app, ...found.user, ...found.session].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Sets and removes keys as one event. `temp:` keys are accepted and dropped: they exist only during a run. */
export async function changeState(
	platform: Platform,
	target: HandleTarget,
	delta: NewEvent["stateDelta"],
): Promise<void> {
	const parsed = parse(stateDelta, delta, "state") as NonNullable<NewEvent["stateDelta"]>;
	const now = Date.now();
	const event: NewEvent = { kind: "state", source: "integration", data: {}, stateDelta: parsed };
	const drafts = draftEvents(event, { limits: platform.store.capabilities.limits, now });
	const events = drafts.filter((draft) => draft.writes.length > 0);
	await writeTarget(platform, target, { events }, now);
}

export const setKeys = (values: Record<string, Json>): NonNullable<NewEvent["stateDelta"]> => ({
	set: parse(jsonObject, values, "state") as Record<string, Json>,
});

export const removeKeys = (keys: string[]): NonNullable<NewEvent["stateDelta"]> => ({
	remove: parse(z.array(keyText), keys, "keys"),
});

const offsetSchema = z.number().int({ error: "must be an integer" }).min(0, { error: "must be 0 or more" });

export function parseOffset(offset: number): number {
	return parse(offsetSchema, offset, "offset");
}

/**
 * The session's own keys when `offset` was the newest event. `user:` and `app:` keys are shared with other sessions
 * and not part of this log, so they are not included.
 */
export async function stateAsOf(
	platform: Platform,
	target: SessionTarget,
	offset: number,
): Promise<Record<string, Json>> {
	const at = parseOffset(offset);
	const found = await platform.store.sessions.stateAsOf(target, at);
	if (!found) return {};
	checkOffset(found, at);
	const state = ownState(found.baseState, found.hasUser);
	replayBodies(state, found.bodies, found.hasUser);
	return toValues(state);
}
