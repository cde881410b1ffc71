import { describe, expect, it } from "vitest";
import { defineAgent } from "../../src/index.ts";
import { createFixture, draft } from "../../src/testing/fixture.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import type { Backend } from "../api/world.ts";
import { logOf } from "./looks.ts";
import { latch, turnWorld, waitAt } from "./turn-world.ts";
import { wrappedStore } from "./wrapped-store.ts";

const ref = { agentId: "a", sessionId: "s" };

/** AG7: a run whose process is gone is closed by whoever comes next. */
export function describeDeadRuns(backend: Backend): void {
	describe("runs whose process is gone (AG7)", () => {
		const world = turnWorld(backend);
		const model = () => scriptedModel(({ index }) => `answer ${index}`);

		/** What a process that began a run and died leaves behind. */
		async function leaveBehind(id = "dead", aliveMs = 0): Promise<void> {
			const fixture = createFixture(world.store, "default" as Parameters<typeof createFixture>[1]);
			const seed = { id, parentId: undefined, rootId: id, detail: {}, createdAt: Date.now() };
			const begin = { seed, aliveMs, replace: false, close: () => [] };
			const message = draft("lost", { runId: id });
			await fixture.append(fixture.name("s", { agent: "a" }), [message], { run: { id, begin } });
		}

		const closed = { id: "dead", status: "failed", input: "lost", error: { code: "unavailable" } };

		it("the next run closes it, and sees its message", async () => {
			const said = model();
			const hf = await world.open([defineAgent({ id: "a", model: said })]);
			await leaveBehind();
			await hf.agents.run({ ...ref, input: "next", onBusy: "reject" });
			expect(await hf.runs.get("dead")).toMatchObject(closed);
			expect(await logOf(hf, ref)).toEqual([
				"user: lost",
				"status: failed",
				"user: next",
				"status: running",
				"assistant: answer 0",
				"status: completed",
			]);
			expect(said.texts()[0]).toMatch(/user: lost\nuser: next$/);
		});

		it("who repeats a run that died in the line does not say its message twice (SE3)", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: model() })]);
			const { runId } = await hf.agents.run({ ...ref, input: "before", idempotencyKey: "k0" });
			const stored = await world.store.runs.get("default" as never, runId);
			const idempotency = stored?.detail.idempotency as { key: string; fingerprint: string };
			const uid = (await hf.sessions.get(ref)).uid as never;
			/** What a process leaves behind that died while it waited with "before". */
			const died = (id: string, key: string) =>
				world.store.runs.wait({
					target: { uid, tenant: "default" as never },
					seed: {
						id,
						parentId: undefined,
						rootId: id,
						createdAt: Date.now(),
						detail: { idempotency: { ...idempotency, key } },
					},
					queued: draft("before", { runId: id }).body,
					aliveMs: 0,
				});
			await died("one", "k1");
			const repeated = await hf.agents.run({ ...ref, input: "before", idempotencyKey: "k1" });
			expect(repeated.output).toBe("answer 1");
			await died("two", "k2");
			await hf.sweep();
			await expect(hf.agents.run({ ...ref, input: "before", idempotencyKey: "k2" })).rejects.toMatchObject({
				code: "unavailable",
				status: "failed",
				runId: "two",
			});
			await died("three", "k1");
			await hf.sweep();
			expect((await logOf(hf, ref)).filter((line) => line === "user: before")).toHaveLength(3);
			expect(await hf.runs.get("three")).toMatchObject({ status: "failed" });
		});

		it.each([
			["runs.get", (hf) => hf.runs.get("dead")],
			["runs.list", async (hf) => (await hf.runs.list()).items[0]],
			["runs.cancel", (hf) => hf.runs.cancel("dead")],
			[
				"sweep",
				async (hf) => {
					expect(await hf.sweep()).toMatchObject({ runs: 1 });
					expect(await hf.sweep()).toMatchObject({ runs: 0 });
					return hf.runs.get("dead");
				},
			],
		] satisfies [string, (hf: Awaited<ReturnType<typeof world.open>>) => Promise<unknown>][])(
			"%s closes it, once",
			async (_, look) => {
				const hf = await world.open([defineAgent({ id: "a", model: model() })]);
				await leaveBehind();
				expect(await look(hf)).toMatchObject(closed);
				expect(await logOf(hf, ref)).toEqual(["user: lost", "status: failed"]);
				expect(await look(hf).catch(() => closed)).toMatchObject(closed);
				expect(await logOf(hf, ref)).toEqual(["user: lost", "status: failed"]);
			},
		);

		it("one that is alive is left alone", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: model() })]);
			await leaveBehind("alive", 60_000);
			expect(await hf.runs.get("alive")).toMatchObject({ status: "running" });
			expect(await hf.sweep()).toMatchObject({ runs: 0 });
			expect((await hf.runs.list()).items).toMatchObject([{ status: "running" }]);
			await expect(hf.agents.run({ ...ref, input: "x", onBusy: "reject" })).rejects.toMatchObject({
				code: "busy",
			});
			expect(await hf.runs.cancel("alive")).toMatchObject({ status: "cancelled" });
		});

		it("one that waited in line: its message is logged when its turn would have come", async () => {
			const [asked, release] = [latch(), latch()];
			const slow = scriptedModel(({ index }) =>
				index === 0 ? { text: "first", before: () => waitAt(asked, release) } : "next",
			);
			const hf = await world.open([defineAgent({ id: "a", model: slow })]);
			const first = hf.agents.run({ ...ref, input: "m0" });
			await asked.opened;
			const fixture = createFixture(world.store, "default" as Parameters<typeof createFixture>[1]);
			const seed = { id: "dead", parentId: undefined, rootId: "dead", detail: {}, createdAt: Date.now() };
			const name = fixture.name("s", { agent: "a" });
			await world.store.runs.wait({
				target: { name },
				seed,
				queued: draft("lost", { runId: "dead" }).body,
				aliveMs: 0,
			});
			expect(await hf.runs.get("dead")).toMatchObject({ status: "pending", input: "lost" });
			release.open();
			await first;
			expect(await hf.runs.get("dead")).toMatchObject(closed);
			expect(await logOf(hf, ref)).toEqual([
				"user: m0",
				"status: running",
				"assistant: first",
				"status: completed",
				"user: lost",
				"status: failed",
			]);
		});

		it("a run that could not renew its lease learns that it was closed, and writes nothing more", async () => {
			const [asked, release] = [latch(), latch()];
			const slow = scriptedModel([{ text: "late", before: () => waitAt(asked, release) }, "next"], {
				ignoreAbort: true,
			});
			// The process is as if it were frozen: its renewals do not arrive.
			const store = wrappedStore(world.store, { renew: async () => "running" });
			const frozen = await world.open([defineAgent({ id: "a", model: slow })], { leaseMs: 100, store });
			const other = await world.open([defineAgent({ id: "a", model: slow })], { leaseMs: 100 });
			const run = frozen.agents.run({ ...ref, input: "m0" });
			const outcome = expect(run).rejects.toMatchObject({ code: "unavailable", status: "failed" });
			await asked.opened;
			// Waits in line until the lease has run out.
			await other.agents.run({ ...ref, input: "m1" });
			release.open();
			await outcome;
			expect(await logOf(other, ref)).toEqual([
				"user: m0",
				"status: running",
				"status: failed",
				"user: m1",
				"status: running",
				"assistant: next",
				"status: completed",
			]);
		});

		it("a long run keeps its lease, however short it is", async () => {
			const [asked, release] = [latch(), latch()];
			let renewals = 0;
			const store = wrappedStore(world.store, {
				async renew(next) {
					renewals += 1;
					if (renewals === 6) release.open();
					return next();
				},
			});
			const slow = scriptedModel([{ text: "done", before: () => waitAt(asked, release) }]);
			const hf = await world.open([defineAgent({ id: "a", model: slow })], { leaseMs: 100, store });
			expect((await hf.agents.run({ ...ref, input: "m0" })).output).toBe("done");
			expect(renewals).toBeGreaterThanOrEqual(6);
		});
	});
}
