import { expect, test } from "vitest";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { beginRun, endRun } from "../../src/testing/begin-run.ts";
import { factOwner, know } from "../../src/testing/draft-fact.ts";
import { createFixture, draft, drafts, seed } from "../../src/testing/fixture.ts";
import { fileAfter } from "./file-after.ts";
import { tamper } from "./read-schema.ts";

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

test("BE2 a file of the version before there were runs keeps what it has, and gets them", async () => {
	const path = fileAfter(1);
	const store = sqlite(path);
	const t = createFixture(store);
	const name = t.name("s", { user: "u" });
	const { uid } = seed();
	const { tenant, agentId, sessionId, key } = name;
	const columns = [uid, tenant, agentId, "u", sessionId, key, "title", '{"m":1}', '{"k":0}'].map(quoted);
	tamper(
		path,
		`INSERT INTO holdfast_sessions (no, uid, tenant, agent_id, user_id, session_id, name_key, title, metadata,
			base_state, created_at) VALUES (7, ${columns.join(", ")}, 1000);
		INSERT INTO holdfast_heads (no, mode, base, head, message_count, fence, consolidated_to, updated_at, last_run_id)
			VALUES (7, 'manual', 0, 2, 2, 4, 0, 2000, 'r0');
		INSERT INTO holdfast_session_state VALUES (7, 'k', '1');
		INSERT INTO holdfast_events (pos, kind, source, delta, body) VALUES
			((7 << 32) | 0, 'message', 'user', 1, ${quoted(draft("a", { stateDelta: { set: { k: 1 } } }).body)}),
			((7 << 32) | 1, 'message', 'user', NULL, ${quoted(draft("b").body)});
		INSERT INTO holdfast_idempotency VALUES (7, 'key', 'f', 1, 1)`,
	);
	await store.open();
	expect(await t.texts(name)).toEqual(["a", "b"]);
	expect(await store.sessions.get({ name })).toMatchObject({
		uid,
		title: "title",
		metadata: { m: 1 },
		mode: "manual",
		head: 2,
		fence: 4,
		createdAt: 1000,
		lastRunId: "r0",
		parent: undefined,
	});
	expect((await store.state.read({ name }))?.session).toEqual(new Map([["k", "1"]]));
	const require = { idempotency: { key: "key", fingerprint: "f" } };
	expect(await t.append(name, drafts("b"), { require })).toMatchObject({ firstOffset: 1, mode: "manual" });
	expect(await store.runs.list({ tenant, limit: 9 })).toEqual([]);

	expect(await t.append(name, drafts("c"), { run: beginRun("r1") })).toMatchObject({
		firstOffset: 2,
		fence: 5,
	});
	await t.append(name, drafts("d"), { run: endRun("r1") });
	await t.append(t.name("child"), [], { create: seed({ parent: uid }) });
	expect(await store.runs.get(tenant, "r1")).toMatchObject({ status: "completed", uid, endOffset: 3 });
	expect(await store.erasure.erase({ tenant, session: uid })).toMatchObject({
		sessions: 2,
		events: 4,
		runs: 1,
	});
	await store.close();
});

test("BE2 a file of the version before there were facts keeps sessions, runs and jobs, and gets facts and an index", async () => {
	const path = fileAfter(2);
	const store = sqlite(path);
	const t = createFixture(store);
	const name = t.name("s", { user: "u" });
	const { uid } = seed();
	const { tenant, agentId, sessionId, key } = name;
	const columns = [uid, tenant, agentId, "u", sessionId, key, "{}", "{}"].map(quoted);
	tamper(
		path,
		`INSERT INTO holdfast_sessions (no, uid, tenant, agent_id, user_id, session_id, name_key, metadata, base_state,
			created_at) VALUES (7, ${columns.join(", ")}, 1000);
		INSERT INTO holdfast_heads (no, mode, base, head, message_count, fence, consolidated_to, updated_at, last_run_id)
			VALUES (7, 'auto', 0, 1, 1, 1, 0, 2000, 'r');
		INSERT INTO holdfast_events (pos, kind, source, body) VALUES
			(7 << 32, 'message', 'user', ${quoted(draft("a").body)});
		INSERT INTO holdfast_terms (rowid, terms) VALUES (7 << 32, 'a');
		INSERT INTO holdfast_runs (no, tenant, id, session_no, root_id, status, alive_until, created_at, detail)
			VALUES (1, ${quoted(tenant)}, 'r', 7, 'r', 'completed', 0, 1000, '{}');
		INSERT INTO holdfast_jobs (id, tenant, session_no, kind, payload, status, attempts, due_at, created_at) VALUES
			('job', ${quoted(tenant)}, 7, 'consolidate', '{"x":1}', 'queued', 0, 5, 1000),
			('lone', ${quoted(tenant)}, NULL, 'other', '{}', 'queued', 0, 6, 1001)`,
	);
	await store.open();
	expect(await t.texts(name)).toEqual(["a"]);
	expect(await store.runs.get(tenant, "r")).toMatchObject({ status: "completed", uid });
	const job = { id: "job", uid, kind: "consolidate", payload: { x: 1 }, dueAt: 5, createdAt: 1000 };
	expect(await store.work.jobs({ tenant, limit: 9 })).toMatchObject([
		{ ...job, status: "queued", error: undefined },
		{ id: "lone", uid: undefined },
	]);
	expect(await store.work.claim({ tenant, kinds: ["consolidate"], aliveMs: 1000, limit: 9 })).toMatchObject([
		{ ...job, attempts: 1 },
	]);
	const member = { uid, agentId, userId: "u", sessionId, base: 0, head: 1, blanked: 0 };
	expect(await store.index.members({ tenant, agents: [agentId] })).toEqual([member]);
	const segment = { from: 0, to: 1, documents: 1, vectors: 0, body: new Uint8Array([1]) };
	expect(await store.index.put({ tenant, uid, segment, blanked: 0 })).toBe(true);
	const fact = await know(t, factOwner(t, { uid }), "known", {}, { sources: [{ uid, offset: 0 }] });
	expect(fact.sources).toMatchObject([{ uid, offset: 0 }]);
	expect(await store.erasure.erase({ tenant, session: uid })).toMatchObject({
		sessions: 1,
		events: 1,
		runs: 1,
		jobs: 1,
		facts: 1,
		terms: 1,
	});
	await store.close();
});

test("BE2 a file of the version before deliveries were claimed keeps subscriptions, and gets documents", async () => {
	const path = fileAfter(3);
	const store = sqlite(path);
	const t = createFixture(store);
	const name = t.name("s");
	const { uid } = seed();
	const { tenant, agentId, sessionId, key } = name;
	const columns = [uid, tenant, agentId, sessionId, key, "{}", "{}"].map(quoted);
	tamper(
		path,
		`INSERT INTO holdfast_sessions (no, uid, tenant, agent_id, session_id, name_key, metadata, base_state, created_at)
			VALUES (7, ${columns.join(", ")}, 1000);
		INSERT INTO holdfast_heads (no, mode, base, head, message_count, fence, consolidated_to, updated_at)
			VALUES (7, 'auto', 0, 1, 1, 0, 0, 2000);
		INSERT INTO holdfast_events (pos, kind, source, body) VALUES
			(7 << 32, 'message', 'user', ${quoted(draft("a").body)});
		INSERT INTO holdfast_deliveries (session_no, url, next_offset, status, attempts, due_at)
			VALUES (7, 'https://example.com/', 0, 'active', 0, 1500)`,
	);
	await store.open();
	const delivery = { tenant, uid, url: "https://example.com/", nextOffset: 0, status: "active", attempts: 0 };
	expect(await store.deliveries.list({ tenant, limit: 9 })).toMatchObject([
		{ ...delivery, dueAt: 1500, createdAt: 1500, failingSince: undefined, error: undefined },
	]);
	expect(await store.deliveries.claim(tenant, 1000, { limit: 9 })).toMatchObject([delivery]);
	expect(
		await store.documents.put({
			tenant,
			document: { kind: "feed", id: "a", body: {}, uid },
			expect: "absent",
			at: 1,
		}),
	).toBeTruthy();
	expect(await store.erasure.erase({ tenant, session: uid })).toMatchObject({ deliveries: 1, keys: 1 });
	await store.close();
});
