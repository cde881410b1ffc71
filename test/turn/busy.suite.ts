import { describe, expect, it } from "vitest";
import { defineAgent, type RunEvent } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { gathered } from "../api/drafts.ts";
import { refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { logOf, runFailure, standing } from "./looks.ts";
import { type Latch, latch, never, turnWorld, untilWaiting, waitAt } from "./turn-world.ts";

const ref = { agentId: "a", sessionId: "s" };

/** A model whose first answer waits until it is told to go on. */
function slowFirst(asked: Latch, release: Latch | undefined, options: { ignoreAbort?: boolean } = {}) {
	return scriptedModel(
		({ index }) =>
			index === 0 ? { text: "first", before: () => waitAt(asked, release) } : { text: `answer ${index}` },
		options,
	);
}

/** AG8: one running turn per session. */
export function describeBusy(backend: Backend): void {
	describe("busy sessions (AG8)", () => {
		const world = turnWorld(backend);

		it("ten queued runs get their turn in the order in which they came, each message with its turn", async () => {
			const [asked, release] = [latch(), latch()];
			const model = slowFirst(asked, release);
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const runs = [hf.agents.run({ ...ref, input: "m0" })];
			await asked.opened;
			for (let i = 1; i <= 10; i++) {
				runs.push(hf.agents.run({ ...ref, input: `m${i}` }));
				await untilWaiting(hf, i);
			}
			// Nothing of those who wait is in the log yet, but their record shows what they will say.
			expect(await logOf(hf, ref)).toEqual(["user: m0", "status: running"]);
			const waiting = (await hf.runs.list({ status: "pending" })).items;
			expect(waiting.map(({ input }) => input).sort()).toEqual(
				Array.from({ length: 10 }, (_, i) => `m${i + 1}`).sort(),
			);
			release.open();
			const results = await Promise.all(runs);
			expect(results.map(({ output }) => output)).toEqual([
				"first",
				...Array.from({ length: 10 }, (_, i) => `answer ${i + 1}`),
			]);
			const log = await logOf(hf, ref);
			expect(log).toEqual(
				results.flatMap(({ output }, i) => [
					`user: m${i}`,
					"status: running",
					`assistant: ${output}`,
					"status: completed",
				]),
			);
			expect(model.texts().at(-1)).toContain("assistant: answer 9\nuser: m10");
		});

		it("sessions do not wait for each other", async () => {
			const [asked, release] = [latch(), latch()];
			const hf = await world.open([defineAgent({ id: "a", model: slowFirst(asked, release) })]);
			const slow = hf.agents.run({ ...ref, input: "slow" });
			await asked.opened;
			for (const other of [{ sessionId: "t" }, { sessionId: "s", userId: "u" }]) {
				expect((await hf.agents.run({ agentId: "a", ...other, input: "x" })).status).toBe("completed");
			}
			release.open();
			await slow;
		});

		it("reject: `busy`, and nothing at all is written", async () => {
			const [asked, release] = [latch(), latch()];
			const hf = await world.open([defineAgent({ id: "a", model: slowFirst(asked, release) })]);
			const first = hf.agents.run({ ...ref, input: "m0" });
			await asked.opened;
			const before = await standing(hf, ref);
			const rejected = { ...ref, input: "m1", onBusy: "reject" as const, state: { k: 1 } };
			const error = await refusal(hf.agents.run(rejected), "busy");
			expect(error.busyWith).toBe(before.runs[0]?.id);
			const stream = hf.agents.stream(rejected);
			expect(await gathered(stream)).toMatchObject([{ seq: 0, type: "error", code: "busy" }]);
			await refusal(stream.result, "busy");
			expect(await standing(hf, ref)).toEqual(before);
			release.open();
			await first;
			// Free again.
			await hf.agents.run(rejected);
		});

		it.each([false, true])(
			"replace: the running one is superseded at once (its model listens to no signal: %s)",
			async (ignoreAbort) => {
				const [asked, release] = [latch(), latch()];
				const model = slowFirst(asked, release, { ignoreAbort });
				const hf = await world.open([defineAgent({ id: "a", model })]);
				const events: RunEvent[] = [];
				const first = hf.agents.stream({ ...ref, input: "m0" });
				const reading = (async () => {
					for await (const event of first) events.push(event);
				})();
				await asked.opened;
				const second = await hf.agents.run({ ...ref, input: "m1", onBusy: "replace" });
				expect(second.output).toBe("answer 1");
				const error = await runFailure(first.result, "cancelled", "superseded");
				expect(error.runId).toBe(first.runId);
				await reading;
				expect(events.at(-1)).toMatchObject({ type: "error", code: "cancelled", status: "superseded" });
				expect(await hf.runs.get(first.runId)).toMatchObject({
					status: "superseded",
					input: "m0",
					error: { message: expect.stringContaining(second.runId) },
				});
				const log = await logOf(hf, ref);
				expect(log).toEqual([
					"user: m0",
					"status: running",
					"status: superseded",
					"user: m1",
					"status: running",
					"assistant: answer 1",
					"status: completed",
				]);
				release.open();
				await hf.agents.run({ ...ref, input: "m2" });
				expect((await logOf(hf, ref)).slice(0, log.length)).toEqual(log);
				// The message of the one that was replaced is seen by the one that replaced it.
				expect(model.texts()[1]).toMatch(/user: m0\nuser: m1$/);
			},
		);

		it("replace by another process: the late writes of the replaced one are refused", async () => {
			const [asked, release] = [latch(), latch()];
			const agents = [defineAgent({ id: "a", model: slowFirst(asked, release, { ignoreAbort: true }) })];
			const hf = await world.open(agents);
			const elsewhere = await world.open(agents);
			const first = hf.agents.run({ ...ref, input: "m0" });
			const outcome = runFailure(first, "cancelled", "superseded");
			await asked.opened;
			await elsewhere.agents.run({ ...ref, input: "m1", onBusy: "replace" });
			release.open();
			const { runId } = await outcome;
			expect((await logOf(hf, ref)).join()).not.toContain("assistant: first");
			// What it did until then is in its trace.
			const spans = (await hf.runs.trace(runId as string)).map(({ kind }) => kind);
			expect(spans).toEqual(["run", "memory", "memory", "memory", "memory", "step", "model"]);
		});

		it("cancelled while it waits: its message is logged, its status is cancelled, the others keep their place", async () => {
			const [asked, release] = [latch(), latch()];
			const model = slowFirst(asked, release);
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const first = hf.agents.run({ ...ref, input: "m0" });
			await asked.opened;
			const stop = new AbortController();
			const keyed = { ...ref, input: "m1", idempotencyKey: "k" };
			const second = hf.agents.run({ ...keyed, signal: stop.signal });
			await untilWaiting(hf, 1);
			const third = hf.agents.run({ ...ref, input: "m2" });
			const fourth = hf.agents.run({ ...ref, input: "m3" });
			await untilWaiting(hf, 3);
			stop.abort();
			const error = await runFailure(second, "cancelled", "cancelled");
			expect(await hf.runs.get(error.runId)).toMatchObject({ status: "cancelled", input: "m1" });
			const [waiting] = (await hf.runs.list({ status: "pending" })).items.filter(
				({ input }) => input === "m2",
			);
			const cancelled = await hf.runs.cancel(waiting?.id ?? "");
			expect(cancelled).toMatchObject({ status: "cancelled", input: "m2" });
			await runFailure(third, "cancelled", "cancelled");
			release.open();
			await first;
			expect((await fourth).output).toBe("answer 1");
			// Repeated, it is still cancelled, and not said again.
			await runFailure(hf.agents.run(keyed), "cancelled", "cancelled");
			expect(await logOf(hf, ref)).toEqual([
				"user: m0",
				"status: running",
				"user: m1",
				"status: cancelled",
				"user: m2",
				"status: cancelled",
				"assistant: first",
				"status: completed",
				"user: m3",
				"status: running",
				"assistant: answer 1",
				"status: completed",
			]);
			expect(model.prompts).toHaveLength(2);
		});

		it("deleting the session in mid-run: the run rejects, those who wait reject, nothing comes back", async () => {
			const [asked, release] = [latch(), latch()];
			const hf = await world.open([
				defineAgent({ id: "a", model: slowFirst(asked, release, { ignoreAbort: true }) }),
			]);
			const first = hf.agents.run({ ...ref, input: "m0" });
			const outcome = refusal(first, "not_found");
			await asked.opened;
			const second = refusal(hf.agents.run({ ...ref, input: "m1" }), "not_found");
			await untilWaiting(hf, 1);
			await hf.sessions.delete(ref);
			expect(await outcome).toMatchObject({ status: "failed", sessionId: "s" });
			await second;
			release.open();
			await refusal(hf.sessions.get(ref), "not_found");
			expect((await hf.sessions.list()).items).toEqual([]);
			expect((await hf.runs.list()).items).toEqual([]);
			// A new one of the same name starts from nothing.
			const { events } = await hf.agents.run({ ...ref, input: "anew" });
			expect(events[0]).toMatchObject({ offset: 0 });
		});

		it("a session that is renamed in mid-run: the run goes on there, and so does who waits", async () => {
			const [asked, release] = [latch(), latch()];
			const hf = await world.open([defineAgent({ id: "a", model: slowFirst(asked, release) })]);
			const first = hf.agents.run({ ...ref, input: "m0" });
			await asked.opened;
			const second = hf.agents.run({ ...ref, input: "m1" });
			await untilWaiting(hf, 1);
			await hf.sessions.rekey(ref, { userId: "ann" });
			release.open();
			await first;
			await second;
			const said = (await logOf(hf, { ...ref, userId: "ann" })).filter((line) =>
				/^(user|assistant)/.test(line),
			);
			expect(said).toEqual(["user: m0", "assistant: first", "user: m1", "assistant: answer 1"]);
			await refusal(hf.sessions.get(ref), "not_found");
		});

		it("a second run of the same kind never starts while the first one works", async () => {
			let running = 0;
			let most = 0;
			const model = scriptedModel(() => ({
				text: "ok",
				async before() {
					running += 1;
					most = Math.max(most, running);
					await new Promise((resolve) => setImmediate(resolve));
					running -= 1;
				},
			}));
			const agents = [defineAgent({ id: "a", model })];
			const both = [await world.open(agents), await world.open(agents)];
			await Promise.all(
				Array.from({ length: 12 }, (_, i) => both[i % 2]?.agents.run({ ...ref, input: `m${i}` })),
			);
			expect(most).toBe(1);
		});

		it("a run that is abandoned for a model that never answers lets the instance close", async () => {
			const asked = latch();
			const model = scriptedModel([{ before: () => waitAt(asked) }], { ignoreAbort: true });
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const stop = new AbortController();
			const run = hf.agents.run({ ...ref, input: "x", signal: stop.signal });
			await asked.opened;
			const closing = hf.close();
			stop.abort();
			await runFailure(run, "cancelled", "cancelled");
			await closing;
			await Promise.race([never(), Promise.resolve()]);
		});
	});
}
