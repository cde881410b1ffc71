import { expect } from "vitest";
import type { Holdfast, Run } from "../../../src/index.ts";
import type { RunRecord } from "../../../src/store/index.ts";
import { onEachStore } from "../on-each-store.ts";
import { storeAt } from "../store-at.ts";
import { openFile } from "../temp-database.ts";
import { allRuns, exchange, expectBlocks, linesOf, openTurns, readLog } from "./read-turns.ts";
import { inputOf, type Runner, startRunner } from "./start-runner.ts";

const LEASE_MS = 600;

onEachStore(
	"AG7 AG8 kill -9 of a process that waits in line: its message is logged, its run failed, those behind go on",
	async (newPlace) => {
		const path = await newPlace();
		const { hf, model } = await openTurns(path, { leaseMs: LEASE_MS });
		const [first, dying, third] = await Promise.all([1, 2, 3].map(() => startRunner(path, LEASE_MS)));
		if (!first || !dying || !third) throw new Error("three were started");
		const running = first.run("first", { hold: ["model"] });
		await running.reached("model");
		const waiting = dying.run("second", { hold: ["after wait"] });
		await waiting.reached("after wait");
		const behind = third.run("third", { hold: ["after wait"] });
		await behind.reached("after wait");
		behind.release("after wait");
		await dying.kill();
		// Long enough for the others to find that out.
		await running.renewed(7);
		await hf.sweep();
		running.release("model");
		expect(await running.done()).toMatchObject({ output: "answer to first" });
		expect(await behind.done()).toMatchObject({ output: "answer to third" });

		const runs = await allRuns(hf);
		expect(runs.map(({ input, status }) => [input, status])).toEqual([
			["first", "completed"],
			["second", "failed"],
			["third", "completed"],
		]);
		expect(runs[1]?.error).toMatchObject({ code: "unavailable", message: expect.stringContaining("lease") });
		// In its place in the line, and not in the middle of another turn.
		expect(expectBlocks(await readLog(hf)).map(({ lines }) => lines)).toEqual([
			exchange("first"),
			["user: second", "failed"],
			exchange("third"),
		]);

		await hf.agents.run(inputOf("fourth"));
		const said = model.texts().at(-1)?.split("\n") ?? [];
		for (const text of ["first", "second", "third"]) {
			expect(said.filter((line) => line === `user: ${text}`)).toHaveLength(1);
		}
	},
);

/** The id of a session's newest run, read without a look at its lease. */
async function newestRun(path: string, sessionId: string): Promise<string> {
	const store = storeAt(path);
	await store.open();
	const runs = await store.runs.list({ tenant: "default" as RunRecord["tenant"], limit: 1_000 });
	await store.close();
	return runs.find((run) => run.sessionId === sessionId)?.id ?? "";
}

/** Starts one run that hangs and two that wait for it, each known to be in line before the next one comes. */
async function startLine(runner: Runner, sessionId: string): Promise<void> {
	await runner.run("one", { sessionId, hold: ["model"] }).reached("model");
	for (const text of ["two", "three"]) {
		const waiting = runner.run(text, { sessionId, hold: ["after wait"] });
		await waiting.reached("after wait");
		waiting.release("after wait");
	}
}

onEachStore(
	"AG7 kill -9 of the only process: whoever looks at its runs, or sweeps, closes them, once and in the order they came",
	async (newPlace) => {
		const path = await newPlace();
		// Long enough that a busy machine does not let it run out before the process is killed.
		const runner = await startRunner(path, 2_000);
		for (const sessionId of ["listed", "got", "swept"]) await startLine(runner, sessionId);
		const observers = await Promise.all([1, 2, 3].map(() => openFile(path)));
		await runner.kill();
		const isOpen = ({ status }: Run): boolean => status === "pending" || status === "running";
		// Look until the leases have run out: the look that finds it so closes the run.
		const list = async (hf: Holdfast): Promise<void> => {
			while ((await allRuns(hf, "listed")).some(isOpen));
		};
		await Promise.all(observers.map(list));
		const [{ id } = { id: "" }] = (await allRuns(observers[0] as Holdfast, "listed")).slice(-1);
		expect(await observers[1]?.runs.get(id)).toMatchObject({ input: "three", status: "failed" });

		const last = await newestRun(path, "got");
		const get = async (hf: Holdfast): Promise<void> => {
			while (isOpen(await hf.runs.get(last)));
		};
		await Promise.all(observers.map(get));

		let closed = 0;
		const sweep = async (): Promise<void> => {
			for (const { runs } of await Promise.all(observers.map((hf) => hf.sweep()))) closed += runs;
		};
		// The log tells when all are closed: waiting for the count itself would never end where one was not counted.
		const failed = async (): Promise<number> =>
			linesOf(await readLog(observers[0] as Holdfast, "swept")).filter((line) => line === "failed").length;
		while ((await failed()) < 3) await sweep();
		await sweep();
		expect(closed).toBe(3);
		for (const sessionId of ["listed", "got", "swept"]) {
			const lines = linesOf(await readLog(observers[0] as Holdfast, sessionId));
			const waited = ["user: two", "failed", "user: three", "failed"];
			expect(lines).toEqual(["user: one", "running", "failed", ...waited]);
		}
	},
);

onEachStore(
	"AG7 a repeat with the idempotency key of a run whose process was killed hears how it ended, and does not hang",
	async (newPlace) => {
		const path = await newPlace();
		const runner = await startRunner(path, LEASE_MS);
		const dying = runner.run("once", { idempotencyKey: "k", hold: ["model"] });
		await dying.reached("model");
		const { hf } = await openTurns(path, { leaseMs: LEASE_MS });
		const repeated = hf.agents.run(inputOf("once", { idempotencyKey: "k" }));
		await runner.kill();
		const [{ id } = { id: "" }] = await allRuns(hf);
		await expect(repeated).rejects.toMatchObject({ code: "unavailable", status: "failed", runId: id });
		expect(linesOf(await readLog(hf))).toEqual(["user: once", "running", "failed"]);
	},
);
