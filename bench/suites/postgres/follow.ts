import { runChild } from "../../children/spawn.ts";
import { percentile, type Row } from "../../measure.ts";
import { openOurs, scaled } from "../../postgres.ts";

const COUNT = 300;
const WRITER = new URL("children/timed-writer.ts", import.meta.url).href;
const now = (): number => performance.timeOrigin + performance.now();

/** From just before an append in another process to its arrival at a follower in this one. */
async function measure(url: string, listen: boolean): Promise<number[]> {
	const count = scaled(COUNT);
	const hf = await openOurs(url, { listen });
	const follow = async (): Promise<number[]> => {
		const latencies: number[] = [];
		const session = hf.session({ agentId: "bench", sessionId: `followed-${listen}` });
		for await (const event of session.follow()) {
			latencies.push(now() - Number(event.data.sent));
			if (latencies.length === count) break;
		}
		return latencies;
	};
	const [latencies] = await Promise.all([
		follow(),
		runChild(WRITER, [url, `followed-${listen}`, `${count}`, `${listen}`]),
	]);
	await hf.close();
	return latencies;
}

const show = (latencies: number[], p: number): string => `${percentile(latencies, p).toFixed(1)} ms`;

export async function follow(url: string): Promise<Row[]> {
	const listening = await measure(url, true);
	const looking = await measure(url, false);
	const row = (what: string, latencies: number[]): Row => ({
		what: `PostgreSQL: append to follower, other process, ${what}`,
		ours: `p50 ${show(latencies, 0.5)}, p99 ${show(latencies, 0.99)}`,
		raw: "–",
		ratio: Number.NaN,
		target: "–",
		meets: true,
	});
	return [
		{
			...row("notified", listening),
			target: "p50 ≤ 10 ms",
			meets: percentile(listening, 0.5) <= 10,
		},
		row("`listen: false`, looking every 100 ms", looking),
	];
}
