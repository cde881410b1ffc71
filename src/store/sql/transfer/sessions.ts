import type { TenantId } from "../../../event/index.ts";
import type { TransferRow, TransferValue } from "../../ports/index.ts";
import { first, type Sql, type SqlValue, tell, tuples } from "../call.ts";
import { bySize, each, toChunks } from "../chunks.ts";
import { eraseSession } from "../erase.ts";
import { FROM_SESSIONS } from "../find-session.ts";
import { removeRuns } from "../runs.ts";
import { HEAD, PARTS, SESSION } from "./columns.ts";
import { type KindSql, name, pick, prefixed, toPage } from "./kind.ts";
import { sessionNumbers } from "./session-numbers.ts";

type Part = (typeof PARTS)[keyof typeof PARTS];
const PART_NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];

const SELECT = `SELECT s.no, s.uid, ${prefixed("s", SESSION)}, ${prefixed("h", HEAD)} ${FROM_SESSIONS}
	WHERE s.tenant = ?`;
const BY_UIDS = bySize((uids) => `${SELECT} AND s.uid IN (${each(uids, "?")})`);
const COLUMNS = [...SESSION, ...HEAD];

/** Sorts the parts of a session by queue order or by key, the same for every database. */
export const byFirst = (a: readonly TransferValue[], b: readonly TransferValue[]): number =>
	String(a[0]) === String(b[0]) ? compareText(a[1], b[1]) : compareText(a[0], b[0]);

const compareText = (a: TransferValue | undefined, b: TransferValue | undefined): number =>
	String(a) < String(b) ? -1 : 1;

function* readPart(
	{ table, link: [link], order, columns }: Part,
	numbers: readonly number[],
): Sql<Map<number, TransferValue[][]>> {
	const lists = new Map<number, TransferValue[][]>();
	for (const chunk of toChunks(numbers)) {
		const found = yield* tuples<SqlValue[]>(
			`SELECT t.${link}, ${prefixed("t", columns)} FROM {${table}} t
			WHERE {mine:t} AND t.${link} IN (${each(chunk, "?")}) ORDER BY t.${link}, t.${order}`,
			...chunk,
		);
		for (const [no, ...values] of found) {
			const list = lists.get(no as number) ?? [];
			lists.set(no as number, list);
			list.push(values);
		}
	}
	return lists;
}

const STATUS = PARTS.runs.columns.indexOf("status");
const ALIVE = PARTS.runs.columns.indexOf("alive_until");

/** An ended run has no lease: the stored value means nothing. */
const normalRun = (run: TransferValue[]): TransferValue[] =>
	run[STATUS] === "pending" || run[STATUS] === "running" ? run : run.with(ALIVE, 0);

function* toRows(found: readonly SqlValue[][]): Sql<TransferRow[]> {
	const numbers = found.map(([no]) => no as number);
	const rows = found.map(([, uid, ...values]) => ({
		key: [uid as string],
		values: name(COLUMNS, values),
	}));
	for (const part of PART_NAMES) {
		const lists = yield* readPart(PARTS[part], numbers);
		for (const [i, no] of numbers.entries()) {
			const list = lists.get(no) ?? [];
			const values = rows[i]?.values;
			if (values) values[part] = JSON.stringify(part === "runs" ? list.map(normalRun) : list.sort(byFirst));
		}
	}
	return rows;
}

const INSERT = `INSERT INTO {sessions} (tenant, uid, ${SESSION.join(", ")})
	VALUES (${each([0, 0, ...SESSION], "?")}) RETURNING no`;
const UPDATE = `UPDATE {sessions} SET ${SESSION.map((one) => `${one} = ?`).join(", ")} WHERE tenant = ? AND uid = ?`;
const INSERT_HEAD = `INSERT INTO {heads} (no, ${HEAD.join(", ")}) VALUES (${each([0, ...HEAD], "?")})`;
const UPDATE_HEAD = `UPDATE {heads} SET ${HEAD.map((one) => `${one} = ?`).join(", ")} WHERE {mine} AND no = ?`;
// Two sessions may have swapped names: the other one gets its own name when its row is loaded.
const FREE_NAME = "UPDATE {sessions} SET name_key = uid WHERE tenant = ? AND name_key = ? AND uid <> ?";

function* loadPart(
	{ table, link, columns }: Part,
	session: readonly [no: number, tenant: TenantId],
	text: TransferValue | undefined,
): Sql<void> {
	const list = JSON.parse(String(text)) as TransferValue[][];
	const all = [...link, ...columns];
	const insert = `INSERT INTO {${table}} (${all.join(", ")}) VALUES (${each(all, "?")})`;
	for (const values of list) yield tell(insert, ...session.slice(0, link.length), ...values);
}

export const sessionKind: KindSql = {
	*read(tenant, { after, limit }) {
		const behind = after ? " AND (s.created_at, s.uid) > (?, ?)" : "";
		const found = yield* tuples<SqlValue[]>(
			`${SELECT}${behind} ORDER BY s.created_at, s.uid LIMIT ?`,
			tenant,
			...(after ?? []),
			limit + 1,
		);
		const created = 2 + COLUMNS.indexOf("created_at");
		const page = toPage(found, limit, (columns) => [columns[created] ?? 0, columns[1] ?? ""]);
		return { rows: yield* toRows(page.rows), next: page.next };
	},
	*get(tenant, keys) {
		const found: SqlValue[][] = [];
		for (const chunk of toChunks(keys.map(([uid]) => String(uid))))
			found.push(...(yield* tuples<SqlValue[]>(BY_UIDS(chunk), tenant, ...chunk)));
		return yield* toRows(found);
	},
	*load(tenant, rows, absent) {
		const known = yield* sessionNumbers(
			tenant,
			rows.map(({ key: [uid] }) => String(uid)),
		);
		let count = 0;
		for (const { key, values } of rows) {
			const [uid] = key as [string];
			let no = known.get(uid);
			if (no !== undefined && absent) continue;
			yield tell(FREE_NAME, tenant, values.name_key ?? null, uid);
			if (no === undefined) {
				[no] = (yield first(INSERT, [tenant, uid, ...pick(values, SESSION)])) as [number];
				yield tell(INSERT_HEAD, no, ...pick(values, HEAD));
			} else {
				yield tell(UPDATE, ...pick(values, SESSION), tenant, uid);
				yield tell(UPDATE_HEAD, ...pick(values, HEAD), no);
				yield* removeRuns("SELECT no FROM {runs} WHERE {mine} AND session_no = ?", no);
				for (const part of PART_NAMES) {
					const { table, link } = PARTS[part];
					yield tell(`DELETE FROM {${table}} WHERE {mine} AND ${link[0]} = ?`, no);
				}
			}
			for (const part of PART_NAMES) yield* loadPart(PARTS[part], [no, tenant], values[part]);
			count++;
		}
		return count;
	},
	*remove(tenant, keys) {
		const numbers = yield* sessionNumbers(
			tenant,
			keys.map(([uid]) => String(uid)),
		);
		for (const no of numbers.values()) yield* eraseSession(no);
	},
};
