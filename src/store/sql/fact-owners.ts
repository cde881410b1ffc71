import type { SessionUid, TenantId } from "../../event/index.ts";
import type { FactOwner, WholeSpace } from "../ports/index.ts";
import { first, row, type Sql, type SqlCall, tell } from "./call.ts";

/** A stored owner: `born` is the revision of its first fact, `rev` the newest. */
export interface OwnerRow {
	no: number;
	spaceNo: number;
	born: number;
	rev: number;
}

/** An owner by the numbers of this database. User '' means no user, session 0 no session. */
export interface OwnerKey {
	space: string;
	userId: string;
	sessionNo: number;
}

const FROM_OWNERS = "FROM {fact_spaces} p JOIN {fact_owners} o ON {mine:o} AND o.space_no = p.no";
const OF_USER = `SELECT o.no, o.space_no, o.born, o.rev ${FROM_OWNERS}
	WHERE p.tenant = ? AND p.space = ? AND o.user_id = ? AND o.session_no = 0`;
const OF_SESSION = `SELECT o.no, o.space_no, o.born, o.rev ${FROM_OWNERS} WHERE p.tenant = ? AND p.space = ?
	AND o.user_id = '' AND o.session_no = (SELECT no FROM {sessions} WHERE uid = ? AND tenant = ?)`;
const OF_SPACE = "SELECT 0, no, born, rev FROM {fact_spaces} WHERE tenant = ? AND space = ?";

type OwnerColumns = [no: number, space: number, born: number, rev: number];

/** The owner, if it ever had a fact. For a whole space, the number is 0. */
export function* findOwner(owner: FactOwner | WholeSpace): Sql<OwnerRow | undefined> {
	const { tenant, space } = owner;
	let call: SqlCall;
	if ("everybody" in owner) call = first(OF_SPACE, [tenant, space]);
	else if (owner.uid !== undefined) call = first(OF_SESSION, [tenant, space, owner.uid, tenant]);
	else call = first(OF_USER, [tenant, space, owner.userId ?? ""]);
	const found = (yield call) as OwnerColumns | undefined;
	return found && { no: found[0], spaceNo: found[1], born: found[2], rev: found[3] };
}

const TAKE = "UPDATE {revisions} SET rev = rev + ? WHERE {mine} AND one = 1 RETURNING rev";
const BEGIN = `INSERT INTO {revisions} (one, rev) VALUES (1, ?)
	ON CONFLICT ({keyed}one) DO UPDATE SET rev = {revisions}.rev + ? RETURNING rev`;

/**
 * Reserves this many revisions and returns the first. No other transaction gets revisions before this one
 * ends: revisions follow the order of commits, and facts do not change between reading and writing. Must come
 * before the first read of facts and owners, and after the locks of sessions.
 */
export function* takeRevisions(count: number): Sql<number> {
	const taken = (yield first(TAKE, [count])) as [number] | undefined;
	// There is no counter before the first fact. Two transactions that create it wait for each other.
	const [last] = taken ?? ((yield first(BEGIN, [count, count])) as [number]);
	return last - count + 1;
}

/** For operations that read facts before they know what they change. */
export function* lockFacts(): Sql<void> {
	yield* takeRevisions(0);
}

/** The owner in an existing space; created if it is new. */
export function* needOwnerIn(spaceNo: number, userId: string, sessionNo: number, rev: number): Sql<OwnerRow> {
	const key = [spaceNo, userId, sessionNo];
	const found = yield* row<{ no: number; born: number; rev: number }>(
		"SELECT no, born, rev FROM {fact_owners} WHERE {mine} AND space_no = ? AND user_id = ? AND session_no = ?",
		...key,
	);
	if (found) return { ...found, spaceNo };
	const [no] = (yield first(
		`INSERT INTO {fact_owners} (space_no, user_id, session_no, born, rev) VALUES (?, ?, ?, ?, ?) RETURNING no`,
		[...key, rev, rev],
	)) as [number];
	return { no, spaceNo, born: rev, rev };
}

/** The owner; created with its space if they are new. */
export function* needOwner(
	tenant: TenantId,
	{ space, userId, sessionNo }: OwnerKey,
	rev: number,
): Sql<OwnerRow> {
	const found = (yield first(OF_SPACE, [tenant, space])) as OwnerColumns | undefined;
	if (found) return yield* needOwnerIn(found[1], userId, sessionNo, rev);
	const [spaceNo] = (yield first(
		"INSERT INTO {fact_spaces} (tenant, space, born, rev) VALUES (?, ?, ?, ?) RETURNING no",
		[tenant, space, rev, rev],
	)) as [number];
	return yield* needOwnerIn(spaceNo, userId, sessionNo, rev);
}

/** Records that the owner, and so its space, changed with this revision. */
export function* touchOwner({ no, spaceNo }: Pick<OwnerRow, "no" | "spaceNo">, rev: number): Sql<void> {
	yield tell("UPDATE {fact_owners} SET rev = ? WHERE {mine} AND no = ? AND rev < ?", rev, no, rev);
	yield tell("UPDATE {fact_spaces} SET rev = ? WHERE {mine} AND no = ? AND rev < ?", rev, spaceNo, rev);
}

/** Records that the owner no longer has this fact. */
export const removal = (owner: Pick<OwnerRow, "no" | "spaceNo">, rev: number, factNo: number): SqlCall =>
	tell(
		"INSERT INTO {fact_removals} (owner_no, rev, fact_no, space_no) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
		owner.no,
		rev,
		factNo,
		owner.spaceNo,
	);

/** The fields of a session that facts need. */
export interface FactSession {
	no: number;
	userId: string | null;
}

const SESSION = "SELECT s.no, s.user_id FROM {sessions} s WHERE s.uid = ? AND s.tenant = ?";
const SHARED_SESSION = `${SESSION} {share:s}`;

/** The number of a session and its user, if it exists. */
export const sessionOf = (uid: SessionUid, tenant: TenantId): Sql<FactSession | undefined> =>
	sessionBy(SESSION, uid, tenant);

/**
 * The same with a lock, for writing facts of or from the session: it cannot be deleted or get another user in
 * the meantime.
 */
export const shareSessionOf = (uid: SessionUid, tenant: TenantId): Sql<FactSession | undefined> =>
	sessionBy(SHARED_SESSION, uid, tenant);

function* sessionBy(text: string, uid: SessionUid, tenant: TenantId): Sql<FactSession | undefined> {
	const found = (yield first(text, [uid, tenant])) as [number, string | null] | undefined;
	return found && { no: found[0], userId: found[1] };
}
