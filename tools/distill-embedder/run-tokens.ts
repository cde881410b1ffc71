import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { openBert } from "./bert.ts";
import { openTensors } from "./read-safetensors.ts";

/** Tokens that go through the model together: enough to use each weight often, few enough to stay in the cache. */
const BATCH = 32;
const HIDDEN = 384;

interface Share {
	weights: string;
	from: number;
	to: number;
}

/** Runs the tokens 0 to count - 1 through the model, each alone, on several threads. Gives a row of 384 for each. */
export async function runTokens(weights: string, count: number, threads: number): Promise<Float32Array> {
	const all = new Float32Array(count * HIDDEN);
	let done = 0;
	const shares = Array.from({ length: threads }, (_, i): Share => {
		const [from, to] = [i, i + 1].map((end) => Math.floor((count * end) / threads)) as [number, number];
		return { weights, from, to };
	});
	const run = (share: Share): Promise<void> =>
		new Promise((resolve, reject) => {
			const worker = new Worker(new URL(import.meta.url), { workerData: share });
			worker.on("message", ({ from, rows }: { from: number; rows: Float32Array }) => {
				all.set(rows, from * HIDDEN);
				done += rows.length / HIDDEN;
				if (done % (BATCH * 32) === 0) console.log(`${done} of ${count} tokens`);
			});
			worker.on("error", reject);
			worker.on("exit", () => resolve());
		});
	await Promise.all(shares.map(run));
	return all;
}

if (!isMainThread) {
	const { weights, from, to } = workerData as Share;
	const bert = openBert(openTensors(weights));
	for (let start = from; start < to; start += BATCH) {
		const tokens = Array.from({ length: Math.min(BATCH, to - start) }, (_, i) => start + i);
		parentPort?.postMessage({ from: start, rows: Float32Array.from(bert(tokens)) });
	}
}
