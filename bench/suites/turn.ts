import { join } from "node:path";
import { generateText, type ModelMessage, streamText } from "ai";
import { type Holdfast, holdfast, type NewEvent } from "holdfast";
import { type Store, sqlite } from "holdfast/sqlite";
import { instantModel } from "../instant-model.ts";
import { atMost, elapsed, forInformation, median, type Row } from "../measure.ts";
import { inFolder, message, openRaw, text } from "../stores.ts";

const TURNS = 300;
const WARM_UP = 150;
const us = (ms: number): string => `${(ms * 1000).toFixed(0)} µs`;

const answer = (tag: number): NewEvent => ({
	kind: "message",
	source: "agent",
	data: { role: "assistant", content: text(tag) },
});

/** A session whose messages alternate between the two sides. */
async function converse(hf: Holdfast, sessionId: string, count: number): Promise<void> {
	const session = hf.session({ agentId: "bench", sessionId });
	for (let done = 0; done < count; done += 500) {
		const size = Math.min(500, count - done);
		await session.append(
			Array.from({ length: size }, (_, i) => (i % 2 === 0 ? message(done + i) : answer(done + i))),
		);
	}
}

async function timeEach(count: number, work: (i: number) => Promise<unknown>): Promise<number[]> {
	const times: number[] = [];
	for (let i = 0; i < count; i++) times.push(await elapsed(() => work(i)));
	return times;
}

interface TurnBench {
	/** Before what the rows are about. */
	where?: string;
	store: Store;
	/** The yardstick, whose session `s` has 50 messages. */
	raw: {
		append(sid: string, tag: number): Promise<unknown>;
		last(sid: string, count: number): Promise<unknown>;
	};
	/** When the sessions are there. */
	filled?: () => Promise<unknown>;
	turns?: number;
	warmUp?: number;
}

/** Everything of a turn except the model, in units of one raw append and one raw read of the newest 50. */
export async function measureTurns(bench: TurnBench): Promise<Row[]> {
	const { where = "", store, raw, turns = TURNS, warmUp = WARM_UP } = bench;
	const hf = await holdfast({
		store,
		agents: [{ id: "bench", model: instantModel(), instructions: "You help.", memory: { limit: 50 } }],
	});
	for (let i = 0; i < turns + warmUp; i++) await converse(hf, `short-${i}`, 50);
	await converse(hf, "thousand", 1_000);
	await converse(hf, "long", 100_000);
	await bench.filled?.();
	const turn = (sessionId: string) => hf.agents.run({ agentId: "bench", sessionId, input: text("now") });
	const unit = async (i: number): Promise<void> => {
		await raw.append("s", i);
		await raw.last("s", 50);
	};
	await timeEach(warmUp, (i) => turn(`short-${turns + i}`));
	await timeEach(warmUp, unit);
	const ours: number[] = [];
	const yardstick: number[] = [];
	const thousand: number[] = [];
	const long: number[] = [];
	// In turn, so that the machine's mood is the same for all.
	for (let i = 0; i < turns; i++) {
		ours.push(await elapsed(() => turn(`short-${i}`)));
		yardstick.push(await elapsed(() => unit(i)));
		thousand.push(await elapsed(() => turn("thousand")));
		long.push(await elapsed(() => turn("long")));
	}
	await hf.close();
	const [p50, raw50, grown, longest] = [ours, yardstick, thousand, long].map(median) as [
		number,
		number,
		number,
		number,
	];
	const what = `${where}a turn without its model`;
	return [
		atMost(`${what}, 50 messages of history`, us(p50), us(raw50), p50 / raw50, 10),
		atMost(`${what}: 1,000 events against 50`, us(grown), us(p50), grown / p50, 1.2),
		atMost(`${what}: 100,000 events against 50`, us(longest), us(p50), longest / p50, 1.2),
		atMost(`${what}: 100,000 events against 1,000`, us(longest), us(grown), longest / grown, 1.2),
	];
}

/** On SQLite. */
export async function turnOverhead(): Promise<Row[]> {
	return inFolder(async (dir) => {
		const raw = openRaw(join(dir, "raw.db"), "normal");
		raw.fill("s", 50);
		const rows = await measureTurns({ store: sqlite(join(dir, "ours.db"), { durability: "normal" }), raw });
		raw.close();
		return rows;
	});
}

/** What the AI SDK's own loop would cost a turn. Turns call the model's interface, below it. */
export async function sdkCost(): Promise<Row[]> {
	const model = instantModel();
	const messages: ModelMessage[] = Array.from({ length: 51 }, (_, i) => ({
		role: i % 2 === 0 ? "user" : "assistant",
		content: text(i),
	}));
	const prompt = messages.map(({ role, content }) => ({
		role: role as "user",
		content: [{ type: "text" as const, text: content as string }],
	}));
	const ways = {
		generateText: () => generateText({ model, messages, maxRetries: 0 }),
		streamText: () => streamText({ model, messages, maxRetries: 0 }).text,
	};
	const rows: Row[] = [];
	for (const [name, way] of Object.entries(ways)) {
		await timeEach(WARM_UP, () => Promise.resolve(way()));
		const theirs = median(await timeEach(TURNS, () => Promise.resolve(way())));
		const direct = median(await timeEach(TURNS, () => Promise.resolve(model.doGenerate({ prompt }))));
		rows.push(
			forInformation(
				`${name} of the AI SDK against calling the model, 51 messages`,
				us(theirs),
				us(direct),
				theirs / direct,
			),
		);
	}
	return rows;
}

const DELTAS = 2_000;

/** Streamed text, each piece passed on as it comes, against reading the model's stream. */
export async function streamedDeltas(): Promise<Row> {
	return inFolder(async (dir) => {
		const model = instantModel(Array.from({ length: DELTAS }, (_, i) => `word${i} `));
		const hf = await holdfast({
			store: sqlite(join(dir, "ours.db"), { durability: "normal" }),
			agents: [{ id: "bench", model }],
		});
		const ours = async (): Promise<void> => {
			let deltas = 0;
			const stream = hf.agents.stream({ agentId: "bench", input: "go" });
			for await (const event of stream) if (event.type === "text-delta") deltas += 1;
			if (deltas !== DELTAS) throw new Error(`${deltas} of ${DELTAS} deltas arrived`);
		};
		const raw = async (): Promise<void> => {
			const { stream } = await model.doStream({ prompt: [] });
			for await (const _ of stream);
		};
		await timeEach(5, ours);
		await timeEach(5, raw);
		const mine = median(await timeEach(20, ours));
		const theirs = median(await timeEach(20, raw));
		await hf.close();
		const each = (ms: number): string => `${((ms / DELTAS) * 1000).toFixed(1)} µs`;
		return forInformation(
			"a streamed piece of text, against the model's own stream",
			each(mine),
			each(theirs),
			mine / theirs,
		);
	});
}
