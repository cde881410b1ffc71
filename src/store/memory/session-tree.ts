import type { MemoryData } from "./data.ts";
import type { MemorySession } from "./stored.ts";

/** These sessions and all their descendants. */
export function withDescendants(data: MemoryData, sessions: readonly MemorySession[]): MemorySession[] {
	const found = new Set(sessions);
	const children = new Map<string, MemorySession[]>();
	for (const session of data.byUid.values()) {
		const { parent } = session.record;
		if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), session]);
	}
	// The set grows while it is iterated, so descendants of any depth are found.
	for (const { record } of found) for (const child of children.get(record.uid) ?? []) found.add(child);
	return [...found];
}

/**
 * Makes the children of a merged session children of the target. If the target is a descendant, it takes the
 * source's place.
 */
export function adoptChildren(data: MemoryData, source: MemorySession, target: MemorySession): void {
	if (withDescendants(data, [source]).includes(target)) target.record.parent = source.record.parent;
	for (const { record } of data.byUid.values()) {
		if (record.parent === source.record.uid && record !== target.record) record.parent = target.record.uid;
	}
}
