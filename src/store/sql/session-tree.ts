import { rows, run, type Sql } from "./call.ts";
import type { SessionRow } from "./find-session.ts";

interface Child {
	no: number;
	uid: string;
}

/** The sessions that exist on behalf of this one, directly or not, the remotest last. */
export function* descendantsOf(uid: string): Sql<Child[]> {
	const children = (parent: string) =>
		rows<Child>("SELECT no, uid FROM {sessions} WHERE parent_uid = ? ORDER BY no", parent);
	const found = yield* children(uid);
	// Grows while it is walked.
	for (const child of found) found.push(...(yield* children(child.uid)));
	return found;
}

/**
 * What existed on behalf of a merged session exists on behalf of the target from now on. A target that is among
 * them takes the source's place.
 */
export function* adoptChildren(source: SessionRow, target: SessionRow): Sql<void> {
	const descendants = yield* descendantsOf(source.uid);
	if (descendants.length === 0) return;
	if (descendants.some(({ no }) => no === target.no)) {
		yield* run(
			"UPDATE {sessions} SET parent_uid = (SELECT parent_uid FROM {sessions} WHERE no = ?) WHERE no = ?",
			source.no,
			target.no,
		);
	}
	yield* run("UPDATE {sessions} SET parent_uid = ? WHERE parent_uid = ?", target.uid, source.uid);
}
