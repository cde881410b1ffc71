import { join } from "node:path";
import { runChild } from "../children/spawn.ts";
import { atLeast, median, type Row } from "../measure.ts";
import { inFolder, openOurs, openRaw } from "../stores.ts";

const ROUNDS = 5;
const WRITERS = 8;
const COUNT = 300;

interface Report {
	start: number;
	end: number;
	rejected: number;
}

/** Two processes with 8 writers each on one session, `full`. */
export async function twoProcesses(): Promise<Row[]> {
	return inFolder(async (dir) => {
		const ours: number[] = [];
		const raw: number[] = [];
		let rejected = 0;
		let stored = 0;
		const round = async (kind: "ours" | "raw", file: string): Promise<{ rate: number; rejected: number }> => {
			const run = (tag: string) => runChild("shared-writer.ts", [kind, file, `${WRITERS}`, `${COUNT}`, tag]);
			const reports = (await Promise.all([run("a"), run("b")])).map((line) => JSON.parse(line) as Report);
			const wall = Math.max(...reports.map((r) => r.end)) - Math.min(...reports.map((r) => r.start));
			const refused = reports.reduce((sum, report) => sum + report.rejected, 0);
			return { rate: ((2 * WRITERS * COUNT - refused) / wall) * 1000, rejected: refused };
		};
		for (let i = 0; i < ROUNDS; i++) {
			const mine = join(dir, `ours-${i}.db`);
			await (await openOurs(mine, "full")).close();
			const result = await round("ours", mine);
			ours.push(result.rate);
			rejected += result.rejected;
			const hf = await openOurs(mine, "full");
			stored += (await hf.sessions.get("shared")).eventCount;
			await hf.close();
			const theirs = join(dir, `raw-${i}.db`);
			openRaw(theirs, "full").close();
			raw.push((await round("raw", theirs)).rate);
		}
		const show = (rates: number[]): string => `${Math.round(median(rates)).toLocaleString("en")}/s`;
		const lost = ROUNDS * 2 * WRITERS * COUNT - stored;
		return [
			atLeast(
				"2 processes × 8 writers, one session, `full`",
				show(ours),
				show(raw),
				median(ours) / median(raw),
				2,
			),
			{
				what: "… of which rejected or lost",
				ours: `${rejected + lost}`,
				raw: "–",
				ratio: 0,
				target: "0",
				meets: rejected + lost === 0,
			},
		];
	});
}
