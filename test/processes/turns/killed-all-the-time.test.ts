import { expect } from "vitest";
import { onEachStore } from "../on-each-store.ts";
import { startChild } from "../start-child.ts";
import type { TurnLoopInput, TurnLoopMessage } from "./children/turn-loop.ts";
import { allRuns, exchange, expectBlocks, openTurns, readLog } from "./read-turns.ts";
import { inputOf, SESSION } from "./start-runner.ts";

const PROCESSES = 4;
const TURNS = 25;
const DEATHS = 3;
const LEASE_MS = 300;

const textOf = (process: number, turn: number): string => `${turn % 2 ? "look" : "hello"} ${process}.${turn}`;

interface Life {
	/** Run ids by what was said, of those whose end the process was told. */
	acknowledged: Map<string, string>;
	/** How many turns it has begun with. */
	begun: number;
}

/** One life of a process: until its work is done, or it has said so many things and is killed. */
async function live(path: string, texts: string[], killAt: number): Promise<Life> {
	const child = startChild<TurnLoopMessage>("../turns/children/turn-loop", {
		path,
		leaseMs: LEASE_MS,
		sessionId: SESSION,
		texts,
	} satisfies TurnLoopInput);
	let heard = 0;
	const { promise: enough, resolve } = Promise.withResolvers<void>();
	child.onMessage(() => {
		if (++heard >= killAt) resolve();
	});
	const over = await Promise.race([enough.then(() => "kill"), child.ended()]);
	if (over === "kill") await child.kill();
	const life: Life = { acknowledged: new Map(), begun: 0 };
	for (const message of child.messages) {
		if ("started" in message) life.begun = message.started + 1;
		if ("lost" in message) expect(message.code).toBe("unavailable");
		if (!("acknowledged" in message)) continue;
		const text = texts[message.acknowledged] as string;
		expect(message.output).toBe(`answer to ${text}`);
		life.acknowledged.set(text, message.runId);
	}
	return life;
}

/** The lives of one process: each goes on behind the turn in which the one before died. */
async function liveAndDie(path: string, process: number): Promise<Life["acknowledged"]> {
	const acknowledged: Life["acknowledged"] = new Map();
	let texts = Array.from({ length: TURNS }, (_, turn) => textOf(process, turn));
	for (let life = 0; texts.length > 0; life++) {
		// About a dozen things are said in a turn; the random number is the experiment: where the process dies.
		const killAt = life < DEATHS ? 1 + Math.floor(Math.random() * 70) : Number.POSITIVE_INFINITY;
		const lived = await live(path, texts, killAt);
		for (const [text, runId] of lived.acknowledged) acknowledged.set(text, runId);
		texts = texts.slice(lived.begun);
	}
	return acknowledged;
}

onEachStore(
	"AG7 AG8 four processes, 25 turns each on one session, killed all the time: every acknowledged exchange is there once and whole, no message twice, no run left open",
	async (newPlace) => {
		const path = await newPlace();
		const lives = await Promise.all(Array.from({ length: PROCESSES }, (_, p) => liveAndDie(path, p)));
		const acknowledged = new Map(lives.flatMap((one) => [...one]));
		const { hf } = await openTurns(path, { leaseMs: LEASE_MS });
		// Behind all that are in line: when it is through, they are over.
		await hf.agents.run(inputOf("last"));
		await hf.sweep();

		const blocks = expectBlocks(await readLog(hf));
		const linesByRun = new Map(blocks.map(({ runId, lines }) => [runId, lines]));
		for (const [text, runId] of acknowledged) expect(linesByRun.get(runId)).toEqual(exchange(text));
		const said = blocks.map(({ lines }) => lines[0]);
		expect(new Set(said).size).toBe(said.length);
		// The others are beginnings of the same exchange.
		for (const { lines } of blocks.filter(({ lines }) => lines.at(-1) === "failed")) {
			const whole = exchange(String(lines[0]).slice("user: ".length));
			expect(whole.slice(0, lines.length - 1)).toEqual(lines.slice(0, -1));
		}
		const runs = await allRuns(hf);
		expect(runs.map(({ id }) => id).toSorted()).toEqual(blocks.map(({ runId }) => runId).toSorted());
		for (const { id, status } of runs) expect(linesByRun.get(id)?.at(-1)).toBe(status);
		expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(["completed", "failed"]));
		// The experiment was one: most turns were acknowledged, and some were not.
		expect(acknowledged.size).toBeGreaterThan((PROCESSES * TURNS) / 2);
		expect(acknowledged.size).toBeLessThan(PROCESSES * TURNS);
	},
);
