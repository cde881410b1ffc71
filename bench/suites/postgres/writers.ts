import { alternate, atLeast, forInformation, perSecond, type Row } from "../../measure.ts";
import { analyze, openOurs, openRaw, type Raw, scaled } from "../../postgres.ts";
import { appendInTurn, SESSIONS, spread, WRITERS } from "./spread.ts";

/** The figure is that of a process, and of connections, that have been running for a while. */
const WARM_UP = 3_000;

/** One writer, one session, one message per append, against one connection. */
export async function oneWriter(url: string): Promise<Row> {
	const raw = await openRaw(url);
	const hf = await openOurs(url);
	const append = appendInTurn(hf, 1);
	const slice = 100;
	const ours = () => spread(1, slice, append);
	const theirs = () => spread(1, slice, (i) => raw.append("s0", i));
	await spread(1, scaled(WARM_UP), append);
	await spread(1, scaled(WARM_UP), (i) => raw.append("s0", i));
	await analyze(url);
	await ours();
	await theirs();
	const { oursMs, rawMs, rawOverOurs } = await alternate(scaled(40), ours, theirs);
	await hf.close();
	await raw.close();
	return atLeast(
		"PostgreSQL: one writer, one session",
		perSecond(slice, oursMs),
		perSecond(slice, rawMs),
		rawOverOurs,
		0.7,
	);
}

interface Compared {
	ours: string;
	raw: string;
	ratio: number;
}

/** 32 writers against 32 on a pool of `pg`, of the size it has by itself and with one connection for each; the better counts. */
async function compare(url: string, sessions: number, count: number): Promise<Compared> {
	const hf = await openOurs(url);
	const append = appendInTurn(hf, sessions);
	const ours = () => spread(WRITERS, count, append);
	const rawAppend = (raw: Raw) => (i: number) => raw.append(`s${i % sessions}`, i);
	// Also creates the sessions.
	await spread(WRITERS, Math.max(scaled(WARM_UP), sessions), append);
	const results: { connections: number; oursMs: number; rawMs: number; rawOverOurs: number }[] = [];
	for (const connections of [10, WRITERS]) {
		const raw = await openRaw(url, connections);
		const theirs = () => spread(WRITERS, count, rawAppend(raw));
		await theirs();
		await analyze(url);
		await ours();
		await theirs();
		results.push({ connections, ...(await alternate(scaled(12), ours, theirs)) });
		await raw.close();
	}
	await hf.close();
	const hardest = results.reduce((a, b) => (a.rawOverOurs < b.rawOverOurs ? a : b));
	const shown = results.map(({ connections, rawMs }) => `pool ${connections}: ${perSecond(count, rawMs)}`);
	return { ours: perSecond(count, hardest.oursMs), raw: shown.join(", "), ratio: hardest.rawOverOurs };
}

export async function manyWriters(url: string): Promise<Row> {
	const sessions = scaled(SESSIONS);
	const { ours, raw, ratio } = await compare(url, sessions, scaled(2_000));
	const what = `PostgreSQL: ${WRITERS} writers, ${sessions.toLocaleString("en")} sessions`;
	return atLeast(what, ours, raw, ratio, 0.8);
}

export async function oneSession(url: string): Promise<Row> {
	const { ours, raw, ratio } = await compare(url, 1, scaled(2_000));
	return forInformation(`PostgreSQL: ${WRITERS} writers, one session`, ours, raw, ratio);
}

/** What the wall between tenants costs: the same as a role that it holds, and as a superuser. */
export async function rowSecurity(url: string): Promise<Row[]> {
	const held = await openOurs(url, { schema: "held" });
	const free = await openOurs(url, { schema: "free", role: false });
	const sessions = scaled(SESSIONS);
	const row = async (what: string, writers: number, count: number, pairs: number, over: number) => {
		const walled = appendInTurn(held, over);
		const open = appendInTurn(free, over);
		await spread(WRITERS, Math.max(scaled(WARM_UP), over), walled);
		await spread(WRITERS, Math.max(scaled(WARM_UP), over), open);
		await analyze(url);
		await spread(WRITERS, count, walled);
		await spread(WRITERS, count, open);
		const { oursMs, rawMs, rawOverOurs } = await alternate(
			pairs,
			() => spread(writers, count, walled),
			() => spread(writers, count, open),
		);
		return forInformation(what, perSecond(count, oursMs), perSecond(count, rawMs), rawOverOurs);
	};
	const rows = [
		await row("PostgreSQL: one writer, row level security / without", 1, 100, scaled(40), 1),
		await row(
			`PostgreSQL: ${WRITERS} writers, row level security / without`,
			WRITERS,
			scaled(2_000),
			scaled(12),
			sessions,
		),
	];
	await held.close();
	await free.close();
	return rows;
}
