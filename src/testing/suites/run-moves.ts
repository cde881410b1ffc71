import { describe, expect, it } from "vitest";
import type { RekeyPlan, SessionName } from "../../store/ports/index.ts";
import { beginRun, endRun, LONG, runSeed, span } from "../begin-run.ts";
import { draft, drafts, type Fixture, lifecycle, newUid, refusal, type Setup, user } from "../fixture.ts";

const plan = (from: SessionName, to: SessionName): RekeyPlan => ({
	from: { name: from },
	to,
	onConflict: "merge",
	at: 1,
	lifecycle: () => lifecycle("rekeyed"),
});

/** A run with one span, an input, an answer and an end: three events. */
async function complete(t: Fixture, name: SessionName, id: string): Promise<void> {
	await t.append(name, drafts(`${id}?`), { run: beginRun(id) });
	await t.append(name, [draft(`${id}!`, { kind: "reply" }), draft(`${id}.`, { kind: "status" })], {
		run: { ...endRun(id, { outputIndex: 0 }), spans: [span("1", id)] },
	});
}

/** What happens to runs when the session is renamed, merged, copied, pruned or erased. */
export function describeRunMoves(setup: Setup): void {
	const offsetsOf = async (t: Fixture, id: string) => {
		const run = await t.store.runs.get(t.tenant, id);
		return [run?.inputOffset, run?.outputOffset, run?.endOffset];
	};

	describe("runs of a session that moves", () => {
		it("ID6: a run continues when its session is renamed", async () => {
			const t = setup();
			const [from, to] = [t.name("from"), t.name("to", { user: "u" })];
			const { uid, fence } = await t.append(from, drafts("a"), { run: beginRun("r") });
			await t.store.sessions.rekey(plan(from, to));
			expect(await t.store.runs.get(t.tenant, "r")).toMatchObject({ uid, userId: "u", sessionId: "to" });
			const target = { uid, tenant: t.tenant };
			await t.append(target, drafts("b"), { run: endRun("r"), require: { fence } });
			expect(await t.store.runs.get(t.tenant, "r")).toMatchObject({ status: "completed", endOffset: 2 });
			expect(await t.store.runs.list({ tenant: t.tenant, userId: user("u"), limit: 9 })).toHaveLength(1);
		});

		it("ID6: a merge moves runs and spans; their offsets point at the same events as before", async () => {
			const t = setup();
			const [from, to] = [t.name("from"), t.name("to", { user: "u" })];
			await complete(t, from, "old");
			await complete(t, from, "f");
			await complete(t, to, "t");
			await t.prune(from, 1);
			const { uid } = await t.store.sessions.rekey(plan(from, to));
			expect(await t.texts(to)).toEqual(["t?", "t!", "t.", "old!", "old.", "f?", "f!", "f.", "rekeyed"]);
			expect(await offsetsOf(t, "t")).toEqual([0, 1, 2]);
			expect(await offsetsOf(t, "f")).toEqual([5, 6, 7]);
			// Its input was removed; the old offset would now be that of another event.
			expect(await offsetsOf(t, "old")).toEqual([undefined, 3, 4]);
			expect(await t.store.runs.get(t.tenant, "f")).toMatchObject({ uid, userId: "u", sessionId: "to" });
			expect(await t.store.runs.list({ tenant: t.tenant, uid, limit: 9 })).toHaveLength(3);
			expect(await t.store.runs.spans(t.tenant, "f")).toEqual([span("1", "f")]);
			expect(await t.store.sessions.get({ name: to })).toMatchObject({ lastRunId: "t" });
			const counts = await t.store.erasure.count({ tenant: t.tenant, session: uid });
			expect(counts).toMatchObject({ runs: 3, spans: 3 });
		});

		it("ID6: a session with a live run is not merged into another, nor when its user is merged; nothing changes", async () => {
			const t = setup();
			const [from, to] = [t.name("s", { user: "from" }), t.name("s", { user: "to" })];
			const other = t.name("other", { user: "from" });
			await t.append(other, [draft("x", { stateDelta: { set: { "user:k": 1 } } })]);
			await t.append(from, drafts("a"), { run: beginRun("r") });
			await t.append(from, drafts("a"), { run: { id: "r", renewMs: LONG } });
			await t.append(to, drafts("b"));
			const look = () => Promise.all([from, to, other].map((name) => t.snapshot(name)));
			const before = await look();
			const busy = { code: "busy", runId: "r", retryable: true };
			expect(await refusal(t.store.sessions.rekey(plan(from, to)))).toMatchObject(busy);
			const users = {
				tenant: t.tenant,
				from: user("from"),
				to: user("to"),
				onConflict: "merge" as const,
				at: 1,
				session: (name: SessionName) => plan(name, t.name(name.sessionId, { user: "to" })),
			};
			expect(await refusal(t.store.users.rekey(users))).toMatchObject(busy);
			expect(await look()).toEqual(before);
			await t.append(from, drafts("bye"), { run: endRun("r") });
			await t.store.runs.wait({ target: { name: from }, seed: runSeed("waits"), queued: "q", aliveMs: LONG });
			expect(await refusal(t.store.sessions.rekey(plan(from, to)))).toMatchObject({
				code: "busy",
				runId: "waits",
			});
			await t.append(from, [], { run: endRun("waits", { status: "cancelled" }) });
			await t.store.users.rekey(users);
			expect(await t.texts(to)).toEqual(["b", "a", "a", "bye", "rekeyed"]);
		});

		it("ID6: a run of the target of a merge continues", async () => {
			const t = setup();
			const [from, to] = [t.name("from"), t.name("to")];
			await t.append(from, drafts("a"));
			const { fence } = await t.append(to, drafts("b"), { run: beginRun("r") });
			await t.store.sessions.rekey(plan(from, to));
			await t.append(to, drafts("c"), { run: endRun("r"), require: { fence } });
			expect(await offsetsOf(t, "r")).toEqual([0, undefined, 3]);
		});

		it("AG8, ID6: expired runs of a merged session are closed by the next run of the target, with their messages", async () => {
			const t = setup();
			const [from, to] = [t.name("from"), t.name("to")];
			await t.append(from, drafts("a"), { run: beginRun("dead", { aliveMs: 0 }) });
			await t.store.runs.wait({
				target: { name: from },
				seed: runSeed("waited"),
				queued: "said late",
				aliveMs: 0,
			});
			await t.append(to, drafts("b"));
			await t.store.runs.wait({
				target: { name: to },
				seed: runSeed("last"),
				queued: "said last",
				aliveMs: 0,
			});
			await t.store.sessions.rekey(plan(from, to));
			const line = await t.store.runs.line({ name: to });
			expect(line.map(({ id }) => id)).toEqual(["dead", "waited", "last"]);
			await t.append(to, drafts("c"), { run: beginRun("r") });
			expect(await t.texts(to)).toEqual([
				"b",
				"a",
				"rekeyed",
				"dead failed",
				"said late",
				"waited failed",
				"said last",
				"last failed",
				"c",
			]);
			expect(await offsetsOf(t, "dead")).toEqual([1, undefined, 3]);
			expect(await offsetsOf(t, "waited")).toEqual([4, undefined, 5]);
		});

		it("SE11: a copy has no runs, and an import that replaces a session deletes its runs", async () => {
			const t = setup();
			const name = t.name("s");
			await complete(t, name, "r");
			const fork = t.name("fork");
			await t.store.sessions.fork({
				source: { name },
				offset: 2,
				to: fork,
				uid: newUid(),
				at: 1,
				lifecycle: lifecycle("forked"),
			});
			expect(await t.store.sessions.get({ name: fork })).toMatchObject({ fence: 0, lastRunId: undefined });
			expect(await t.store.runs.list({ tenant: t.tenant, limit: 9 })).toHaveLength(1);
			await t.store.sessions.load({
				name,
				uid: newUid(),
				mode: "auto",
				title: undefined,
				metadata: {},
				baseState: new Map(),
				base: 0,
				head: 0,
				lastRunId: "r",
				createdAt: 1,
				updatedAt: 1,
				endedAt: undefined,
				events: [],
				storedAt: 1,
				onConflict: "replace",
			});
			expect(await t.store.runs.list({ tenant: t.tenant, limit: 9 })).toEqual([]);
			expect((await t.store.erasure.count({ tenant: t.tenant, everything: true })).spans).toBe(0);
			expect((await t.store.sessions.get({ name }))?.lastRunId).toBe("r");
		});
	});

	describe("runs under retention and erasure", () => {
		it("SE12: an ended run is removed with its last event, an open one stays; the last run is a remaining one", async () => {
			const t = setup();
			const name = t.name("s");
			const ids = async () => (await t.store.runs.list({ tenant: t.tenant, limit: 9 })).map(({ id }) => id);
			const last = async () => (await t.store.sessions.get({ name }))?.lastRunId;
			await complete(t, name, "a");
			await complete(t, name, "b");
			await t.append(name, [], { patch: { lastRunId: "a" } });
			await t.prune(name, 2);
			expect((await ids()).sort()).toEqual(["a", "b"]);
			await t.prune(name, 3);
			expect(await ids()).toEqual(["b"]);
			expect(await last()).toBe("b");
			expect(await t.store.runs.spans(t.tenant, "a")).toEqual([]);
			await t.append(name, drafts("open"), { run: beginRun("open", { aliveMs: 0 }) });
			await t.append(name, [], { patch: { lastRunId: "of another system" } });
			await t.prune(name, 7);
			expect(await ids()).toEqual(["open"]);
			expect(await last()).toBe("of another system");
			expect((await t.store.erasure.count({ tenant: t.tenant, everything: true })).spans).toBe(0);
		});

		it("SE12: a session whose runs were all removed has no last run", async () => {
			const t = setup();
			const name = t.name("s");
			await complete(t, name, "a");
			await t.prune(name, 3);
			expect(await t.store.sessions.get({ name })).toMatchObject({ base: 3, lastRunId: undefined });
		});

		it("ER1: open and ended runs and their spans are erased with their session, user, agent or tenant, and are counted", async () => {
			const t = setup();
			const name = t.name("s", { user: "u" });
			const scopes = [
				{ tenant: t.tenant, session: newUid() },
				{ tenant: t.tenant, user: user("u") },
				{ tenant: t.tenant, agent: name.agentId },
				{ tenant: t.tenant, everything: true },
			] as const;
			await complete(t, t.name("kept", { agent: "other" }), "kept");
			for (const scope of scopes) {
				await complete(t, name, "r");
				await t.append(name, [], { run: { id: "r", spans: [span("2", "r"), span("3", "r")] } });
				await t.append(name, drafts("x"), { run: beginRun("open") });
				await t.store.runs.wait({ target: { name }, seed: runSeed("waits"), queued: "q", aliveMs: LONG });
				const uid = (await t.store.sessions.get({ name }))?.uid ?? newUid();
				const given = "session" in scope ? { ...scope, session: uid } : scope;
				const held = await t.store.erasure.count(given);
				const others = "everything" in scope ? 1 : 0;
				expect(held).toMatchObject({ runs: 3 + others, spans: 3 + others });
				expect(await t.store.erasure.erase(given)).toEqual(held);
				expect(await t.store.erasure.count(given)).toMatchObject({ sessions: 0, runs: 0, spans: 0 });
				expect(await t.store.runs.get(t.tenant, "r")).toBeUndefined();
				expect(await t.store.runs.get(t.tenant, "waits")).toBeUndefined();
				expect(await t.store.runs.spans(t.tenant, "r")).toEqual([]);
				expect((await t.store.runs.get(t.tenant, "kept")) !== undefined).toBe(others === 0);
				expect(await t.store.runs.renew(t.tenant, "open", LONG)).toBeUndefined();
			}
		});
	});
}
