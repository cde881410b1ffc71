import type { MemoryData } from "./data.ts";
import type { MemorySession } from "./stored.ts";

/** These sessions and those that exist on their behalf, directly or not. */
export function withDescendants(data: MemoryData, sessions: readonly MemorySession[]): MemorySession[] {
	const found = new Set(sessions);
	const children = new Map<string, MemorySession[]>();
	for (const session of data.byUid.values()) {
		const { parent } = session.record;
		if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), session]);
	}
	// A set grows while it is walked: children of children are met, too.
	for (const { record } of found) for (const child of children.get(record.uid) ?? []) found.add(child);
	return [...found];
}

/**
 * What existed on behalf of a merged session exists on behalf of the target from now on. A target that is among
 * them takes the source's place.
 */
export function adoptChildren(data: MemoryData, source: MemorySession, target: MemorySession): void {
	if (withDescendants(data, [source]).includes(target)) target.record.parent = source.record.parent;
	for (const { record } of data.byUid.values()) {
		if (record.parent === source.record.uid && record !== target.record) record.parent = target.record.uid;
	}
}
