import { expect, test } from "vitest";
import { tempDatabase } from "../temp-database.ts";
import { allRuns, exchange, expectBlocks, linesOf, openTurns, readLog } from "./read-turns.ts";
import { inputOf, startRunner } from "./start-runner.ts";

const LEASE_MS = 1_000;

test("AG7 AG8 kill -9 of a process that waits in line: its message is logged, its run failed, those behind go on", async () => {
	const path = tempDatabase();
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
	const log = await readLog(hf);
	// Somebody may have closed it while the first one still ran: that order nobody promises.
	const dead = log.filter(({ runId }) => runId === runs[1]?.id);
	expect(linesOf(dead)).toEqual(["user: second", "failed"]);
	const others = expectBlocks(log.filter(({ runId }) => runId !== runs[1]?.id));
	expect(others.map(({ lines }) => lines)).toEqual([exchange("first"), exchange("third")]);

	await hf.agents.run(inputOf("fourth"));
	const said = model.texts().at(-1)?.split("\n") ?? [];
	for (const text of ["first", "second", "third"]) {
		expect(said.filter((line) => line === `user: ${text}`)).toHaveLength(1);
	}
});

test("AG7 kill -9 of the only process: whoever looks at its run, or sweeps, closes it, and only once", async () => {
	const path = tempDatabase();
	const runner = await startRunner(path, 300);
	const turns = ["seen", "swept"].map((sessionId) => runner.run("hello", { sessionId, hold: ["model"] }));
	for (const turn of turns) await turn.reached("model");
	const { hf } = await openTurns(path);
	const [seen, swept] = await Promise.all(["seen", "swept"].map((id) => allRuns(hf, id)));
	await runner.kill();
	const observers = await Promise.all([1, 2, 3].map(() => openTurns(path)));
	const idOf = (runs: typeof seen): string => runs?.[0]?.id ?? "";
	// Looks until the lease has run out: the look that finds it so closes the run.
	const look = async ({ hf }: (typeof observers)[number]): Promise<string> => {
		for (;;) {
			const { status } = await hf.runs.get(idOf(seen));
			if (status !== "running") return status;
		}
	};
	expect(await Promise.all(observers.map(look))).toEqual(["failed", "failed", "failed"]);
	let closed = 0;
	const sweep = async (): Promise<void> => {
		for (const { runs } of await Promise.all(observers.map(({ hf }) => hf.sweep()))) closed += runs;
	};
	while (closed === 0) await sweep();
	await sweep();
	expect(closed).toBe(1);
	expect(await hf.runs.get(idOf(swept))).toMatchObject({ status: "failed", error: { code: "unavailable" } });
	for (const sessionId of ["seen", "swept"]) {
		expect(linesOf(await readLog(hf, sessionId))).toEqual(["user: hello", "running", "failed"]);
	}
});

test("AG7 a repeat with the idempotency key of a run whose process was killed hears how it ended, and does not hang", async () => {
	const path = tempDatabase();
	const runner = await startRunner(path, LEASE_MS);
	const dying = runner.run("once", { idempotencyKey: "k", hold: ["model"] });
	await dying.reached("model");
	const { hf } = await openTurns(path, { leaseMs: LEASE_MS });
	const repeated = hf.agents.run(inputOf("once", { idempotencyKey: "k" }));
	await runner.kill();
	const [{ id } = { id: "" }] = await allRuns(hf);
	await expect(repeated).rejects.toMatchObject({ code: "unavailable", status: "failed", runId: id });
	expect(linesOf(await readLog(hf))).toEqual(["user: once", "running", "failed"]);
});
