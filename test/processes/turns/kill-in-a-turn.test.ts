import { expect } from "vitest";
import type { Event, Holdfast } from "../../../src/index.ts";
import { onEachStore } from "../on-each-store.ts";
import { AGENT, SECRET } from "./children/turn-agent.ts";
import {
	allRuns,
	exchange,
	expectBlocks,
	expectNoOrphans,
	expectNoSecret,
	linesOf,
	openTurns,
	readLog,
} from "./read-turns.ts";
import { inputOf, startRunner } from "./start-runner.ts";

// Twelve turns are held in one process: on a busy machine none may lose its lease before the process dies.
const LEASE_MS = 2_000;
const TEXT = "look around";
const BEGUN = [`user: ${TEXT}`, "running"];
const CALLED = [...BEGUN, "tool_call"];
const LOOKED = [...CALLED, "tool_result"];

/** The points of a turn at which its process dies, and what of it is in the log then. */
const PHASES: Record<string, string[]> = {
	"before begin": [],
	// The user's message is durable, and the process has not heard of it yet.
	"after begin": BEGUN,
	model: BEGUN,
	"before call": BEGUN,
	// The call is logged, and the tool has not started.
	"after call": CALLED,
	tool: CALLED,
	"before result": CALLED,
	"after result": LOOKED,
	"second model": LOOKED,
	text: LOOKED,
	"before end": LOOKED,
	"after end": exchange(TEXT),
};

const FAILED = { code: "unavailable", message: expect.stringContaining("lease ran out") };

/** The run is closed as failed and says why, in its record and in the log; one that left nothing is not there. */
async function expectClosed(hf: Holdfast, phase: string, log: readonly Event[]): Promise<void> {
	const runs = await allRuns(hf, phase);
	const ended = { "before begin": [], "after end": ["completed"] }[phase] ?? ["failed"];
	expect(
		runs.map(({ status }) => status),
		phase,
	).toEqual([...ended, "completed"]);
	if (ended[0] !== "failed") return;
	expect(runs[0], phase).toMatchObject({ input: TEXT, error: FAILED, endedAt: expect.any(String) });
	const status = log.find(({ kind, data }) => kind === "status" && data.status === "failed");
	expect(status, phase).toMatchObject({ runId: runs[0]?.id, data: { error: FAILED } });
}

onEachStore(
	"AG7 ST1 kill -9 in any phase of a turn: the next run starts, knows the message, meets no orphan call, and the dead run is closed",
	async (newPlace) => {
		const path = await newPlace();
		const runner = await startRunner(path, LEASE_MS);
		// One turn in each phase, each in a session of its own, when the process dies.
		const state = { "temp:given": SECRET, kept: "yes" };
		const turns = Object.keys(PHASES).map((phase) => ({
			phase,
			run: runner.run(TEXT, { sessionId: phase, hold: [phase], stream: true, state }),
		}));
		for (const { phase, run } of turns) await run.reached(phase);
		await runner.kill();

		const { hf, model } = await openTurns(path, { leaseMs: LEASE_MS });
		for (const [phase, logged] of Object.entries(PHASES)) {
			const { output } = await hf.agents.run(inputOf("and now?", { sessionId: phase }));
			expect(output, phase).toBe("answer to and now?");
			const log = await readLog(hf, phase);
			const closed = logged.length > 0 && logged.at(-1) !== "completed" ? ["failed"] : [];
			expect(linesOf(log), phase).toEqual([...logged, ...closed, ...exchange("and now?")]);
			expectBlocks(log);
			await expectClosed(hf, phase, log);

			const said = model.texts().at(-1)?.split("\n") ?? [];
			const heard = said.filter((line) => line === `user: ${TEXT}`);
			expect(heard, phase).toHaveLength(logged.length > 0 ? 1 : 0);
			expect(said.join().includes(`saw ${TEXT}`), phase).toBe(logged.includes("tool_result"));
			expect(said.includes(`assistant: answer to ${TEXT}`), phase).toBe(phase === "after end");
			expectNoOrphans(model.prompts.at(-1) ?? []);

			// What was logged is what was set: the tool's own key came with its result.
			const values = await hf.session({ agentId: AGENT, sessionId: phase }).state.get();
			expect(values, phase).toEqual({
				...(logged.length > 0 && { kept: "yes" }),
				...(logged.includes("tool_result") && { looked: TEXT }),
			});
		}
		await hf.close();
		await expectNoSecret(path);
	},
);
