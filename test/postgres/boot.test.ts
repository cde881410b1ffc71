import { describe, expect, onTestFinished, test } from "vitest";
import type { TenantId } from "../../src/event/index.ts";
import { postgres } from "../../src/store/postgres/index.ts";
import { beginRun, endRun } from "../../src/testing/begin-run.ts";
import { factOwner, know } from "../../src/testing/draft-fact.ts";
import { createFixture, draft, drafts, seed } from "../../src/testing/fixture.ts";
import type { OpenerInput, OpenerMessage } from "../processes/children/opener.ts";
import { startChild } from "../processes/start-child.ts";
import { placeOf } from "../processes/store-at.ts";
import { openFile } from "../processes/temp-database.ts";
import { readSchema } from "./read-schema.ts";
import { schemaAfter } from "./schema-after.ts";
import { postgresMissing } from "./server/find-binaries.ts";
import { newDatabase, newSchema, runOnce } from "./server/test-database.ts";

const PROCESSES = 8;
const ROUNDS = 2;
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The schema as a process that was alone made it. */
async function schemaOfOne(): Promise<string> {
	const { url, schema, dispose } = await newSchema();
	onTestFinished(dispose);
	await (await openFile(placeOf(url, schema))).close();
	return readSchema(url, schema);
}

describe.skipIf(postgresMissing)(`starting on PostgreSQL ${postgresMissing ?? ""}`, () => {
	test("BE2 8 processes open the same empty database at once: all succeed, and there is one schema", async () => {
		const databases = await Promise.all(Array.from({ length: ROUNDS }, () => newDatabase()));
		onTestFinished(async () => {
			for (const { dispose } of databases) await dispose();
		});
		const paths = databases.map(({ url }) => placeOf(url, "holdfast"));
		const children = Array.from({ length: PROCESSES }, (_, i) =>
			startChild<OpenerMessage>("opener", { name: `p${i}`, paths } satisfies OpenerInput),
		);
		for (const [round, path] of paths.entries()) {
			await Promise.all(
				children.map((child) => child.message((message) => "ready" in message && message.ready === round)),
			);
			for (const child of children) child.send({ go: true });
			const answers = children.map((child) =>
				child.message((message) => "failed" in message || ("opened" in message && message.opened === round)),
			);
			expect(await Promise.all(answers)).toEqual(children.map(() => ({ opened: round })));
			const hf = await openFile(path);
			const { items } = await hf.sessions.list();
			expect(items.map(({ sessionId }) => sessionId).sort()).toEqual(children.map((_, i) => `p${i}`));
			expect(items.map(({ head }) => head)).toEqual(children.map(() => 1));
			await hf.close();
			expect(await readSchema(databases[round]?.url ?? "", "holdfast")).toBe(await schemaOfOne());
		}
		await Promise.all(children.map((child) => child.ended()));
	});

	test("BE2 a schema of the version before there were facts keeps sessions, runs and jobs, and gets facts and an index", async () => {
		const { url, schema, dispose } = await newSchema();
		onTestFinished(dispose);
		await schemaAfter(url, schema, 2);
		const store = postgres(url, { schema });
		const t = createFixture(store);
		const name = t.name("s", { user: "u" });
		const { uid } = seed();
		const { tenant, agentId, sessionId, key } = name;
		const own = quoted(tenant);
		const columns = [uid, tenant, agentId, "u", sessionId, key, '{"m":1}', '{"k":0}'].map(quoted);
		await runOnce(
			url,
			`SET search_path = ${schema};
			INSERT INTO sessions (no, uid, tenant, agent_id, user_id, session_id, name_key, metadata, base_state,
				created_at) VALUES (7, ${columns.join(", ")}, 1000);
			INSERT INTO heads (tenant, no, mode, base, head, message_count, fence, consolidated_to, updated_at, last_run_id)
				VALUES (${own}, 7, 'manual', 0, 2, 2, 4, 0, 2000, 'r');
			INSERT INTO session_state (tenant, no, key, value) VALUES (${own}, 7, 'k', '1');
			INSERT INTO events (tenant, no, "offset", kind, source, delta, body) VALUES
				(${own}, 7, 0, 'message', 'user', 1, ${quoted(draft("a", { stateDelta: { set: { k: 1 } } }).body)}),
				(${own}, 7, 1, 'message', 'user', NULL, ${quoted(draft("b").body)});
			INSERT INTO idempotency (tenant, no, key, fingerprint, first_offset, count) VALUES (${own}, 7, 'key', 'f', 1, 1);
			INSERT INTO runs (tenant, no, id, session_no, root_id, status, alive_until, created_at, detail)
				VALUES (${own}, 1, 'r', 7, 'r', 'completed', 0, 1000, '{}');
			INSERT INTO jobs (id, tenant, session_no, kind, payload, status, attempts, due_at, created_at) VALUES
				('job', ${own}, 7, 'consolidate', '{"x":1}', 'queued', 0, 5, 1000);
			SELECT setval(pg_get_serial_sequence('sessions', 'no'), 7), setval(pg_get_serial_sequence('runs', 'no'), 1)`,
		);
		await store.open();
		onTestFinished(() => store.close());
		expect(await t.texts(name)).toEqual(["a", "b"]);
		expect(await store.sessions.get({ name })).toMatchObject({
			uid,
			metadata: { m: 1 },
			mode: "manual",
			head: 2,
			fence: 4,
			createdAt: 1000,
			lastRunId: "r",
		});
		expect((await store.state.read({ name }))?.session).toEqual(new Map([["k", "1"]]));
		const require = { idempotency: { key: "key", fingerprint: "f" } };
		expect(await t.append(name, drafts("b"), { require })).toMatchObject({ firstOffset: 1, mode: "manual" });
		expect(await store.runs.get(tenant, "r")).toMatchObject({ status: "completed", uid });
		const job = { id: "job", uid, kind: "consolidate", payload: { x: 1 }, dueAt: 5, createdAt: 1000 };
		expect(await store.work.claim({ tenant, kinds: ["consolidate"], aliveMs: 1000, limit: 9 })).toMatchObject(
			[{ ...job, attempts: 1 }],
		);

		expect(await t.append(name, drafts("c"), { run: beginRun("r1") })).toMatchObject({
			firstOffset: 2,
			fence: 5,
		});
		await t.append(name, drafts("d"), { run: endRun("r1") });
		const member = { uid, agentId, userId: "u", sessionId, base: 0, head: 4, blanked: 0 };
		expect(await store.index.members({ tenant, agents: [agentId] })).toEqual([member]);
		const fact = await know(t, factOwner(t, { uid }), "known", {}, { sources: [{ uid, offset: 0 }] });
		expect(fact.sources).toMatchObject([{ uid, offset: 0 }]);
		expect(await store.erasure.erase({ tenant, session: uid })).toMatchObject({
			sessions: 1,
			events: 4,
			runs: 2,
			jobs: 1,
			facts: 1,
		});
	});

	test("BE2 a schema of the version before deliveries were claimed keeps subscriptions, and gets documents", async () => {
		const { url, schema, dispose } = await newSchema();
		onTestFinished(dispose);
		await schemaAfter(url, schema, 3);
		const store = postgres(url, { schema });
		const t = createFixture(store);
		const { tenant, agentId, sessionId, key } = t.name("s");
		const { uid } = seed();
		const own = quoted(tenant);
		const columns = [uid, tenant, agentId, sessionId, key, "{}", "{}"].map(quoted);
		await runOnce(
			url,
			`SET search_path = ${schema};
			INSERT INTO sessions (no, uid, tenant, agent_id, session_id, name_key, metadata, base_state, created_at)
				VALUES (7, ${columns.join(", ")}, 1000);
			INSERT INTO heads (tenant, no, mode, base, head, message_count, fence, consolidated_to, updated_at)
				VALUES (${own}, 7, 'auto', 0, 1, 1, 0, 0, 2000);
			INSERT INTO events (tenant, no, "offset", kind, source, body)
				VALUES (${own}, 7, 0, 'message', 'user', ${quoted(draft("a").body)});
			INSERT INTO deliveries (tenant, session_no, url, next_offset, status, attempts, due_at)
				VALUES (${own}, 7, 'https://example.com/', 0, 'active', 0, 1500)`,
		);
		await store.open();
		onTestFinished(() => store.close());
		const delivery = { tenant, uid, url: "https://example.com/", nextOffset: 0, dueAt: 1500, attempts: 0 };
		expect(await store.deliveries.list({ tenant, limit: 9 })).toMatchObject([delivery]);
		expect(await store.deliveries.claim(tenant, 1000, { limit: 9 })).toMatchObject([delivery]);
		const document = { kind: "feed", id: "a", body: {}, uid };
		expect(await store.documents.put({ tenant, document, expect: "absent", at: 1 })).toBeTruthy();
		expect(await store.erasure.erase({ tenant, session: uid })).toMatchObject({ deliveries: 1, keys: 1 });
	});

	test("BE2 processes that open an older schema with data, while others do, lose nothing of it", async () => {
		const { url, schema, dispose } = await newSchema();
		onTestFinished(dispose);
		await schemaAfter(url, schema, 1);
		const { uid } = seed();
		const name = createFixture(postgres(url)).name("kept", { tenant: "default" as TenantId });
		const columns = [uid, "default", name.agentId, name.sessionId, name.key, "{}", "{}"].map(quoted);
		await runOnce(
			url,
			`SET search_path = ${schema};
			INSERT INTO sessions (uid, tenant, agent_id, session_id, name_key, metadata, base_state, created_at)
				VALUES (${columns.join(", ")}, 1000);
			INSERT INTO heads (tenant, no, mode, base, head, message_count, fence, consolidated_to, updated_at)
				SELECT tenant, no, 'auto', 0, 1, 1, 0, 0, 1000 FROM sessions;
			INSERT INTO events (tenant, no, "offset", kind, source, body)
				SELECT tenant, no, 0, 'message', 'user', ${quoted(draft("old").body)} FROM sessions`,
		);
		const path = placeOf(url, schema);
		const children = [1, 2, 3, 4].map((i) =>
			startChild<OpenerMessage>("opener", { name: `p${i}`, paths: [path] } satisfies OpenerInput),
		);
		await Promise.all(children.map((child) => child.message((message) => "ready" in message)));
		for (const child of children) child.send({ go: true });
		const answers = children.map((child) => child.message((message) => !("ready" in message)));
		expect(await Promise.all(answers)).toEqual(children.map(() => ({ opened: 0 })));
		await Promise.all(children.map((child) => child.ended()));
		const hf = await openFile(path);
		expect((await hf.sessions.list()).items).toHaveLength(5);
		const session = hf.session({ agentId: name.agentId, sessionId: "kept" });
		expect(await session.history.last(9)).toMatchObject([{ content: "old" }]);
		expect(await readSchema(url, schema)).toBe(await schemaOfOne());
	});
});
