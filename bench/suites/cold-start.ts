import { join } from "node:path";
import { runChild } from "../children/spawn.ts";
import { atMost, median, type Row } from "../measure.ts";
import { inFolder } from "../stores.ts";

/** A new process, from its start to the first acknowledged append; raw imports zod and does the same by hand. */
export async function coldStart(): Promise<Row> {
	return inFolder(async (dir) => {
		const ours: number[] = [];
		const raw: number[] = [];
		for (let i = 0; i < 15; i++) {
			ours.push(Number(await runChild("cold-ours.js", [join(dir, `ours-${i}.db`)])));
			raw.push(Number(await runChild("cold-raw.js", [join(dir, `raw-${i}.db`)])));
		}
		const ratio = median(ours.map((ms, i) => ms / (raw[i] as number)));
		const ms = (values: number[]): string => `${median(values).toFixed(0)} ms`;
		return atMost("cold start: import, open, first append", ms(ours), ms(raw), ratio, 2);
	});
}
