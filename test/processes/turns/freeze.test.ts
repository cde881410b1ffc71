import { expect } from "vitest";
import type { AppendOutcome, AppendUnit } from "../../../src/store/index.ts";
import { onEachStore } from "../on-each-store.ts";
import { storeAt } from "../store-at.ts";
import { allRuns, exchange, linesOf, openTurns, readLog } from "./read-turns.ts";
import { inputOf, startRunner } from "./start-runner.ts";

// Long enough that a busy machine does not let it run out between two steps of a test.
const LEASE_MS = 1500;
const GONE = { code: "unavailable", status: "failed" };
const BEGUN = ["user: look", "running", "tool_call"];

onEachStore(
	"AG7 a process that is frozen for longer than its lease is taken over; when it wakes up its writes are refused and nothing is there twice",
	async (newPlace) => {
		const path = await newPlace();
		const frozen = await startRunner(path, LEASE_MS);
		// Three of its turns: in a tool, in the line behind another one, and about to write its answer when the time stops.
		const working = frozen.run("look", { sessionId: "tool", hold: ["tool"] });
		await working.reached("tool");
		const leading = frozen.run("leading", { sessionId: "line", hold: ["model"] });
		await leading.reached("model");
		const waiting = frozen.run("waiting", { sessionId: "line", hold: ["after wait"] });
		await waiting.reached("after wait");
		waiting.release("after wait");
		const ending = frozen.run("look", { sessionId: "end", freeze: "before end" });
		await ending.reached("before end");

		const { hf } = await openTurns(path, { leaseMs: LEASE_MS });
		for (const sessionId of ["tool", "line", "end"]) await hf.agents.run(inputOf("next", { sessionId }));
		const readAll = async () =>
			Object.fromEntries(
				await Promise.all(["tool", "line", "end"].map(async (id) => [id, linesOf(await readLog(hf, id))])),
			);
		const taken = {
			tool: [...BEGUN, "failed", ...exchange("next")],
			line: ["user: leading", "running", "failed", "user: waiting", "failed", ...exchange("next")],
			end: [...BEGUN, "tool_result", "failed", ...exchange("next")],
		};
		expect(await readAll()).toEqual(taken);

		process.kill(frozen.pid, "SIGCONT");
		working.release("tool");
		leading.release("model");
		for (const run of [working, leading, waiting, ending]) expect(await run.failed()).toMatchObject(GONE);
		expect(ending.refused()).toEqual(["end: fence"]);
		expect(await readAll()).toEqual(taken);
		expect((await allRuns(hf, "end")).map(({ status }) => status)).toEqual(["failed", "completed"]);

		// It is as good as any other again.
		expect((await frozen.run("again", { sessionId: "end" }).done()).output).toBe("answer to again");
		await frozen.close();
		expect(await readAll()).toEqual({ ...taken, end: [...taken.end, ...exchange("again")] });
	},
);

onEachStore(
	"AG7 a process that wakes up in the very moment it is found dead, and renews its lease, lives on",
	async (newPlace) => {
		const path = await newPlace();
		const runner = await startRunner(path, LEASE_MS);
		const run = runner.run("look", { hold: ["tool"], freeze: "tool" });
		await run.reached("tool");
		let woken = false;
		// Between the look that finds the lease run out and the write that closes the run, it is renewed.
		const store = storeAt(path);
		const append = async (unit: AppendUnit): Promise<AppendOutcome> => {
			if (unit.run?.end?.onlyExpired) {
				const renewals = run.renewals();
				process.kill(runner.pid, "SIGCONT");
				await run.renewed(renewals + 1);
				woken = true;
			}
			return store.log.append(unit);
		};
		const { hf } = await openTurns(path, { store: { ...store, log: { ...store.log, append } } });
		let closed = 0;
		while (!woken) closed += (await hf.sweep()).runs;
		expect(closed).toBe(0);
		run.release("tool");
		expect((await run.done()).output).toBe("answer to look");
		expect(linesOf(await readLog(hf))).toEqual(exchange("look"));
	},
);
