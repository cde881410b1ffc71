import { join } from "node:path";
import { runChild } from "../children/spawn.ts";
import { percentile, type Row } from "../measure.ts";
import { inFolder, openOurs } from "../stores.ts";

const COUNT = 200;
const now = (): number => performance.timeOrigin + performance.now();

function row(what: string, latencies: number[]): Row {
	const show = (p: number): string => `${percentile(latencies, p).toFixed(2)} ms`;
	return {
		what,
		ours: `p50 ${show(0.5)}, p99 ${show(0.99)}`,
		raw: "–",
		ratio: Number.NaN,
		target: "reported",
		meets: true,
	};
}

/** From just before an append to its arrival at a follower, in the same process and in another one. */
export async function followLatency(): Promise<Row[]> {
	return inFolder(async (dir) => {
		const file = join(dir, "ours.db");
		const hf = await openOurs(file, "normal");
		const collect = async (sessionId: string): Promise<number[]> => {
			const latencies: number[] = [];
			for await (const event of hf.session({ agentId: "bench", sessionId }).follow()) {
				latencies.push(now() - Number(event.data.sent));
				if (latencies.length === COUNT) break;
			}
			return latencies;
		};
		const other = collect("followed");
		await runChild("timed-writer.ts", [file, `${COUNT}`]);
		const own = collect("own");
		const session = hf.session({ agentId: "bench", sessionId: "own" });
		for (let i = 0; i < COUNT; i++) {
			// A writer with pauses, as in the other process: at full speed this would measure a queue.
			await new Promise((resolve) => setTimeout(resolve, 2));
			await session.append({ kind: "custom", source: "system", data: { type: "tick", sent: now() } });
		}
		const rows = [
			row("append to follower, same process", await own),
			row("append to follower, other process", await other),
		];
		await hf.close();
		return rows;
	});
}
