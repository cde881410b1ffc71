import { rows, type Sql, tell } from "./call.ts";
import { FROM_SESSIONS, type SessionRow } from "./find-session.ts";

interface Child {
	no: number;
	uid: string;
}

/** All descendants of a session, the deepest last; locked. */
export function* lockDescendants(uid: string): Sql<Child[]> {
	const text = `SELECT s.no, s.uid ${FROM_SESSIONS} WHERE {mine:s} AND s.parent_uid = ? ORDER BY s.no {lock:s,h}`;
	const children = (parent: string) => rows<Child>(text, parent);
	const found = new Map<string, Child>();
	for (const child of yield* children(uid)) found.set(child.uid, child);
	// The map grows while it is iterated.
	for (const { uid: parent } of found.values()) {
		for (const child of yield* children(parent)) if (!found.has(child.uid)) found.set(child.uid, child);
	}
	return [...found.values()];
}

/**
 * Makes the children of a merged session children of the target. If the target is a descendant, it takes the
 * source's place.
 */
export function* adoptChildren(source: SessionRow, target: SessionRow): Sql<void> {
	const descendants = yield* lockDescendants(source.uid);
	if (descendants.length === 0) return;
	if (descendants.some(({ no }) => no === target.no)) {
		yield tell(
			`UPDATE {sessions} SET parent_uid = (SELECT parent_uid FROM {sessions} WHERE {mine} AND no = ?)
			WHERE {mine} AND no = ?`,
			source.no,
			target.no,
		);
	}
	const text = "UPDATE {sessions} SET parent_uid = ? WHERE {mine} AND parent_uid = ?";
	yield tell(text, target.uid, source.uid);
}
