import { expect } from "vitest";
import { onEachStore } from "../on-each-store.ts";
import { allRuns, exchange, expectBlocks, openTurns, readLog } from "./read-turns.ts";
import { inputOf, type RemoteRun, startRunner } from "./start-runner.ts";

onEachStore(
	"AG8 one idempotency key in four processes at once, on a new session: one run, and all get its result",
	async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path);
		const runners = await Promise.all([1, 2, 3, 4].map(() => startRunner(path)));
		const runs = runners.map((runner) => runner.run("look once", { idempotencyKey: "k" }));
		const ends = await Promise.all(runs.map((run) => run.done()));
		const [{ runId } = { runId: "" }] = ends;
		for (const end of ends) expect(end).toMatchObject({ runId, output: "answer to look once" });
		expect(expectBlocks(await readLog(hf))).toEqual([{ runId, lines: exchange("look once") }]);
		expect(await allRuns(hf)).toHaveLength(1);
		// Later, in yet another process, whatever it does about a busy session.
		for (const onBusy of ["queue", "reject", "replace"] as const) {
			const again = await hf.agents.run(inputOf("look once", { idempotencyKey: "k", onBusy }));
			expect(again).toMatchObject({ runId, output: "answer to look once", status: "completed" });
			expect(again.events).toEqual(await readLog(hf));
		}
		await expect(hf.agents.run(inputOf("something else", { idempotencyKey: "k" }))).rejects.toMatchObject({
			code: "conflict",
			precondition: "idempotency",
		});
	},
);

onEachStore(
	"AG8 one idempotency key in three processes that wait for the same turn: one run, and all get its result",
	async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path);
		const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => startRunner(path)));
		const running = first?.run("first", { hold: ["model"] });
		await running?.reached("model");
		const waiting: RemoteRun[] = [];
		for (const runner of others) {
			const run = runner.run("once", { idempotencyKey: "k", hold: ["after wait", "model"] });
			await run.reached("after wait");
			run.release("after wait");
			waiting.push(run);
		}
		running?.release("model");
		// The others learn that they are repeats while the one that was first still runs.
		await waiting[0]?.reached("model");
		for (const run of waiting) run.release("model");
		const ends = await Promise.all(waiting.map((run) => run.done()));
		const [{ runId } = { runId: "" }] = ends;
		for (const end of ends) expect(end).toMatchObject({ runId, output: "answer to once" });
		const blocks = expectBlocks(await readLog(hf));
		expect(blocks.map(({ lines }) => lines)).toEqual([exchange("first"), exchange("once")]);
		expect((await allRuns(hf)).filter(({ status }) => status === "completed")).toHaveLength(2);
	},
);
