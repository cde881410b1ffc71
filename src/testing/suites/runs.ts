import { describe, expect, it } from "vitest";
import type { RunListQuery } from "../../store/ports/index.ts";
import { beginRun, endRun, LONG, runSeed, span } from "../begin-run.ts";
import {
	agent,
	draft,
	drafts,
	type Fixture,
	newTenant,
	newUid,
	refusal,
	type Setup,
	unit,
	user,
} from "../fixture.ts";

/** Begins and ends a run in a session. */
async function complete(t: Fixture, sessionId: string, id: string, parts = {}): Promise<void> {
	const run = { ...beginRun(id, parts), ...endRun(id) };
	await t.append(t.name(sessionId), drafts(id), { run });
}

/** Records of runs: finding, listing and removing them, and their spans. */
export function describeRuns(setup: Setup): void {
	describe("runs", () => {
		it("AG9: a record has all data of its run, and its offsets in the log", async () => {
			const t = setup();
			const name = t.name("s", { user: "u" });
			await t.append(name, drafts("before"));
			const detail = { model: "m", nested: { list: [1, null, "é🚀"] } };
			const run = beginRun("r", { parentId: "p", rootId: "top", detail, createdAt: 1_000 });
			const { uid } = await t.append(name, [draft("question"), draft("running", { kind: "status" })], {
				run,
			});
			const end = {
				status: "failed" as const,
				usage: { inputTokens: 5, cost: 0.25 },
				error: { code: "model_failed", message: "no" },
				outputIndex: 1,
			};
			const events = [draft("tool", { kind: "tool_call" }), draft("answer", { kind: "reply" }), draft("end")];
			await t.append(name, events, { run: endRun("r", end) });
			const record = await t.store.runs.get(t.tenant, "r");
			expect(record).toEqual({
				id: "r",
				parentId: "p",
				rootId: "top",
				detail,
				createdAt: 1_000,
				tenant: t.tenant,
				uid,
				agentId: "agent",
				userId: "u",
				sessionId: "s",
				status: "failed",
				queued: undefined,
				inputOffset: 1,
				outputOffset: 4,
				endOffset: 5,
				usage: end.usage,
				error: end.error,
				fence: 1,
				expired: false,
				startedAt: expect.any(Number),
				endedAt: expect.any(Number),
			});
			expect(await t.store.runs.list({ tenant: t.tenant, limit: 9 })).toEqual([record]);
		});

		it("AG9: a run that ends without events ends at the end of the log; values that the end does not set stay", async () => {
			const t = setup();
			const name = t.name("s");
			const run = beginRun("r", { detail: { model: "m" } });
			await t.append(name, drafts("a"), { run });
			await t.append(name, drafts("b"));
			await t.append(name, [], { run: endRun("r", { status: "cancelled" }) });
			expect(await t.store.runs.get(t.tenant, "r")).toMatchObject({
				status: "cancelled",
				detail: { model: "m" },
				inputOffset: 0,
				outputOffset: undefined,
				endOffset: 1,
			});
			const empty = t.name("empty");
			await t.append(empty, [], { run: { ...beginRun("e"), ...endRun("e") } });
			expect(await t.store.runs.get(t.tenant, "e")).toMatchObject({
				status: "completed",
				inputOffset: undefined,
				endOffset: undefined,
			});
		});

		it("AG9: lists are newest first, with every filter, and pages have no gaps", async () => {
			const t = setup();
			const of = (sessionId: string, owner: { agent?: string; user?: string }, id: string, parts = {}) =>
				t.append(t.name(sessionId, owner), drafts(id), { run: beginRun(id, parts) });
			const { uid } = await of("a", {}, "r1", { createdAt: 1 });
			await of("b", { user: "u" }, "r2", { createdAt: 2, aliveMs: 0 });
			await of("c", { agent: "other", user: "u" }, "r3", { createdAt: 2, parentId: "r1", rootId: "r1" });
			await t.append(t.name("a"), drafts("end"), { run: endRun("r1") });
			await t.store.runs.wait({
				target: { name: t.name("a") },
				seed: runSeed("r4", { createdAt: 4 }),
				queued: "q",
				aliveMs: 0,
			});
			const list = async (query: Partial<RunListQuery> = {}) =>
				(await t.store.runs.list({ tenant: t.tenant, limit: 100, ...query })).map(({ id }) => id);
			expect(await list()).toEqual(["r4", "r3", "r2", "r1"]);
			expect(await list({ uid })).toEqual(["r4", "r1"]);
			expect(await list({ uid: newUid() })).toEqual([]);
			expect(await list({ agentId: agent("other") })).toEqual(["r3"]);
			expect(await list({ userId: user("u") })).toEqual(["r3", "r2"]);
			expect(await list({ userId: user("u"), agentId: agent("agent") })).toEqual(["r2"]);
			expect(await list({ userId: null })).toEqual(["r4", "r1"]);
			expect(await list({ rootId: "r1" })).toEqual(["r3", "r1"]);
			expect(await list({ rootId: "r1", uid })).toEqual(["r1"]);
			expect(await list({ rootId: "r3" })).toEqual([]);
			expect(await list({ statuses: ["running"] })).toEqual(["r3", "r2"]);
			expect(await list({ statuses: ["completed", "pending"] })).toEqual(["r4", "r1"]);
			expect(await list({ statuses: [] })).toEqual([]);
			expect(await list({ expired: true })).toEqual(["r4", "r2"]);
			expect(await list({ expired: true, statuses: ["running"] })).toEqual(["r2"]);
			expect(await list({ expired: true, uid })).toEqual(["r4"]);
			expect(await list({ limit: 2 })).toEqual(["r4", "r3"]);
			expect(await list({ limit: 2, after: { at: 2, id: "r3" } })).toEqual(["r2", "r1"]);
			expect(await list({ userId: user("u"), after: { at: 2, id: "r3" } })).toEqual(["r2"]);
			expect(await list({ expired: true, after: { at: 4, id: "r4" } })).toEqual(["r2"]);
			expect(await list({ limit: 2, after: { at: 1, id: "r1" } })).toEqual([]);
		});

		it("AG7: a run can join the queue only of an existing session", async () => {
			const t = setup();
			const name = t.name("no");
			expect(
				(
					await refusal(
						t.store.runs.wait({ target: { name }, seed: runSeed("r"), queued: "q", aliveMs: LONG }),
					)
				).code,
			).toBe("not_found");
			expect(await t.store.runs.line({ name })).toEqual([]);
			expect(await t.store.runs.get(t.tenant, "r")).toBeUndefined();
		});

		it("AG9: a run is removed with its spans; the last run is then the newest in the log", async () => {
			const t = setup();
			const name = t.name("s");
			const last = async () => (await t.store.sessions.get({ name }))?.lastRunId;
			for (const id of ["a", "b", "c"]) await complete(t, "s", id);
			await t.append(name, [], { run: { id: "c", spans: [span("1", "c")] } });
			await t.store.runs.wait({ target: { name }, seed: runSeed("waits"), queued: "q", aliveMs: LONG });
			expect(await t.store.runs.delete(t.tenant, "b")).toBe(true);
			expect(await last()).toBe("c");
			expect(await t.store.runs.delete(t.tenant, "c")).toBe(true);
			expect(await last()).toBe("a");
			expect(await t.store.runs.spans(t.tenant, "c")).toEqual([]);
			expect(await t.store.erasure.count({ tenant: t.tenant, everything: true })).toMatchObject({
				runs: 2,
				spans: 0,
			});
			expect(await t.store.runs.delete(t.tenant, "a")).toBe(true);
			expect(await last()).toBeUndefined();
			expect(await t.store.runs.delete(t.tenant, "a")).toBe(false);
			expect(await t.texts(name)).toEqual(["a", "b", "c"]);
		});

		it("AG9: the newest run is decided by the log, even if a later run went first", async () => {
			const t = setup();
			const name = t.name("s");
			const begin = (id: string, replace = false) =>
				t.append(name, drafts(id), { run: beginRun(id, { replace }) });
			await begin("a");
			await t.store.runs.wait({ target: { name }, seed: runSeed("b"), queued: "q", aliveMs: LONG });
			await begin("c", true);
			await t.append(name, [], { run: endRun("c") });
			await begin("b");
			await t.append(name, [], { run: endRun("b") });
			await complete(t, "s", "d");
			await t.store.runs.delete(t.tenant, "d");
			expect((await t.store.sessions.get({ name }))?.lastRunId).toBe("b");
		});

		it("AG9: an open run cannot be removed; removing another run does not change the last run", async () => {
			const t = setup();
			const name = t.name("s");
			await complete(t, "s", "a");
			await t.append(name, drafts("x"), { run: beginRun("b") });
			const before = await t.snapshot(name);
			const open = { code: "conflict", precondition: "run", status: "running" };
			expect(await refusal(t.store.runs.delete(t.tenant, "b"))).toMatchObject(open);
			expect(await t.snapshot(name)).toEqual(before);
			await t.append(name, [], { patch: { lastRunId: "of another system" } });
			await t.store.runs.delete(t.tenant, "a");
			expect((await t.store.sessions.get({ name }))?.lastRunId).toBe("of another system");
		});
	});

	describe("spans", () => {
		it("AG9: spans of a tree accumulate and are returned unchanged, in the order of the appends", async () => {
			const t = setup();
			const [top, below] = [t.name("top"), t.name("below")];
			const spans = [
				span("1", "r", { startedAt: 1_700_000_000_000.125, endedAt: 1_700_000_000_001.5 }),
				span("2", "r", { parentId: "1", kind: "model", attributes: { tokens: 5, list: ["é"] } }),
				span("3", "child", { error: "model_failed" }),
				span("4", "child"),
				span("5", "r"),
				span("6", "child"),
				span("7", "r"),
			];
			const child = { parentId: "r", rootId: "r" };
			await t.append(top, drafts("a"), { run: { ...beginRun("r"), spans: spans.slice(0, 2) } });
			await t.append(below, drafts("b"), { run: beginRun("child", child) });
			await t.append(below, [], { run: { id: "child", spans: spans.slice(2, 3) } });
			await t.append(top, [], { run: { ...endRun("r"), spans: spans.slice(3, 6) } });
			await t.append(top, [], { run: { id: "r", spans: spans.slice(6) } });
			expect(await t.store.runs.spans(t.tenant, "r")).toEqual(spans);
			expect(await t.store.runs.spans(t.tenant, "child")).toEqual([]);
			expect((await t.store.erasure.count({ tenant: t.tenant, everything: true })).spans).toBe(7);
		});

		it("AG9: spans of a deleted run are dropped; those of another tree are refused", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, drafts("a"), { run: beginRun("r") });
			await complete(t, "other", "stranger");
			const spans = [span("1", "r"), span("2", "gone"), span("3", "r")];
			await t.append(name, drafts("b"), { run: { id: "r", spans } });
			expect((await t.store.runs.spans(t.tenant, "r")).map(({ id }) => id)).toEqual(["1", "3"]);
			const before = await t.snapshot(name);
			const foreign = { ...endRun("r"), spans: [span("4", "r"), span("5", "stranger")] };
			expect((await refusal(t.append(name, drafts("c"), { run: foreign }))).code).toBe("invalid");
			expect(await t.snapshot(name)).toEqual(before);
		});
	});

	describe("runs of another tenant", () => {
		it("ID1: cannot be read, ended, renewed or removed, and their ids can be used", async () => {
			const t = setup();
			const name = t.name("s");
			const { uid } = await t.append(name, drafts("a"), {
				run: { ...beginRun("r"), spans: [span("1", "r")] },
			});
			const before = [await t.snapshot(name), await t.store.runs.spans(t.tenant, "r")];
			const stranger = newTenant();
			const { runs, log } = t.store;
			expect(await runs.get(stranger, "r")).toBeUndefined();
			for (const query of [
				{},
				{ uid },
				{ rootId: "r" },
				{ statuses: ["running"] as const },
				{ userId: null },
			]) {
				expect(await runs.list({ tenant: stranger, limit: 9, ...query })).toEqual([]);
			}
			expect(await runs.line({ uid, tenant: stranger })).toEqual([]);
			expect(await runs.spans(stranger, "r")).toEqual([]);
			expect(await runs.renew(stranger, "r", 0)).toBeUndefined();
			expect(await runs.delete(stranger, "r")).toBe(false);
			const own = { name: t.name("s", { tenant: stranger }) };
			await log.append(unit(own, { events: drafts("b") }));
			for (const run of [endRun("r"), { id: "r", renewMs: 0 }, { id: "r", spans: [span("2", "r")] }]) {
				expect((await refusal(log.append(unit(own, { run })))).code).toBe("not_found");
			}
			await log.append(unit(own, { events: drafts("c"), run: beginRun("r") }));
			expect(await runs.get(stranger, "r")).toMatchObject({ tenant: stranger, status: "running" });
			expect([await t.snapshot(name), await runs.spans(t.tenant, "r")]).toEqual(before);
		});

		it("AG8: nor can runs of another session of the tenant be written to through a session", async () => {
			const t = setup();
			const [mine, theirs] = [t.name("mine"), t.name("theirs")];
			await t.append(mine, drafts("a"));
			await t.append(theirs, drafts("b"), { run: beginRun("r") });
			const before = [await t.snapshot(mine), await t.snapshot(theirs)];
			for (const run of [endRun("r"), { id: "r", renewMs: 0 }, { id: "r", spans: [] }, endRun("no")]) {
				expect((await refusal(t.append(mine, drafts("x"), { run }))).code).toBe("not_found");
			}
			expect([await t.snapshot(mine), await t.snapshot(theirs)]).toEqual(before);
		});
	});
}
