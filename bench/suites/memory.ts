import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Holdfast, holdfast, memoryStore, type Store } from "holdfast";
import { sqlite } from "holdfast/sqlite";
import { loadBuiltinEmbedder } from "../../src/model/index.ts";
import { conversation } from "../children/conversation.ts";
import { madeUpFacts, madeUpQueries } from "../children/made-up-facts.ts";
import {
	atLeast,
	atMost,
	elapsed,
	forInformation,
	median,
	percentile,
	perSecond,
	type Row,
} from "../measure.ts";
import { inFolder } from "../stores.ts";

const AGENT = "bench";
const QUERIES = 60;

/** Both stores in turn, each in its own folder. */
async function onStores(run: (name: string, store: Store) => Promise<Row[]>): Promise<Row[]> {
	return inFolder(async (dir) => [
		...(await run("in memory", memoryStore())),
		...(await run("SQLite", sqlite(join(dir, "facts.db"), { durability: "normal" }))),
	]);
}

/** The 10 best of so many facts of one user, with others' facts beside them. Raw is a plain scan of the same vectors. */
export async function searchFacts(count: number, aimMs: number): Promise<Row[]> {
	const contents = madeUpFacts(count);
	const [warmUp, queries] = [madeUpQueries(2 * QUERIES, contents), madeUpQueries(3 * QUERIES, contents)].map(
		(all, i) => all.slice(i * 2 * QUERIES),
	) as [string[], string[]];
	const scan = await plainScan(contents);
	return onStores(async (name, store) => {
		const hf = await holdfast({ store });
		const memory = hf.memory(AGENT, { userId: "ada" });
		const addMs = await elapsed(() => writeAll(memory, contents));
		await hf.memory(AGENT, { userId: "bob" }).writeMany(contents.slice(0, 1_000));
		const firstMs = await elapsed(() => memory.search("warm up", { limit: 10 }));
		// Until the engine has compiled the code; none of these is asked again.
		for (const query of warmUp) await Promise.all([memory.search(query, { limit: 10 }), scan(query)]);
		const ours: number[] = [];
		const raw: number[] = [];
		for (const query of [...queries, ...queries]) {
			raw.push(await elapsed(async () => scan(query)));
			ours.push(await elapsed(() => memory.search(query, { limit: 10 })));
		}
		// The first half meets each query for the first time, the second half for the second.
		const fresh = ours.slice(0, QUERIES);
		const ratio = median(fresh.map((ms, i) => ms / (raw[i] as number)));
		const shown = `p50 ${median(fresh).toFixed(2)} ms, p99 ${percentile(fresh, 0.99).toFixed(2)} ms`;
		const what = `search ${count.toLocaleString("en")} facts, ${name}`;
		await hf.close();
		return [
			atMost(what, shown, `${median(raw).toFixed(2)} ms: plain scan`, ratio, 0.5),
			{
				...forInformation(
					"… the same queries again",
					`p50 ${median(ours.slice(QUERIES)).toFixed(2)} ms`,
					`aim: ${aimMs} ms`,
					Number.NaN,
				),
			},
			forInformation("… the first search after writing", `${firstMs.toFixed(0)} ms`, "–", Number.NaN),
			floor(
				`adding facts with their vectors, ${name}`,
				perSecond(count, addMs),
				(count / addMs) * 1000,
				5_000,
			),
		];
	});
}

const floor = (what: string, ours: string, value: number, least: number): Row => ({
	...atLeast(what, ours, "–", value, least),
	ratio: Number.NaN,
	target: `≥ ${least.toLocaleString("en")}/s`,
});

async function writeAll(memory: ReturnType<Holdfast["memory"]>, contents: readonly string[]): Promise<void> {
	for (let at = 0; at < contents.length; at += 1_000) await memory.writeMany(contents.slice(at, at + 1_000));
}

/** The plainest thing that could be done: every vector as numbers, the 10 best kept. */
async function plainScan(contents: readonly string[]): Promise<(query: string) => number[]> {
	const embedder = await loadBuiltinEmbedder();
	const { dimensions } = embedder;
	const matrix = new Float32Array(contents.length * dimensions);
	contents.forEach((content, row) => {
		matrix.set(embedder.embedSync(content), row * dimensions);
	});
	return (query) => {
		const wanted = embedder.embedSync(query);
		const best: { row: number; score: number }[] = [];
		for (let row = 0; row < contents.length; row++) {
			const start = row * dimensions;
			let score = 0;
			for (let d = 0; d < dimensions; d++) score += (matrix[start + d] as number) * (wanted[d] as number);
			if (best.length === 10 && score <= (best[9]?.score ?? 0)) continue;
			best.push({ row, score });
			best.sort((a, b) => b.score - a.score);
			best.length = Math.min(best.length, 10);
		}
		return best.map(({ row }) => row);
	};
}

/** How long opening the memory takes in a process that has not searched yet. */
export async function coldSearch(count: number): Promise<Row> {
	return inFolder(async (dir) => {
		const file = join(dir, "cold.db");
		const contents = madeUpFacts(count);
		const first = await holdfast({ store: sqlite(file, { durability: "normal" }) });
		await writeAll(first.memory(AGENT, { userId: "ada" }), contents);
		await first.close();
		const again = await holdfast({ store: sqlite(file) });
		const ms = await elapsed(() => again.memory(AGENT, { userId: "ada" }).search("green tea in the morning"));
		await again.close();
		rmSync(file, { force: true });
		return forInformation(
			`first search after a restart, ${count.toLocaleString("en")} facts`,
			`${ms.toFixed(0)} ms`,
			"–",
			Number.NaN,
		);
	});
}

/** Bytes that so many facts take in a process with everything in memory, index included. */
export async function memoryOfFacts(count: number): Promise<Row> {
	const { runChild } = await import("../children/spawn.ts");
	const mb = Number(await runChild("facts-memory.ts", [String(count)], ["--expose-gc"])) / 1_048_576;
	return {
		...atMost(
			`memory of ${count.toLocaleString("en")} facts, in memory`,
			`${mb.toFixed(0)} MB`,
			"–",
			mb,
			150,
		),
		ratio: Number.NaN,
		target: "≤ 150 MB",
	};
}

/** A session of 200 turns, from `end` to facts that can be found. */
export async function consolidation(): Promise<Row[]> {
	return onStores(async (name, store) => {
		const times: number[] = [];
		const hf = await holdfast({ store });
		for (let i = 0; i < 5; i++) {
			const session = hf.session({ agentId: AGENT, userId: `user-${i}`, sessionId: "long" });
			await session.append(conversation(200));
			times.push(await elapsed(() => session.end({ wait: true })));
		}
		const facts = (await hf.memory(AGENT, { userId: "user-0" }).list({ limit: 500 })).items.length;
		await hf.close();
		const ms = median(times);
		const what = `consolidating 200 turns, ${facts} facts, ${name}`;
		return [{ ...atMost(what, `${ms.toFixed(0)} ms`, "–", ms, 1_000), ratio: Number.NaN, target: "≤ 1 s" }];
	});
}
