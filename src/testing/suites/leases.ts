import { describe, expect, it } from "vitest";
import type { RunWrite } from "../../store/ports/index.ts";
import { beginRun, endRun, LONG, runSeed } from "../begin-run.ts";
import { drafts, type Fixture, refusal, type Setup, seed, textOf } from "../fixture.ts";

const noTurn = (runId: string) => ({ code: "conflict", precondition: "turn", runId });
const is = (status: string) => ({ code: "conflict", precondition: "run", status });

/** The turn of a session: which run has it, which runs wait for it, and how it is taken from a dead run. */
export function describeLeases(setup: Setup): void {
	const corner = () => {
		const t = setup();
		const name = t.name("s");
		const append = (text: string, run: RunWrite, parts: Parameters<Fixture["append"]>[2] = {}) =>
			t.append(name, drafts(text), { run, ...parts });
		const wait = (id: string, aliveMs = LONG) =>
			t.store.runs.wait({ target: { name }, seed: runSeed(id), queued: `message of ${id}`, aliveMs });
		const get = (id: string) => t.store.runs.get(t.tenant, id);
		const line = async () => (await t.store.runs.line({ name })).map(({ id, status }) => `${id} ${status}`);
		return { t, name, append, wait, get, line };
	};

	describe("turns", () => {
		it("AG7: a run takes the turn of a session, and creates the session if needed", async () => {
			const { name, append, get, t } = corner();
			const created = await append("hello", beginRun("a", { detail: { model: "m" } }), {
				create: seed({ mode: "auto" }),
			});
			expect(created).toMatchObject({ created: true, firstOffset: 0, head: 1, fence: 1, mode: "auto" });
			expect(await get("a")).toMatchObject({
				uid: created.uid,
				agentId: "agent",
				userId: undefined,
				sessionId: "s",
				tenant: t.tenant,
				status: "running",
				inputOffset: 0,
				fence: 1,
				detail: { model: "m" },
				expired: false,
				queued: undefined,
				outputOffset: undefined,
				endOffset: undefined,
				endedAt: undefined,
				startedAt: expect.any(Number),
			});
			expect(await t.store.sessions.get({ name })).toMatchObject({ fence: 1, lastRunId: "a" });
		});

		it("AG7: while a run is alive, no other run begins, and nothing is written", async () => {
			const { t, name, append } = corner();
			await append("one", beginRun("a"));
			const before = await t.snapshot(name);
			expect(await refusal(append("two", beginRun("b")))).toMatchObject(noTurn("a"));
			expect(await t.snapshot(name)).toEqual(before);
			await append("bye", endRun("a"));
			expect(await append("two", beginRun("b"))).toMatchObject({ firstOffset: 2, fence: 2 });
		});

		it("AG7: a used idempotency key returns the first result even while the session is busy", async () => {
			const { append, get } = corner();
			const require = { idempotency: { key: "k", fingerprint: "f" } };
			await append("one", beginRun("a"), { require });
			const again = await append("one", beginRun("b"), { require });
			expect(again).toMatchObject({ firstOffset: 0, mode: "auto", replayed: [{ offset: 0 }] });
			expect(await get("b")).toBeUndefined();
		});

		it("AG7: waiting runs get the turn in order, and a new run does not go ahead of them", async () => {
			const { append, wait, line, get } = corner();
			await append("one", beginRun("a"));
			await wait("b");
			await wait("c");
			expect(await get("b")).toMatchObject({
				status: "pending",
				queued: "message of b",
				startedAt: undefined,
			});
			expect(await line()).toEqual(["a running", "b pending", "c pending"]);
			await append("bye", endRun("a"));
			expect(await refusal(append("x", beginRun("c")))).toMatchObject(noTurn("b"));
			expect(await refusal(append("x", beginRun("d")))).toMatchObject(noTurn("b"));
			await append("two", beginRun("b", { detail: { late: true } }));
			expect(await get("b")).toMatchObject({
				status: "running",
				queued: undefined,
				inputOffset: 2,
				fence: 2,
				detail: { late: true },
			});
			expect(await refusal(append("x", beginRun("c")))).toMatchObject(noTurn("b"));
			await append("bye", endRun("b"));
			await append("three", beginRun("c"));
			expect(await line()).toEqual(["c running"]);
		});

		it("AG7: a run that replaces another ends it and goes ahead of waiting runs", async () => {
			const { t, name, append, wait, get, line } = corner();
			await append("one", beginRun("a"));
			await wait("b");
			const outcome = await append("instead", beginRun("c", { replace: true }));
			expect(outcome).toMatchObject({ firstOffset: 2, head: 3, fence: 2 });
			expect(await t.texts(name)).toEqual(["one", "a superseded", "instead"]);
			expect(await get("a")).toMatchObject({
				status: "superseded",
				inputOffset: 0,
				endOffset: 1,
				endedAt: expect.any(Number),
				error: { code: "cancelled", message: "replaced by run c" },
			});
			expect(await line()).toEqual(["b pending", "c running"]);
			expect(await refusal(append("x", beginRun("b")))).toMatchObject(noTurn("c"));
		});

		it("AG7: a run can begin and end in one step, including one that was waiting", async () => {
			const { append, wait, get, line } = corner();
			const both = (id: string) => ({
				...beginRun(id),
				...endRun(id, { usage: { tokens: 1 }, outputIndex: 0, detail: { done: 1 } }),
			});
			await append("one", both("a"));
			await wait("b");
			await append("two", both("b"));
			const ended = { status: "completed", usage: { tokens: 1 }, detail: { done: 1 }, queued: undefined };
			expect(await get("a")).toMatchObject({
				...ended,
				fence: 1,
				inputOffset: 0,
				outputOffset: 0,
				endOffset: 0,
			});
			expect(await get("b")).toMatchObject({ ...ended, fence: 2, inputOffset: 1, endOffset: 1 });
			expect((await get("a"))?.endedAt).toBeGreaterThanOrEqual((await get("a"))?.startedAt ?? Infinity);
			expect(await line()).toEqual([]);
		});

		it("AG7: a run that leaves the queue is ended, with the offset of its message", async () => {
			const { t, name, append, wait, get, line } = corner();
			await append("one", beginRun("a"));
			await wait("b");
			await wait("c");
			await append("said anyway", endRun("b", { status: "cancelled", inputIndex: 0 }));
			await t.append(name, [], { run: endRun("c", { status: "cancelled" }) });
			expect(await get("b")).toMatchObject({
				status: "cancelled",
				inputOffset: 1,
				endOffset: 1,
				queued: undefined,
				startedAt: undefined,
			});
			expect(await get("c")).toMatchObject({ status: "cancelled", inputOffset: undefined, endOffset: 1 });
			expect(await line()).toEqual(["a running"]);
		});
	});

	describe("leases", () => {
		it("AG8: an expired run is closed by the next run, before that run's own events", async () => {
			const { t, name, append, get } = corner();
			await append("one", beginRun("a", { aliveMs: 0 }));
			expect(await get("a")).toMatchObject({ status: "running", expired: true });
			const outcome = await append("two", beginRun("b"));
			expect(outcome).toMatchObject({ firstOffset: 2, head: 3, fence: 2 });
			expect(await t.texts(name)).toEqual(["one", "a failed", "two"]);
			expect(await get("a")).toMatchObject({
				status: "failed",
				expired: false,
				inputOffset: 0,
				endOffset: 1,
				endedAt: expect.any(Number),
				error: { code: "unavailable", message: "the process running it died: its lease ran out" },
			});
			expect(await get("b")).toMatchObject({ status: "running", inputOffset: 2 });
			expect(await t.store.sessions.get({ name })).toMatchObject({ messageCount: 2, lastRunId: "b" });
		});

		it("AG8: runs that expired while waiting are closed in order, and their messages are in the log", async () => {
			const { t, name, append, wait, get, line } = corner();
			await append("one", beginRun("a", { aliveMs: 0 }));
			await wait("b", 0);
			await wait("c", 0);
			await wait("d");
			await wait("e", 0);
			expect(await append("message of d", beginRun("d"))).toMatchObject({ firstOffset: 6, fence: 2 });
			expect(await t.texts(name)).toEqual([
				"one",
				"a failed",
				"message of b",
				"b failed",
				"message of c",
				"c failed",
				"message of d",
			]);
			const closed = { status: "failed", queued: undefined, startedAt: undefined };
			expect(await get("b")).toMatchObject({ ...closed, inputOffset: 2, endOffset: 3 });
			expect(await get("c")).toMatchObject({ ...closed, inputOffset: 4, endOffset: 5 });
			expect(await t.store.sessions.get({ name })).toMatchObject({ head: 7, messageCount: 4 });
			expect(await line()).toEqual(["d running", "e pending"]);
		});

		it("AG8, SE3, IF3: the events that close expired runs are delivered, but are not part of a repeat's result", async () => {
			const { t, append } = corner();
			const require = { idempotency: { key: "k", fingerprint: "f" } };
			await append("one", beginRun("a", { aliveMs: 0 }));
			const url = "https://example.com/";
			const first = await append("two", beginRun("b"), { require, deliveries: [{ url }] });
			expect(first).toMatchObject({ firstOffset: 2, head: 3 });
			const again = await append("two", beginRun("c"), { require });
			expect(again.replayed?.map(({ offset, body }) => [offset, textOf(body)])).toEqual([[2, "two"]]);
			expect(await t.store.deliveries.list({ tenant: t.tenant, limit: 9 })).toMatchObject([
				{ url, nextOffset: 1 },
			]);
		});

		it("AG8: a renewed run is alive; an ended run is not renewed", async () => {
			const { t, name, append, wait, get } = corner();
			const { runs } = t.store;
			await append("one", beginRun("a", { aliveMs: 0 }));
			expect(await runs.renew(t.tenant, "a", LONG)).toBe("running");
			expect((await get("a"))?.expired).toBe(false);
			expect(await refusal(append("x", beginRun("b")))).toMatchObject(noTurn("a"));
			await t.append(name, [], { run: { id: "a", renewMs: 0 } });
			expect((await get("a"))?.expired).toBe(true);
			await append("more", { id: "a", renewMs: LONG });
			expect((await get("a"))?.expired).toBe(false);
			await append("bye", endRun("a"));
			const before = await t.snapshot(name);
			expect(await runs.renew(t.tenant, "a", LONG)).toBe("completed");
			expect(await refusal(append("x", { id: "a", renewMs: LONG }))).toMatchObject(is("completed"));
			expect(await t.snapshot(name)).toEqual(before);
			await wait("b", 0);
			expect(await runs.renew(t.tenant, "b", LONG)).toBe("pending");
			expect((await get("b"))?.expired).toBe(false);
			expect(await runs.renew(t.tenant, "no", LONG)).toBeUndefined();
		});

		it("AG8: writes of a superseded run with its old token are refused and change nothing", async () => {
			const { t, name, append } = corner();
			const { fence } = await append("one", beginRun("a"));
			await append("more", { id: "a" }, { require: { fence } });
			await append("instead", beginRun("b", { replace: true }));
			const before = await t.snapshot(name);
			const lost = { code: "conflict", precondition: "fence", expected: 1, actual: 2 };
			expect(await refusal(append("late", { id: "a" }, { require: { fence } }))).toMatchObject(lost);
			expect(await refusal(append("late", endRun("a"), { require: { fence } }))).toMatchObject(lost);
			expect(await refusal(append("late", endRun("a")))).toMatchObject(is("superseded"));
			expect(await t.snapshot(name)).toEqual(before);
		});

		it("AG8: anybody can end an expired run; with onlyExpired, a live run is not ended", async () => {
			const { t, name, append, wait } = corner();
			const dead = (id: string) => endRun(id, { status: "failed", onlyExpired: true });
			const { fence } = await append("one", beginRun("a"));
			await wait("b");
			const before = await t.snapshot(name);
			expect(await refusal(append("x", dead("a")))).toMatchObject(is("running"));
			expect(await refusal(append("x", dead("b")))).toMatchObject(is("pending"));
			expect(await t.snapshot(name)).toEqual(before);
			await t.store.runs.renew(t.tenant, "b", 0);
			expect(await append("b is dead", dead("b"))).toMatchObject({ fence });
			await t.store.runs.renew(t.tenant, "a", 0);
			// Its owner may not know yet, but can no longer write.
			expect(await append("a is dead", dead("a"))).toMatchObject({ fence: fence + 1 });
			expect((await refusal(append("late", { id: "a" }, { require: { fence } }))).precondition).toBe("fence");
			expect(await t.store.runs.line({ name })).toEqual([]);
		});

		it("AG8: a run begins once, and a refused begin changes nothing", async () => {
			const { t, name, append, wait } = corner();
			await append("one", beginRun("a"));
			await wait("b");
			await append("bye", endRun("a"));
			await t.append(t.name("other"), drafts("x"));
			const before = await t.snapshot(name);
			expect(await refusal(append("x", beginRun("a")))).toMatchObject(is("completed"));
			const elsewhere = t.append(t.name("other"), drafts("x"), { run: beginRun("b") });
			expect(await refusal(elsewhere)).toMatchObject(is("pending"));
			expect(await refusal(wait("a"))).toMatchObject(is("completed"));
			expect(await refusal(wait("b"))).toMatchObject(is("pending"));
			const taken = { code: "conflict", precondition: "offset" };
			const stale = append("x", beginRun("b"), { require: { expectedOffset: 0 } });
			expect(await refusal(stale)).toMatchObject(taken);
			const manual = append("x", beginRun("b"), { require: { mode: "manual" } });
			expect(await refusal(manual)).toMatchObject({ precondition: "mode" });
			expect(await t.snapshot(name)).toEqual(before);
			expect(await t.texts(t.name("other"))).toEqual(["x"]);
		});
	});
}
