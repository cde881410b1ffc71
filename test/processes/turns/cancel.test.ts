import { expect } from "vitest";
import { onEachStore } from "../on-each-store.ts";
import { storeAt } from "../store-at.ts";
import { allRuns, exchange, expectBlocks, linesOf, openTurns, readLog } from "./read-turns.ts";
import { inputOf, startRunner } from "./start-runner.ts";

const CANCELLED = { code: "cancelled", status: "cancelled" };

onEachStore(
	"AG9 cancel from another process stops a run whose model hangs and does not listen; the turn is free at once",
	async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path);
		const runner = await startRunner(path);
		const hanging = runner.run("hanging", { hold: ["model"] });
		await hanging.reached("model");
		const [{ id } = { id: "" }] = await allRuns(hf);
		expect(await hf.runs.cancel(id)).toMatchObject({ id, status: "cancelled", error: { code: "cancelled" } });
		// Does not wait for anything, least of all a lease.
		await hf.agents.run(inputOf("next", { onBusy: "reject" }));
		expect(await hanging.failed()).toMatchObject({ ...CANCELLED, runId: id });
		hanging.release("model");
		await runner.close();
		expect(expectBlocks(await readLog(hf)).map(({ lines }) => lines)).toEqual([
			["user: hanging", "running", "cancelled"],
			exchange("next"),
		]);
		// One that has ended stays as it is.
		expect(await hf.runs.cancel(id)).toMatchObject({ status: "cancelled" });
		expect(await readLog(hf)).toHaveLength(7);
	},
);

onEachStore(
	"AG9 a write that the cancelled process was about to make is refused, whichever it is",
	async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path);
		const runner = await startRunner(path);
		for (const write of ["call", "result", "end"]) {
			const point = `before ${write}`;
			const late = runner.run("look", { sessionId: write, hold: [point] });
			await late.reached(point);
			const before = linesOf(await readLog(hf, write));
			const [{ id } = { id: "" }] = await allRuns(hf, write);
			await hf.runs.cancel(id);
			late.release(point);
			expect(await late.failed()).toMatchObject({ ...CANCELLED, runId: id });
			expect(late.refused()).toEqual([`${write}: fence`]);
			expect(linesOf(await readLog(hf, write))).toEqual([...before, "cancelled"]);
		}
	},
);

onEachStore(
	"AG9 cancel from another process ends a run that waits in line; its message is logged, the line goes on",
	async (newPlace) => {
		const path = await newPlace();
		const { hf, model } = await openTurns(path);
		const [first, second] = await Promise.all([startRunner(path), startRunner(path)]);
		const running = first.run("running", { hold: ["model"] });
		await running.reached("model");
		const waiting = second.run("waiting", { hold: ["after wait"] });
		await waiting.reached("after wait");
		waiting.release("after wait");
		const [, pending] = await allRuns(hf);
		expect(pending).toMatchObject({ status: "pending", input: "waiting" });
		expect(await hf.runs.cancel(String(pending?.id))).toMatchObject({
			status: "cancelled",
			input: "waiting",
		});
		expect(await waiting.failed()).toMatchObject({ ...CANCELLED, runId: pending?.id });
		const next = hf.agents.run(inputOf("next"));
		running.release("model");
		await running.done();
		await next;
		const log = await readLog(hf);
		expect(linesOf(log.filter(({ runId }) => runId === pending?.id))).toEqual(["user: waiting", "cancelled"]);
		expect(model.texts()[0]).toContain("user: waiting\n");
	},
);

onEachStore(
	"AG9 a run that gets its turn in the very moment it is cancelled is cancelled, and its message is there once",
	async (newPlace) => {
		const path = await newPlace();
		const [first, second] = await Promise.all([startRunner(path), startRunner(path)]);
		const running = first.run("running", { hold: ["model"] });
		await running.reached("model");
		const waiting = second.run("waiting", { hold: ["after wait", "model"] });
		await waiting.reached("after wait");
		waiting.release("after wait");
		// Between the look at the run and the write that ends it, the run begins.
		const store = storeAt(path);
		const begins = async (): Promise<void> => {
			running.release("model");
			await waiting.reached("model");
		};
		let begun: Promise<void> | undefined;
		const { hf } = await openTurns(path, {
			store: {
				...store,
				log: {
					...store.log,
					async append(unit) {
						if (unit.run?.end) {
							begun ??= begins();
							await begun;
						}
						return store.log.append(unit);
					},
				},
			},
		});
		const [, pending] = await allRuns(hf);
		expect(pending?.status).toBe("pending");
		expect(await hf.runs.cancel(String(pending?.id))).toMatchObject({
			status: "cancelled",
			input: "waiting",
		});
		expect(await waiting.failed()).toMatchObject({ ...CANCELLED, runId: pending?.id });
		expect(expectBlocks(await readLog(hf)).map(({ lines }) => lines)).toEqual([
			exchange("running"),
			["user: waiting", "running", "cancelled"],
		]);
		await hf.agents.run(inputOf("next", { onBusy: "reject" }));
	},
);
