import { holdfast } from "holdfast";
import { postgres } from "holdfast/postgres";
import { instantModel } from "../../instant-model.ts";
import { forInformation, type Row } from "../../measure.ts";
import { openOurs, openRaw, scaled, TABLE_BYTES, withClient } from "../../postgres.ts";
import { text } from "../../stores.ts";
import { appendInTurn, SESSIONS, spread, WRITERS } from "./spread.ts";

const COUNT = 20_000;
const TURNS = 1_000;

interface Growth {
	/** Of tables with their indexes. */
	disk: number;
	/** Of the write-ahead log. It is that of the whole server: nothing else may run on it. */
	wal: number;
}

/** What work leaves behind, per piece. */
async function grow(
	url: string,
	schema: string,
	count: number,
	work: (count: number) => Promise<unknown>,
): Promise<Growth> {
	return withClient(url, async (client) => {
		const look = async (): Promise<Growth> => {
			const { rows } = await client.query("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS wal");
			const sizes = await client.query(TABLE_BYTES, [schema]);
			return { disk: sizes.rows[0].bytes, wal: Number(rows[0].wal) };
		};
		// Behind a checkpoint the first change of each page is logged as the whole page: that is not counted.
		await client.query("CHECKPOINT").catch(() => {});
		await work(Math.ceil(count / 10));
		const before = await look();
		await work(count);
		const after = await look();
		return { disk: (after.disk - before.disk) / count, wal: (after.wal - before.wal) / count };
	});
}

const rows = (what: string, ours: Growth, raw?: Growth): Row[] => {
	const row = (kind: string, mine: number, theirs?: number): Row =>
		forInformation(
			`PostgreSQL: ${kind} bytes per ${what}`,
			mine.toFixed(0),
			theirs?.toFixed(0) ?? "–",
			theirs === undefined ? Number.NaN : mine / theirs,
		);
	return [row("disk", ours.disk, raw?.disk), row("WAL", ours.wal, raw?.wal)];
};

/** How many updates of heads found room on their page, and so touched no index. */
async function hotUpdates(url: string, schema: string): Promise<Row> {
	const { updates, hot } = await withClient(url, async (client) => {
		const { rows } = await client.query(
			`SELECT n_tup_upd::FLOAT8 AS updates, n_tup_hot_upd::FLOAT8 AS hot FROM pg_stat_user_tables
			WHERE schemaname = $1 AND relname = 'heads'`,
			[schema],
		);
		return rows[0] as { updates: number; hot: number };
	});
	const shown = `${((hot / updates) * 100).toFixed(1)} %`;
	return forInformation("PostgreSQL: updates of `heads` that stay on their page", shown, "–", Number.NaN);
}

/** Bytes per message of 200 bytes, in tables with indexes and in the write-ahead log; per session; per turn. */
export async function disk(url: string): Promise<Row[]> {
	const count = scaled(COUNT);
	const sessions = scaled(SESSIONS);
	const raw = await openRaw(url, WRITERS);
	const one = await openOurs(url, { schema: "one" });
	const many = await openOurs(url, { schema: "many" });
	const first = appendInTurn(one, 1);
	await first(0);
	const inOne = await grow(url, "one", count, (n) => spread(1, n, first));
	const next = appendInTurn(many, sessions);
	const create = appendInTurn(many, 2 * sessions);
	let created = 0;
	const perSession = await grow(url, "many", sessions, (n) => spread(WRITERS, n, () => create(created++)));
	const inMany = await grow(url, "many", count, (n) => spread(WRITERS, n, next));
	const theirs = await grow(url, "raw", count, (n) => spread(1, n, (i) => raw.append("s0", i)));
	const theirsMany = await grow(url, "raw", count, (n) =>
		spread(WRITERS, n, (i) => raw.append(`s${i % sessions}`, i)),
	);
	await Promise.all([one.close(), many.close(), raw.close()]);
	const turns = scaled(TURNS);
	const agents = [{ id: "bench", model: instantModel([text("answer")]), instructions: "You help." }];
	const hf = await holdfast({ store: postgres(url, { schema: "turns" }), agents });
	const turn = (i: number) =>
		hf.agents.run({ agentId: "bench", sessionId: `s${i % 10}`, input: text("now") });
	const inTurns = await grow(url, "turns", turns, (n) => spread(10, n, turn));
	await hf.close();
	return [
		...rows("200-byte message, one writer, one session", inOne, theirs),
		...rows(
			`200-byte message, ${WRITERS} writers, ${sessions.toLocaleString("en")} sessions`,
			inMany,
			theirsMany,
		),
		...rows("new session, with its first message", perSession),
		...rows("turn: two 200-byte messages, two status events, a run and its spans", inTurns),
		await hotUpdates(url, "many"),
	];
}
