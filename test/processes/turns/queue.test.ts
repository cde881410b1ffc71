import { expect } from "vitest";
import type { Holdfast } from "../../../src/index.ts";
import { onEachStore } from "../on-each-store.ts";
import { AGENT } from "./children/turn-agent.ts";
import { allRuns, exchange, expectBlocks, openTurns, readLog } from "./read-turns.ts";
import { inputOf, type RemoteRun, type Runner, SESSION, startRunner } from "./start-runner.ts";

const startRunners = (path: string, count: number): Promise<Runner[]> =>
	Promise.all(Array.from({ length: count }, () => startRunner(path)));

async function expectCompleted(hf: Holdfast, texts: string[]): Promise<void> {
	const blocks = expectBlocks(await readLog(hf));
	expect(blocks.map(({ lines }) => lines)).toEqual(texts.map(exchange));
	const runs = await allRuns(hf);
	expect(runs.map(({ status }) => status)).toEqual(texts.map(() => "completed"));
}

for (const processes of [2, 4]) {
	const title = `AG8 ${processes} processes run turns on one session at once: they queue, none is interleaved, all complete`;
	onEachStore(title, async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path);
		const runners = await startRunners(path, processes);
		// Each process has several in the line at the same time, too.
		const runs = runners.flatMap((runner, p) =>
			Array.from({ length: 12 / processes }, (_, t) => {
				const text = `${t % 2 ? "look" : "hello"} ${p}.${t}`;
				return { text, run: runner.run(text, { stream: t % 3 === 0 }) };
			}),
		);
		for (const { text, run } of runs) expect((await run.done()).output).toBe(`answer to ${text}`);
		const blocks = expectBlocks(await readLog(hf));
		const byText = (a: string[], b: string[]): number => String(a[0]).localeCompare(String(b[0]));
		expect(blocks.map(({ lines }) => lines).sort(byText)).toEqual(
			runs.map(({ text }) => exchange(text)).sort(byText),
		);
	});
}

onEachStore("AG8 the line is first come, first served, over four processes", async (newPlace) => {
	const path = await newPlace();
	const { hf } = await openTurns(path);
	const runners = await startRunners(path, 4);
	const texts = ["one", "two", "three", "four", "five", "six", "seven"];
	const runs: RemoteRun[] = [];
	for (const [i, text] of texts.entries()) {
		const point = i === 0 ? "model" : "after wait";
		const run = (runners[i % 4] as Runner).run(text, { hold: [point] });
		await run.reached(point);
		if (i > 0) run.release(point);
		runs.push(run);
	}
	runs[0]?.release("model");
	for (const run of runs) await run.done();
	await expectCompleted(hf, texts);
});

onEachStore(
	"AG8 nobody overtakes one that is in line but slow to notice that the turn is free",
	async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path);
		const [first, second] = (await startRunners(path, 2)) as [Runner, Runner];
		const running = first.run("one", { hold: ["model"] });
		await running.reached("model");
		const slow = second.run("two", { hold: ["after wait"] });
		await slow.reached("after wait");
		running.release("model");
		await running.done();
		await expect(hf.agents.run(inputOf("me first", { onBusy: "reject" }))).rejects.toMatchObject({
			code: "busy",
		});
		const third = first.run("three", { hold: ["after wait"] });
		await third.reached("after wait");
		third.release("after wait");
		slow.release("after wait");
		await third.done();
		await expectCompleted(hf, ["one", "two", "three"]);
	},
);

onEachStore(
	"AG8 who waits is woken by the end of a turn of the same process, not by a look at the clock",
	async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path);
		const runner = await startRunner(path);
		const running = runner.run("one", { hold: ["model"] });
		await running.reached("model");
		const waiting = runner.run("two", { hold: ["after wait"] });
		await waiting.reached("after wait");
		waiting.release("after wait");
		running.release("model");
		await waiting.done();
		await expectCompleted(hf, ["one", "two"]);
	},
);

onEachStore("AG8 processes that wait write nothing while what happens is not for them", async (newPlace) => {
	const path = await newPlace();
	const { hf } = await openTurns(path);
	const [first, ...others] = await startRunners(path, 3);
	const running = first?.run("running", { hold: ["model"] });
	await running?.reached("model");
	const waiting = others.map((runner) => runner.run("waiting", { hold: ["after wait"] }));
	for (const run of waiting) {
		await run.reached("after wait");
		run.release("after wait");
	}
	const session = hf.session({ agentId: AGENT, sessionId: SESSION });
	for (let n = 0; n < 50; n++) {
		await session.append({ kind: "custom", source: "integration", data: { type: "note", n } });
	}
	running?.release("model");
	for (const run of waiting) await run.done();
	expect(waiting.map((run) => run.renewals())).toEqual([0, 0]);
});
