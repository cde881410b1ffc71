import { expect } from "vitest";
import { onEachStore } from "../on-each-store.ts";
import { allRuns, exchange, expectBlocks, linesOf, openTurns, readLog } from "./read-turns.ts";
import { inputOf, type RemoteRun, startRunner } from "./start-runner.ts";

onEachStore(
	"AG8 reject: of four processes at once one has the turn, the others are told busy, and nothing is written for them",
	async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path);
		const runners = await Promise.all([1, 2, 3, 4].map(() => startRunner(path)));
		for (const round of [1, 2]) {
			const runs = runners.map((runner) =>
				runner.run(`round ${round}`, { onBusy: "reject", hold: ["model"] }),
			);
			// The one that got the turn does not answer: the others are told by then, whoever was first.
			const outcome = (run: RemoteRun) =>
				Promise.race([
					run.reached("model").then(() => "has the turn"),
					run.failed().then(({ code }) => code),
				]);
			const outcomes = await Promise.all(runs.map(outcome));
			expect(outcomes.toSorted()).toEqual(["busy", "busy", "busy", "has the turn"]);
			expect((await allRuns(hf)).length).toBe(round);
			const winner = runs[outcomes.indexOf("has the turn")] as RemoteRun;
			const [{ id } = { id: "" }] = (await allRuns(hf)).slice(-1);
			await expect(hf.agents.run(inputOf("me?", { onBusy: "reject" }))).rejects.toMatchObject({
				code: "busy",
				busyWith: id,
			});
			winner.release("model");
			expect((await winner.done()).runId).toBe(id);
		}
		const blocks = expectBlocks(await readLog(hf));
		expect(blocks.map(({ lines }) => lines)).toEqual([exchange("round 1"), exchange("round 2")]);
		expect((await allRuns(hf)).map(({ status }) => status)).toEqual(["completed", "completed"]);
	},
);

onEachStore(
	"AG8 replace: the run of another process is superseded at once, although its model hangs and does not listen",
	async (newPlace) => {
		const path = await newPlace();
		const { hf, model } = await openTurns(path);
		const [first, second] = await Promise.all([startRunner(path), startRunner(path)]);
		const one = first.run("look one", { hold: ["second model"] });
		await one.reached("second model");
		const two = second.run("two", { onBusy: "replace", hold: ["model"] });
		await two.reached("model");
		// Neither model has been released.
		expect(await one.failed()).toMatchObject({ code: "cancelled", status: "superseded" });
		await hf.agents.run(inputOf("three", { onBusy: "replace" }));
		expect(await two.failed()).toMatchObject({ code: "cancelled", status: "superseded" });

		// What the models say now is for nobody.
		one.release("second model");
		two.release("model");
		await Promise.all([first.close(), second.close()]);
		const runs = await allRuns(hf);
		expect(runs.map(({ status }) => status)).toEqual(["superseded", "superseded", "completed"]);
		expect(runs[0]?.error?.message).toContain(runs[1]?.id);
		expect(expectBlocks(await readLog(hf)).map(({ lines }) => lines)).toEqual([
			["user: look one", "running", "tool_call", "tool_result", "superseded"],
			["user: two", "running", "superseded"],
			exchange("three"),
		]);
		// What was said stays said.
		expect(model.texts()[0]).toMatch(/user: look one[\s\S]*user: two\nuser: three$/);
	},
);

onEachStore(
	"AG8 replace: a write that the superseded process was about to make is refused, whichever it is",
	async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path);
		const runner = await startRunner(path);
		for (const write of ["call", "result", "end"]) {
			const point = `before ${write}`;
			const late = runner.run("look", { sessionId: write, hold: [point] });
			await late.reached(point);
			const before = linesOf(await readLog(hf, write));
			await hf.agents.run(inputOf("instead", { sessionId: write, onBusy: "replace" }));
			late.release(point);
			expect(await late.failed()).toMatchObject({ code: "cancelled", status: "superseded" });
			expect(late.refused()).toEqual([`${write}: fence`]);
			expect(linesOf(await readLog(hf, write))).toEqual([...before, "superseded", ...exchange("instead")]);
		}
	},
);

onEachStore(
	"AG8 replace: four processes that replace each other all the time leave one block for each run",
	async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path);
		const runners = await Promise.all([1, 2, 3, 4].map(() => startRunner(path)));
		const runs = runners.flatMap((runner, p) =>
			Array.from({ length: 6 }, (_, t) =>
				runner.run(`look ${p}.${t}`, { onBusy: "replace", stream: t % 2 === 0 }),
			),
		);
		const ends = await Promise.all(runs.map((run) => run.ended()));
		const told = ends.map((end) => ("code" in end ? `${end.code} ${end.status}` : "completed"));
		expect(told.filter((end) => end !== "completed" && end !== "cancelled superseded")).toEqual([]);
		const blocks = expectBlocks(await readLog(hf));
		expect(blocks).toHaveLength(runs.length);
		// What each was told is what the log says.
		const byRun = new Map(blocks.map(({ runId, lines }) => [runId, lines.at(-1)]));
		expect(ends.map(({ runId }) => byRun.get(String(runId)))).toEqual(
			told.map((end) => end.split(" ").at(-1)),
		);
		expect(blocks.at(-1)?.lines.at(-1)).toBe("completed");
	},
);
