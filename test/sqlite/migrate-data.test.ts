import { expect, test } from "vitest";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { beginRun, endRun } from "../../src/testing/begin-run.ts";
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
		...{ uid, title: "title", metadata: { m: 1 }, mode: "manual", head: 2, fence: 4, createdAt: 1000 },
		...{ lastRunId: "r0", parent: undefined },
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
