import type { SessionUid, TenantId, UserId } from "../../../event/index.ts";
import {
	type FactLoadPlan,
	type FactOwner,
	factsExist,
	noSession,
	type TransferPage,
	type TransferQuery,
	type TransferRow,
	type TransferValue,
} from "../../ports/index.ts";
import { first, row, type Sql, type SqlValue, tell, tuples } from "../call.ts";
import { bySize, each, toChunks } from "../chunks.ts";
import { needOwner, removal, takeRevisions, touchOwner } from "../fact-owners.ts";
import { dropFact } from "../write-facts.ts";
import { FACT } from "./columns.ts";
import { type KindSql, name, pick, prefixed, toPage } from "./kind.ts";
import { sessionNumbers } from "./session-numbers.ts";

const SELECT = `SELECT f.no, f.id, p.space, o.user_id, s.uid, ${prefixed("f", FACT)} FROM {facts} f
	JOIN {fact_owners} o ON {mine:o} AND o.no = f.owner_no
	JOIN {fact_spaces} p ON {mine:p} AND p.no = f.space_no
	LEFT JOIN {sessions} s ON {mine:s} AND s.no = o.session_no WHERE {mine:f}`;
const COLUMNS = ["space", "user_id", "uid", ...FACT];
const BY_IDS = bySize((ids) => `${SELECT} AND f.tenant = ? AND f.id IN (${each(ids, "?")})`);
const SOURCES = bySize(
	(numbers) => `SELECT c.fact_no, s.uid, c."offset" FROM {fact_sources} c
	JOIN {sessions} s ON {mine:s} AND s.no = c.session_no WHERE {mine:c} AND c.fact_no IN (${each(numbers, "?")})`,
);
const CHANGES = bySize(
	(numbers) => `SELECT c.fact_no, c.at, c.body FROM {fact_changes} c
	WHERE {mine:c} AND c.fact_no IN (${each(numbers, "?")}) ORDER BY c.fact_no, c.at, c.n`,
);

/** The sources or history of facts, by the facts' numbers. */
function* readLists(statement: typeof SOURCES, numbers: readonly number[]): Sql<Map<number, SqlValue[][]>> {
	const lists = new Map<number, SqlValue[][]>(numbers.map((no) => [no, []]));
	for (const chunk of toChunks(numbers)) {
		for (const [no, ...values] of yield* tuples<SqlValue[]>(statement(chunk), ...chunk))
			lists.get(no as number)?.push(values);
	}
	return lists;
}

const bySession = (a: SqlValue[], b: SqlValue[]): number =>
	a[0] === b[0] ? Number(a[1]) - Number(b[1]) : String(a[0]) < String(b[0]) ? -1 : 1;

function* toRows(found: readonly SqlValue[][]): Sql<TransferRow[]> {
	const numbers = found.map(([no]) => no as number);
	const sources = yield* readLists(SOURCES, numbers);
	const changes = yield* readLists(CHANGES, numbers);
	return found.map(([no, id, ...values]) => ({
		key: [id as string],
		values: {
			...name(COLUMNS, values),
			sources: JSON.stringify(sources.get(no as number)?.sort(bySession) ?? []),
			history: JSON.stringify(changes.get(no as number) ?? []),
		},
	}));
}

const NEXT_SPACE = `SELECT p.no, p.space FROM {fact_spaces} p WHERE p.tenant = ?
	AND EXISTS (SELECT 1 FROM {facts} f WHERE {mine:f} AND f.space_no = p.no)`;

const INSERT = `INSERT INTO {facts} (no, tenant, id, space_no, owner_no, rev, ${FACT.join(", ")})
	VALUES (${each(["no", "tenant", "id", "space_no", "owner_no", "rev", ...FACT], "?")})`;
const UPDATE = `UPDATE {facts} SET space_no = ?, owner_no = ?, rev = ?, ${FACT.map((one) => `${one} = ?`).join(", ")}
	WHERE {mine} AND no = ?`;
const INSERT_SOURCE = `INSERT INTO {fact_sources} (session_no, "offset", fact_no) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`;
const INSERT_CHANGE = "INSERT INTO {fact_changes} (fact_no, n, at, body) VALUES (?, ?, ?, ?)";
const BY_ID = "SELECT no, owner_no, space_no FROM {facts} WHERE tenant = ? AND id = ?";

type Sources = [uid: string, offset: number][];
type Changes = [at: number, body: string][];

const listOf = <T>(text: TransferValue | undefined): T => JSON.parse(String(text ?? "[]")) as T;

function* loadFact(
	tenant: TenantId,
	{ key, values }: TransferRow,
	sessions: ReadonlyMap<string, number>,
): Sql<number> {
	const sessionNo = values.uid === null ? 0 : sessions.get(String(values.uid));
	if (sessionNo === undefined) return 0;
	const changes = listOf<Changes>(values.history);
	// The changes come before the fact itself, as when they were made.
	const firstRev = yield* takeRevisions(changes.length + 1);
	const rev = firstRev + changes.length;
	const place = { space: String(values.space), userId: String(values.user_id ?? ""), sessionNo };
	const owner = yield* needOwner(tenant, place, rev);
	const found = (yield first(BY_ID, [tenant, String(key[0])])) as [number, number, number] | undefined;
	const no = found?.[0] ?? rev;
	if (found) {
		yield tell("DELETE FROM {fact_sources} WHERE {mine} AND fact_no = ?", no);
		yield tell("DELETE FROM {fact_changes} WHERE {mine} AND fact_no = ?", no);
		yield tell(UPDATE, owner.spaceNo, owner.no, rev, ...pick(values, FACT), no);
		const before = { no: found[1], spaceNo: found[2] };
		if (before.no !== owner.no) {
			yield removal(before, rev, no);
			yield* touchOwner(before, rev);
		}
	} else {
		yield tell(INSERT, no, tenant, String(key[0]), owner.spaceNo, owner.no, rev, ...pick(values, FACT));
	}
	for (const [uid, offset] of listOf<Sources>(values.sources)) {
		const session = sessions.get(uid);
		if (session !== undefined) yield tell(INSERT_SOURCE, session, offset, no);
	}
	for (const [i, [at, body]] of changes.entries()) yield tell(INSERT_CHANGE, no, firstRev + i, at, body);
	yield* touchOwner(owner, rev);
	return 1;
}

/** The sessions that facts belong to or came from. */
function* sessionsOf(tenant: TenantId, rows: readonly TransferRow[]): Sql<Map<string, number>> {
	const uids = new Set<string>();
	for (const { values } of rows) {
		if (typeof values.uid === "string") uids.add(values.uid);
		for (const [uid] of listOf<Sources>(values.sources)) uids.add(uid);
	}
	return yield* sessionNumbers(tenant, uids);
}

function* loadAll(tenant: TenantId, rows: readonly TransferRow[]): Sql<number> {
	const sessions = yield* sessionsOf(tenant, rows);
	let count = 0;
	for (const one of rows) count += yield* loadFact(tenant, one, sessions);
	return count;
}

function* removeFact(tenant: TenantId, id: string): Sql<void> {
	const found = (yield first(BY_ID, [tenant, id])) as [number, number, number] | undefined;
	if (!found) return;
	const [no, ownerNo, spaceNo] = found;
	const rev = yield* takeRevisions(1);
	yield* dropFact(no);
	yield removal({ no: ownerNo, spaceNo }, rev, no);
	yield* touchOwner({ no: ownerNo, spaceNo }, rev);
}

export const factKind: KindSql = {
	*read(tenant, { after, limit }) {
		const from = after ? " AND p.space >= ?" : "";
		const [space] = yield* tuples<[number, string]>(
			`${NEXT_SPACE}${from} ORDER BY p.space LIMIT 1`,
			tenant,
			...(after ? [String(after[0])] : []),
		);
		if (!space) return { rows: [], next: undefined };
		const since = after?.[0] === space[1] ? Number(after[1]) : -1;
		const found = yield* tuples<SqlValue[]>(
			`${SELECT} AND f.space_no = ? AND f.no > ? ORDER BY f.no LIMIT ?`,
			space[0],
			since,
			limit,
		);
		const last = found.at(-1)?.[0] ?? null;
		if (found.length === limit) return { rows: yield* toRows(found), next: [space[1], last] };
		// Names contain no NUL: nothing sorts between this one and the next.
		const rest = yield* row(`${NEXT_SPACE} AND p.space > ? LIMIT 1`, tenant, space[1]);
		return { rows: yield* toRows(found), next: rest ? [nextText(space[1]), -1] : undefined };
	},
	*get(tenant, keys) {
		const found: SqlValue[][] = [];
		for (const chunk of toChunks(keys.map(([id]) => String(id))))
			found.push(...(yield* tuples<SqlValue[]>(BY_IDS(chunk), tenant, ...chunk)));
		return yield* toRows(found);
	},
	*load(tenant, rows, absent) {
		yield* takeRevisions(0);
		if (!absent) return yield* loadAll(tenant, rows);
		const fresh: TransferRow[] = [];
		for (const one of rows) if (!(yield first(BY_ID, [tenant, String(one.key[0])]))) fresh.push(one);
		return yield* loadAll(tenant, fresh);
	},
	*remove(tenant, keys) {
		yield* takeRevisions(0);
		for (const [id] of keys) yield* removeFact(tenant, String(id));
	},
};

/** The smallest text after this one. */
const nextText = (text: string): string => `${text}\u0001`;

const OWNERS = `SELECT p.space, o.user_id, s.uid, o.session_no FROM {fact_spaces} p
	JOIN {fact_owners} o ON {mine:o} AND o.space_no = p.no LEFT JOIN {sessions} s ON {mine:s} AND s.no = o.session_no
	WHERE p.tenant = ? AND EXISTS (SELECT 1 FROM {facts} f WHERE {mine:f} AND f.owner_no = o.no)`;

export function* readOwners(tenant: TenantId, { after, limit }: TransferQuery): Sql<TransferPage<FactOwner>> {
	const behind = after ? " AND (p.space, o.user_id, o.session_no) > (?, ?, ?)" : "";
	const found = yield* tuples<[string, string, string | null, number]>(
		`${OWNERS}${behind} ORDER BY p.space, o.user_id, o.session_no LIMIT ?`,
		tenant,
		...(after ?? []),
		limit + 1,
	);
	const { rows, next } = toPage(found, limit, ([space, user, , session]) => [space, user, session]);
	const owners = rows.map(([space, user, uid]) => ({
		tenant,
		space,
		userId: user === "" ? undefined : (user as UserId),
		uid: (uid ?? undefined) as SessionUid | undefined,
	}));
	return { rows: owners, next };
}

const OWNED = `SELECT f.id FROM {facts} f JOIN {fact_owners} o ON {mine:o} AND o.no = f.owner_no
	JOIN {fact_spaces} p ON {mine:p} AND p.no = f.space_no
	WHERE {mine:f} AND p.tenant = ? AND p.space = ? AND o.user_id = ? AND o.session_no = ?`;

/** Stores the facts of an owner, all or none. */
export function* loadFacts({
	owner,
	facts,
	onConflict,
}: FactLoadPlan): Sql<"created" | "replaced" | "skipped"> {
	const { tenant, space, userId, uid } = owner;
	const sessions = uid === undefined ? undefined : yield* sessionNumbers(tenant, [uid]);
	const sessionNo = uid === undefined ? 0 : sessions?.get(uid);
	if (sessionNo === undefined) throw noSession({ uid: uid as SessionUid, tenant });
	yield* takeRevisions(0);
	const place = [tenant, space, uid === undefined ? (userId ?? "") : "", sessionNo];
	const inTheWay = new Set((yield* tuples<[string]>(OWNED, ...place)).map(([id]) => id));
	for (const { key } of facts) if (yield first(BY_ID, [tenant, String(key[0])])) inTheWay.add(String(key[0]));
	if (inTheWay.size > 0 && onConflict === "skip") return "skipped";
	if (inTheWay.size > 0 && onConflict === "fail") throw factsExist();
	for (const id of inTheWay) yield* removeFact(tenant, id);
	yield* loadAll(tenant, facts);
	return inTheWay.size > 0 ? "replaced" : "created";
}
