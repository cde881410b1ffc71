import type { TenantId, UserId } from "../../event/index.ts";
import { row, type Sql, tell, tuples } from "./call.ts";
import { lockFacts, needOwnerIn, type OwnerRow, removal, takeRevisions, touchOwner } from "./fact-owners.ts";
import type { SessionRow } from "./find-session.ts";
import { dropFact, findTwin } from "./write-facts.ts";

type Owner = Pick<OwnerRow, "no" | "spaceNo">;

/** The owners of a session's facts, by their numbers in this database. */
export function* ownersOfSession(no: number): Sql<Owner[]> {
	const text = "SELECT no, space_no FROM {fact_owners} WHERE {mine} AND session_no = ?";
	return (yield* tuples<[number, number]>(text, no)).map(([no, spaceNo]) => ({ no, spaceNo }));
}

function* ownersOfUser(tenant: TenantId, userId: UserId): Sql<Owner[]> {
	const found = yield* tuples<[number, number]>(
		`SELECT o.no, o.space_no FROM {fact_spaces} p JOIN {fact_owners} o ON {mine:o} AND o.space_no = p.no
		WHERE p.tenant = ? AND o.user_id = ? ORDER BY o.no`,
		tenant,
		userId,
	);
	return found.map(([no, spaceNo]) => ({ no, spaceNo }));
}

/** Moves the sources and history of one fact to another, and removes the first. */
function* joinFacts(no: number, into: number, rev: number): Sql<void> {
	yield tell(
		`INSERT INTO {fact_sources} (session_no, "offset", fact_no)
		SELECT session_no, "offset", ? FROM {fact_sources} WHERE {mine} AND fact_no = ? ON CONFLICT DO NOTHING`,
		into,
		no,
	);
	yield tell("UPDATE {fact_changes} SET fact_no = ? WHERE {mine} AND fact_no = ?", into, no);
	yield tell("UPDATE {facts} SET rev = ? WHERE {mine} AND no = ?", rev, into);
	yield* dropFact(no);
}

/**
 * Moves facts to another owner in their space. If that owner already has the same fact, the two are merged.
 * Optionally moves only floating facts; with a user they no longer float.
 */
function* moveOwned(
	from: Owner,
	to: { userId: string; sessionNo: number },
	onlyFloating: boolean,
): Sql<void> {
	yield* lockFacts();
	const among = onlyFloating ? " AND floating = 1" : "";
	const facts = yield* tuples<[number, string]>(
		`SELECT no, digest FROM {facts} WHERE {mine} AND owner_no = ?${among} ORDER BY no`,
		from.no,
	);
	if (facts.length === 0) return;
	let rev = yield* takeRevisions(facts.length);
	const owner = yield* needOwnerIn(from.spaceNo, to.userId, to.sessionNo, rev);
	for (const [no, digest] of facts) {
		const twin = yield* findTwin(owner.no, digest);
		if (twin) yield* joinFacts(no, twin.no, rev);
		else {
			const floating = to.userId === "" ? "floating" : "0";
			const text = `UPDATE {facts} SET owner_no = ?, rev = ?, floating = ${floating} WHERE {mine} AND no = ?`;
			yield tell(text, owner.no, rev, no);
		}
		yield removal(from, rev, no);
		rev += 1;
	}
	yield* touchOwner(from, rev - 1);
	yield* touchOwner(owner, rev - 1);
}

/** Gives the floating facts of a session to its user. */
export function* landFacts(session: SessionRow, userId: string | undefined): Sql<void> {
	if (userId === undefined) return;
	for (const owner of yield* ownersOfSession(session.no)) {
		yield* moveOwned(owner, { userId, sessionNo: 0 }, true);
	}
}

/** Moves the facts and sources of a merged session to the target, at their new offsets. */
export function* mergeFacts(source: SessionRow, target: SessionRow, shift: number): Sql<void> {
	yield* landFacts(source, target.user_id ?? undefined);
	for (const owner of yield* ownersOfSession(source.no)) {
		yield* moveOwned(owner, { userId: "", sessionNo: target.no }, false);
	}
	yield* lockFacts();
	// Sources that retention removed: their old offsets are now those of other events.
	yield tell(
		`INSERT INTO {fact_sources} (session_no, "offset", fact_no) SELECT ?, "offset" + ?, fact_no
		FROM {fact_sources} WHERE {mine} AND session_no = ? AND "offset" >= ? ON CONFLICT DO NOTHING`,
		target.no,
		shift,
		source.no,
		source.base,
	);
	yield tell("DELETE FROM {fact_sources} WHERE {mine} AND session_no = ?", source.no);
}

/** Moves all facts of a user to another user. */
export function* moveUserFacts(tenant: TenantId, from: UserId, to: UserId): Sql<void> {
	yield* lockFacts();
	for (const owner of yield* ownersOfUser(tenant, from)) {
		yield* moveOwned(owner, { userId: to, sessionNo: 0 }, false);
		yield tell("DELETE FROM {fact_owners} WHERE {mine} AND no = ?", owner.no);
	}
}

export function* hasFacts(tenant: TenantId, userId: UserId): Sql<boolean> {
	const found = yield* row(
		`SELECT f.no FROM {fact_spaces} p JOIN {fact_owners} o ON {mine:o} AND o.space_no = p.no
		JOIN {facts} f ON {mine:f} AND f.owner_no = o.no WHERE p.tenant = ? AND o.user_id = ? LIMIT 1`,
		tenant,
		userId,
	);
	return found !== undefined;
}
