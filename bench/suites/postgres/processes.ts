import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { forInformation, median, type Row } from "../../measure.ts";
import { analyze, openRaw, scaled, withClient } from "../../postgres.ts";
import type { WriterReport } from "./children/many-writers.ts";
import { SESSIONS } from "./spread.ts";

const PROCESSES = 4;
const WRITERS = 8;
const ROUNDS = 5;
const SCRIPT = new URL("children/many-writers.ts", import.meta.url);

/** What a child says next; rejects if it ends instead. */
async function hear(child: ChildProcess): Promise<unknown> {
	const ended = once(child, "exit").then(([code]) =>
		Promise.reject(new Error(`a writer ended with ${code}`)),
	);
	ended.catch(() => {});
	const [said] = await Promise.race([once(child, "message"), ended]);
	return said;
}

/** All processes are up and warm before the first of them begins. */
async function round(kind: "ours" | "raw", url: string, count: number): Promise<WriterReport[]> {
	const sessions = scaled(SESSIONS);
	const children = Array.from({ length: PROCESSES }, (_, i) => {
		const shift = (sessions / PROCESSES) * i;
		return fork(SCRIPT, [kind, url, `${sessions}`, `${WRITERS}`, `${count}`, `${shift}`]);
	});
	try {
		await Promise.all(children.map(hear));
		await analyze(url);
		const reports = children.map(hear);
		for (const child of children) child.send("go");
		return (await Promise.all(reports)) as WriterReport[];
	} finally {
		for (const child of children) if (child.exitCode === null) child.kill();
	}
}

const rateOf = (reports: readonly WriterReport[], count: number): number => {
	const wall = Math.max(...reports.map((r) => r.end)) - Math.min(...reports.map((r) => r.start));
	return ((PROCESSES * count) / wall) * 1000;
};

/** Four processes with 8 writers each over 1,000 sessions; raw has as many processes, each with a pool of 8. */
export async function processes(url: string): Promise<Row[]> {
	const count = scaled(4_000);
	const rounds = scaled(ROUNDS);
	const ours: number[] = [];
	const raw: number[] = [];
	const bytes: number[] = [];
	let rejected = 0;
	// Several that create the same table at once would fail each other.
	await (await openRaw(url)).close();
	for (let i = 0; i < rounds; i++) {
		const reports = await round("ours", url, count);
		ours.push(rateOf(reports, count));
		for (const report of reports) {
			rejected += report.rejected;
			bytes.push(report.bytes);
		}
		raw.push(rateOf(await round("raw", url, count), count));
	}
	const { stored, heads } = await withClient(url, async (client) => {
		const { rows } = await client.query(`SELECT (SELECT count(*)::INTEGER FROM holdfast.events) AS stored,
			(SELECT sum(head)::INTEGER FROM holdfast.heads) AS heads`);
		return rows[0] as { stored: number; heads: number };
	});
	// Each process makes as many before it is measured.
	const lost = 2 * rounds * PROCESSES * count - Math.min(stored, heads);
	const show = (rates: number[]): string => `${Math.round(median(rates)).toLocaleString("en")}/s`;
	const what = `PostgreSQL: ${PROCESSES} processes × ${WRITERS} writers, ${scaled(SESSIONS).toLocaleString("en")} sessions`;
	const ratio = median(ours.map((rate, i) => rate / (raw[i] ?? Number.NaN)));
	return [
		forInformation(what, show(ours), show(raw), ratio),
		{
			what: "… of which rejected or lost",
			ours: `${Math.max(rejected, lost)}`,
			raw: "–",
			ratio: 0,
			target: "0",
			meets: rejected === 0 && lost === 0,
		},
		forInformation(
			"PostgreSQL: memory of a process that writes",
			`${Math.round(median(bytes) / 2 ** 20)} MiB`,
			"–",
			Number.NaN,
		),
	];
}
