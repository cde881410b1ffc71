import { describe, expect, test, vi } from "vitest";
import { memoryStore } from "../../src/index.ts";
import { at, closeServers, startTestServer } from "./resources-server.ts";

const one = { agent: "support", session: "user-42:billing" };
const said = (content: string) => ({ kind: "message", source: "user", data: { role: "user", content } });

describe("resources", () => {
	closeServers();

	test("IF2 a session is created, opened, read, changed, listed, found and deleted", async () => {
		const { ask, key } = await startTestServer();
		const agent = await key("agent");
		const body = {
			agentId: "support",
			sessionId: "s",
			userId: "ü/ser",
			metadata: { external_id: "wa-1" },
			title: "T",
		};
		const created = await ask("POST", "/v1/sessions", { body, key: agent });
		expect(created).toMatchObject({
			status: 201,
			json: { sessionId: "s", userId: "ü/ser", title: "T", head: 0 },
		});
		expect(await ask("POST", "/v1/sessions", { body, key: agent })).toMatchObject({
			status: 409,
			json: { error: { code: "already_exists" } },
		});
		const opened = await ask("PUT", "/v1/sessions", { body: { ...body, title: "other" }, key: agent });
		expect(opened).toMatchObject({ status: 200, json: { title: "T" } });
		const ref = at({ agent: "support", user: "ü/ser", session: "s" });
		const read = await ask("GET", `/v1/sessions${ref}`, { key: agent });
		expect(read.json).toEqual(created.json);
		expect(read.headers.get("etag")).toBe('"0"');
		expect((await ask("GET", "/v1/sessions?session=s", { key: agent })).json).toEqual(created.json);
		const patched = await ask("PATCH", `/v1/sessions${ref}`, {
			body: { title: null, metadata: { set: { a: 1 } }, mode: "manual", by: "ann" },
			key: agent,
		});
		expect(patched.json).toMatchObject({ mode: "manual", metadata: { external_id: "wa-1", a: 1 }, head: 1 });
		expect(patched.json).not.toHaveProperty("title");
		expect(
			(await ask("GET", "/v1/sessions/find?externalId=wa-1", { key: agent })).json.session.sessionId,
		).toBe("s");
		expect((await ask("GET", "/v1/sessions/find?externalId=no", { key: agent })).json).toEqual({
			session: null,
		});
		for (const [query, count] of [
			["", 1],
			["?agent=support", 1],
			["?noUser=true", 0],
			["?sessionId=s&mode=manual&ended=false&order=updated&limit=1", 1],
		] as const)
			expect((await ask("GET", `/v1/sessions${query}`, { key: agent })).json.items).toHaveLength(count);
		const gone = await ask("DELETE", `/v1/sessions${ref}&forget=true`, { key: agent });
		expect(gone.json).toMatchObject({ complete: true, erased: { sessions: 1 } });
		expect((await ask("GET", `/v1/sessions${ref}`, { key: agent })).status).toBe(404);
	});

	test("IF2 what is refused halfway through a change has changed nothing", async () => {
		const { ask, key } = await startTestServer();
		const agent = await key("agent");
		await ask("PUT", "/v1/sessions", {
			body: { agentId: "support", sessionId: one.session, title: "T" },
			key: agent,
		});
		for (const body of [
			{ title: "new", mode: "nonsense" },
			{ title: "new", metadata: { set: 7 } },
			{ title: "new", metadata: { set: { step_outputs: {} } } },
			{ mode: "manual", title: 7 },
			{ title: "new", nonsense: 1 },
			{},
		])
			expect((await ask("PATCH", `/v1/sessions${at(one)}`, { body, key: agent })).json.error.code).toBe(
				"invalid",
			);
		expect((await ask("GET", `/v1/sessions${at(one)}`, { key: agent })).json).toMatchObject({
			title: "T",
			mode: "auto",
		});
	});

	test("IF2 a change of several parts is one write", async () => {
		const store = memoryStore();
		const { ask, key } = await startTestServer({ store });
		const agent = await key("agent");
		const append = vi.spyOn(store.log, "append");
		const change = async (body: object) =>
			(await ask("PATCH", `/v1/sessions${at(one)}`, { body, key: agent })).json;
		const all = { metadata: { set: { a: 1 } }, title: "T", mode: "manual", by: "eve" };
		expect(await change(all)).toMatchObject({ metadata: { a: 1 }, title: "T", mode: "manual", head: 1 });
		expect(append).toHaveBeenCalledTimes(1);
		// The mode it is in already is no reason to leave the rest.
		const again = { metadata: { unset: ["a"] }, title: null, mode: "manual" };
		const { title, ...others } = await change(again);
		expect(title).toBeUndefined();
		expect(others).toMatchObject({ metadata: {}, mode: "manual", head: 1 });
		expect(await change({ mode: "auto" })).toMatchObject({ mode: "auto", head: 2 });
		expect(await change({ mode: "auto" })).toMatchObject({ mode: "auto", head: 2 });
	});

	test("US2 variables that go make room for those that come with them", async () => {
		const { ask, key } = await startTestServer();
		const agent = await key("agent");
		const long = "x".repeat(200 * 1024);
		const change = (body: object) => ask("PATCH", "/v1/users/ann/variables", { body, key: agent });
		expect((await change({ set: { a: long } })).status).toBe(200);
		expect((await change({ set: { b: long } })).json.error.code).toBe("limit_exceeded");
		expect((await change({ set: { b: long }, unset: ["a"] })).json.variables).toEqual({ b: long });
		expect((await change({ set: { b: 1 }, unset: ["b"] })).json.error.code).toBe("invalid");
		expect((await change({ set: { b: 1 }, nonsense: 1 })).json.error.code).toBe("invalid");
	});

	test("SE3 append takes one or many, an expected offset and an idempotency key, in headers or body", async () => {
		const { ask, key } = await startTestServer();
		const agent = await key("agent");
		const path = `/v1/sessions/events${at(one)}`;
		const first = await ask("POST", path, {
			body: { events: said("a") },
			headers: { "idempotency-key": "k1", "if-match": '"0"' },
			key: agent,
		});
		expect(first.json.items).toMatchObject([{ offset: 0, data: { content: "a" } }]);
		const again = await ask("POST", path, {
			body: { events: said("a"), idempotencyKey: "k1" },
			key: agent,
		});
		expect(again.json).toEqual(first.json);
		const late = await ask("POST", path, {
			body: { events: [said("b")] },
			headers: { "if-match": '"0"' },
			key: agent,
		});
		expect(late).toMatchObject({
			status: 409,
			json: { error: { code: "conflict", expected: 0, actual: 1 } },
		});
		await ask("POST", path, { body: { events: [said("b"), said("c")], expectedOffset: 1 }, key: agent });
		const read = async (query: string) => (await ask("GET", `${path}${query}`, { key: agent })).json.items;
		expect((await read("")).map((event: { offset: number }) => event.offset)).toEqual([0, 1, 2]);
		expect(await read("&after=0&limit=1")).toMatchObject([{ offset: 1 }]);
		expect(await read("&last=1")).toMatchObject([{ offset: 2 }]);
		expect(await read("&kinds=reply,status")).toEqual([]);
		expect(await read("&kinds=reply&kinds=message&before=1&sources=user")).toHaveLength(1);
		expect(await read("&asOf=1")).toHaveLength(2);
		const bad = await ask("POST", path, {
			body: { events: [said("x"), { kind: "nonsense", source: "user", data: {} }] },
			key: agent,
		});
		expect(bad.json.error).toMatchObject({ code: "invalid", issues: [{ field: "events[1].kind" }] });
	});

	test("SE3 64 events of 256 KiB go over the wire, 10,000 come back at once", async () => {
		const { ask, key } = await startTestServer();
		const agent = await key("agent");
		const path = `/v1/sessions/events${at(one)}`;
		const big = Array.from({ length: 64 }, () => said("x".repeat(256 * 1024 - 512)));
		expect((await ask("POST", path, { body: { events: big }, key: agent })).json.items).toHaveLength(64);
		const many = `/v1/sessions/events${at({ agent: "support", session: "many" })}`;
		for (let i = 0; i < 20; i++) {
			const events = Array.from({ length: 500 }, () => ({ kind: "custom", source: "system", data: {} }));
			await ask("POST", many, { body: { events }, key: agent });
		}
		expect((await ask("GET", `${many}&limit=10000`, { key: agent })).json.items).toHaveLength(10_000);
		expect((await ask("GET", `${many}&limit=10001`, { key: agent })).json.error).toMatchObject({
			code: "invalid",
			message: expect.stringContaining("10000"),
		});
	});

	test("IF2 messages, human messages, state, rewind, erase, re-key, fork, end and webhook", async () => {
		const { ask, key } = await startTestServer();
		const agent = await key("agent");
		const path = (name: string) => `/v1/sessions/${name}${at(one)}`;
		const hello = await ask("POST", path("messages"), {
			body: { role: "user", content: "hello", metadata: { m: 1 } },
			key: agent,
		});
		expect(hello.json.items).toMatchObject([{ offset: 0, kind: "message", source: "user" }]);
		await ask("POST", path("human"), { body: { content: "hi", displayName: "Ann" }, key: agent });
		expect((await ask("GET", `${path("messages")}&last=5`, { key: agent })).json.items).toMatchObject([
			{ role: "user", content: "hello", metadata: { m: 1 } },
			{ role: "assistant", content: "hi", displayName: "Ann" },
		]);
		expect((await ask("PATCH", path("state"), { body: { set: { a: 1, b: null } }, key: agent })).status).toBe(
			204,
		);
		expect(
			(await ask("PATCH", path("state"), { body: { set: { c: 3 }, remove: ["a"] }, key: agent })).status,
		).toBe(204);
		const state = await ask("GET", path("state"), { key: agent });
		expect(state.json).toEqual({ b: null, c: 3 });
		expect(state.headers.get("etag")).toBe('"4"');
		expect(
			(
				await ask("PATCH", path("state"), {
					body: { set: { d: 1 } },
					headers: { "if-match": '"3"' },
					key: agent,
				})
			).json.error,
		).toMatchObject({ code: "conflict", actual: 4 });
		expect(
			(
				await ask("PATCH", path("state"), {
					body: { remove: ["c"] },
					headers: { "if-match": '"4"' },
					key: agent,
				})
			).status,
		).toBe(204);
		expect((await ask("GET", `${path("state")}&asOf=2`, { key: agent })).json).toEqual({ a: 1, b: null });
		const view = await ask("GET", `${path("rewind")}&offset=1`, { key: agent });
		expect(view.json).toMatchObject({
			events: [{ offset: 0 }, { offset: 1 }],
			messages: [{}, {}],
			state: {},
		});
		expect(
			(await ask("POST", path("events/erase"), { body: { offsets: 0 }, key: agent })).json,
		).toMatchObject({ erased: { events: 1 } });
		expect(
			(await ask("PUT", path("webhook"), { body: { url: "https://example.com/hook" }, key: agent })).status,
		).toBe(204);
		const fork = await ask("POST", path("fork"), {
			body: { offset: 1, to: { agentId: "support" } },
			key: agent,
		});
		expect(fork).toMatchObject({ status: 201, json: { head: 3 } });
		expect((await ask("POST", path("end"), { body: { wait: true }, key: agent })).status).toBe(204);
		const moved = await ask("POST", path("rekey"), {
			body: { to: { userId: "u" }, onConflict: "merge" },
			key: agent,
		});
		expect(moved.json).toMatchObject({ userId: "u", sessionId: one.session });
		expect((await ask("GET", path("messages"), { key: agent })).json).toEqual({ items: [] });
		expect((await ask("GET", path("state"), { key: agent })).json).toEqual({});
	});

	test("SE11 an export is imported byte by byte; what fails after the start is said by the last line", async () => {
		const { ask, key } = await startTestServer();
		const agent = await key("agent");
		const events = ["a", "ü\u2028\u0000", "\\"].map(said);
		await ask("POST", `/v1/sessions/events${at(one)}`, { body: { events }, key: agent });
		const lines = await ask("GET", `/v1/sessions/export${at(one)}`, { key: agent });
		expect(lines.headers.get("content-type")).toContain("application/x-ndjson");
		expect(lines.text.split("\n")).toHaveLength(5);
		const headers = { "content-type": "application/x-ndjson" };
		const other = await key("agent", "rival");
		const report = await ask("POST", "/v1/sessions/import", { raw: lines.text, headers, key: other });
		expect(report.json).toMatchObject({ created: 1, replaced: 0, skipped: 0, events: 3, warnings: [] });
		expect((await ask("GET", `/v1/sessions/export${at(one)}`, { key: other })).text).toBe(lines.text);
		const skipped = await ask("POST", "/v1/sessions/import?onConflict=skip", {
			raw: lines.text,
			headers,
			key: other,
		});
		expect(skipped.json).toMatchObject({ skipped: 1 });
		const openai = [{ role: "user", content: "hello" }];
		const to = `/v1/sessions/import${at({ agent: "support", session: "i" })}&format=openai`;
		expect((await ask("POST", to, { body: openai, key: other })).json).toMatchObject({
			created: 1,
			events: 1,
		});
		expect(
			(await ask("GET", `/v1/sessions/export${at({ agent: "support", session: "no" })}`, { key: agent }))
				.status,
		).toBe(404);
		expect(
			(await ask("POST", "/v1/sessions/import", { raw: "{nonsense\n", headers, key: other })).json.error,
		).toMatchObject({ code: "invalid", report: { created: 0 } });
	});

	test("IF2 users with ids of any sort", async () => {
		const { ask, key } = await startTestServer();
		const agent = await key("agent");
		for (const id of ["u", "a/b", "ü ?#%", "x".repeat(512)]) {
			const path = `/v1/users/${encodeURIComponent(id)}`;
			const made = await ask("PUT", path, {
				body: { displayName: "Ann", variables: { plan: "pro" } },
				key: agent,
			});
			expect(made.json).toMatchObject({ userId: id, displayName: "Ann", variables: { plan: "pro" } });
			expect((await ask("PUT", path, { body: { displayName: null }, key: agent })).json).not.toHaveProperty(
				"displayName",
			);
			await ask("PATCH", `${path}/variables`, { body: { set: { b: 1 }, unset: ["plan"] }, key: agent });
			await ask("PATCH", `${path}/metadata`, { body: { set: { id } }, key: agent });
			expect((await ask("GET", path, { key: agent })).json).toMatchObject({
				variables: { b: 1 },
				metadata: { id },
			});
			expect(
				(await ask("POST", "/v1/users/find", { body: { metadata: { id } }, key: agent })).json.items,
			).toMatchObject([{ userId: id }]);
		}
		const page = (await ask("GET", "/v1/users?limit=2", { key: agent })).json;
		expect(page.items).toHaveLength(2);
		expect((await ask("GET", `/v1/users?cursor=${page.next}`, { key: agent })).json.items).toHaveLength(2);
		expect((await ask("POST", "/v1/users/u/rekey", { body: { to: "v" }, key: agent })).json).toEqual({
			sessions: 0,
		});
		expect((await ask("DELETE", "/v1/users/v", { key: agent })).json).toMatchObject({
			erased: { users: 1 },
			complete: true,
		});
		expect((await ask("GET", "/v1/users/v", { key: agent })).status).toBe(404);
		const both = { set: { a: 1 }, unset: ["a"] };
		expect((await ask("PATCH", "/v1/users/w/variables", { body: both, key: agent })).json.error.code).toBe(
			"invalid",
		);
		expect((await ask("GET", "/v1/users/w", { key: agent })).status).toBe(404);
	});

	test("ID5 an id that no path can hold stands in the query", async () => {
		const { ask, key } = await startTestServer();
		const agent = await key("agent");
		for (const id of [".", ".."]) {
			expect((await ask("PUT", `/v1/users/x?id=${id}`, { key: agent })).json).toMatchObject({ userId: id });
			expect((await ask("GET", `/v1/users/x?id=${id}`, { key: agent })).json).toMatchObject({ userId: id });
		}
		expect((await ask("GET", "/v1/users/x", { key: agent })).status).toBe(404);
	});

	test("ID2 the longest names in the longest spelling go into an address", async () => {
		const { ask, key } = await startTestServer();
		const agent = await key("agent", "\u6f22".repeat(512));
		const ref = { agent: "\u6f22".repeat(512), user: "\u5b57".repeat(512), session: "\u540d".repeat(512) };
		const body = { role: "user", content: "hello" };
		expect((await ask("POST", `/v1/sessions/messages${at(ref)}`, { body, key: agent })).status).toBe(200);
		expect((await ask("GET", `/v1/sessions${at(ref)}`, { key: agent })).json).toMatchObject({
			head: 1,
			sessionId: ref.session,
		});
	});

	test("IF2 facts and searches", async () => {
		const { ask, key } = await startTestServer();
		const agent = await key("agent");
		const whose = at({ agent: "support", user: "ann" });
		const { id } = (
			await ask("POST", `/v1/facts${whose}&create=true`, {
				body: { content: "likes tea", importance: 0.9 },
				key: agent,
			})
		).json;
		const { ids } = (
			await ask("POST", "/v1/facts", {
				body: { agentId: "support", userId: "ann", facts: ["owns a boat", { content: "has two cats" }] },
				key: agent,
			})
		).json;
		expect(ids).toHaveLength(2);
		expect((await ask("GET", `/v1/facts${whose}&limit=2`, { key: agent })).json).toMatchObject({
			items: [{}, {}],
			next: expect.any(String),
		});
		expect((await ask("GET", `/v1/facts/${id}${whose}`, { key: agent })).json).toMatchObject({
			content: "likes tea",
			importance: 0.9,
		});
		expect(
			(await ask("PATCH", `/v1/facts/${id}${whose}`, { body: { pinned: true }, key: agent })).json.pinned,
		).toBe(true);
		expect((await ask("GET", `/v1/facts/${id}/history${whose}`, { key: agent })).json.items).toHaveLength(2);
		const body = { query: "tea", limit: 1 };
		const found = await ask("POST", `/v1/memory/search${whose}`, { body, key: agent });
		expect(found.json).toMatchObject({ hits: [{ id }], method: "keyword" });
		expect(
			(await ask("GET", `/v1/memory/search${whose}&query=tea&include=facts&limit=1`, { key: agent })).json
				.hits,
		).toMatchObject([{ id }]);
		expect(
			(
				await ask("POST", "/v1/memory/search", {
					body: { ...body, agentId: "support", userId: "ann" },
					key: agent,
				})
			).json.hits,
		).toHaveLength(1);
		expect(
			(await ask("GET", "/v1/facts?agent=support&everybody=true", { key: agent })).json.items,
		).toHaveLength(3);
		await ask("POST", `/v1/sessions/messages${at(one)}`, {
			body: { role: "user", content: "My dog is called Rex." },
			key: agent,
		});
		const kept = await ask("POST", `/v1/sessions/facts${at(one)}`, {
			body: { content: "has a dog", source: { sessionId: one.session, offset: 0 } },
			key: agent,
		});
		expect(kept.status).toBe(201);
		expect(
			(await ask("POST", `/v1/sessions/search${at(one)}`, { body: { query: "dog" }, key: agent })).json.hits
				.length,
		).toBeGreaterThan(0);
		const from = await ask("POST", "/v1/facts/from?agent=support&everybody=true", {
			body: { sessionId: one.session, offset: 0 },
			key: agent,
		});
		expect(from.json.items).toMatchObject([{ content: "has a dog" }]);
		expect(
			(await ask("POST", `/v1/memory/rebuild${whose}`, { body: { dryRun: true }, key: agent })).json,
		).toMatchObject({ dryRun: true });
		expect((await ask("DELETE", `/v1/facts/${id}${whose}`, { key: agent })).json).toMatchObject({
			erased: { facts: 1 },
		});
		expect((await ask("DELETE", `/v1/memory${whose}`, { key: agent })).json).toMatchObject({
			erased: { facts: 2 },
		});
		expect((await ask("GET", "/v1/spaces", { key: agent })).json).toEqual({ items: [] });
		expect((await ask("DELETE", "/v1/spaces/team", { key: agent })).json).toMatchObject({ complete: true });
	});

	test("AG2 agents run; runs are listed, traced and removed", async () => {
		const { ask, key } = await startTestServer();
		const agent = await key("agent");
		expect((await ask("GET", "/v1/agents", { key: agent })).json.items).toHaveLength(3);
		expect((await ask("GET", "/v1/agents/echo", { key: agent })).json).toMatchObject({ id: "echo" });
		const body = {
			input: "hello",
			sessionId: "s",
			userId: "ann",
			state: { "temp:x": 1 },
			metadata: { m: 1 },
		};
		const result = await ask("POST", "/v1/agents/echo/run", {
			body,
			headers: { "idempotency-key": "r1" },
			key: agent,
		});
		expect(result.json).toMatchObject({ status: "completed", output: "heard", sessionId: "s" });
		const again = await ask("POST", "/v1/agents/echo/run", {
			body,
			headers: { "idempotency-key": "r1" },
			key: agent,
		});
		expect(again.json.runId).toBe(result.json.runId);
		const loose = { body: { input: "x" }, headers: { "idempotency-key": "r2" }, key: agent };
		const [a, b] = [
			await ask("POST", "/v1/agents/echo/run", loose),
			await ask("POST", "/v1/agents/echo/run", loose),
		];
		expect(b.json).toEqual(a.json);
		const { runId } = result.json;
		expect((await ask("GET", `/v1/runs/${runId}`, { key: agent })).json).toMatchObject({
			id: runId,
			input: "hello",
		});
		expect(
			(await ask("GET", "/v1/runs?agent=echo&user=ann&session=s&status=completed,failed", { key: agent }))
				.json.items,
		).toHaveLength(1);
		expect((await ask("GET", `/v1/runs/${runId}/trace`, { key: agent })).json.items.length).toBeGreaterThan(
			0,
		);
		expect((await ask("POST", `/v1/runs/${runId}/cancel`, { key: agent })).json).toMatchObject({
			status: "completed",
		});
		expect((await ask("DELETE", `/v1/runs/${runId}`, { key: agent })).status).toBe(204);
		expect((await ask("GET", `/v1/runs/${runId}`, { key: agent })).status).toBe(404);
		const failed = await ask("POST", "/v1/agents/broken/run", {
			body: { input: "x", sessionId: "f" },
			key: agent,
		});
		expect(failed.json.error).toMatchObject({ code: "model_failed", sessionId: "f", status: "failed" });
		for (const [path, bad, code] of [
			["/v1/agents/nobody/run", { input: "x" }, "not_found"],
			["/v1/agents/echo/run", { input: "" }, "invalid"],
			["/v1/agents/echo/run", { input: "x", nonsense: 1 }, "invalid"],
			["/v1/agents/echo/run", { input: "x", onLeave: "dance" }, "invalid"],
			["/v1/agents/echo/stream", { input: 7 }, "invalid"],
			["/v1/agents/nobody/stream", { input: "x" }, "not_found"],
		] as const)
			expect((await ask("POST", path, { body: bad, key: agent })).json.error.code).toBe(code);
	});

	test("IF2 what operates a server: keys, tokens, webhooks, jobs, sweep, erase, doctor", async () => {
		const { ask, key } = await startTestServer();
		const admin = await key("admin");
		const made = (
			await ask("POST", "/v1/keys", {
				body: { scope: "read", name: "dashboard", tenant: "rival" },
				key: admin,
			})
		).json;
		expect(made).toMatchObject({ scope: "read", tenant: "acme", key: expect.stringMatching(/^holdfast_/) });
		expect((await ask("GET", "/v1/keys", { key: admin })).json.items).toHaveLength(2);
		expect((await ask("GET", "/v1/users", { key: made.key })).status).toBe(200);
		expect((await ask("GET", "/v1/overview", { key: made.key })).json).toEqual({ items: [] });
		expect((await ask("DELETE", `/v1/keys/${made.id}`, { key: admin })).status).toBe(204);
		expect((await ask("GET", "/v1/users", { key: made.key })).status).toBe(401);
		expect((await ask("POST", "/v1/tokens", { body: { userId: "ann" }, key: admin })).json).toMatchObject({
			token: expect.any(String),
		});
		expect((await ask("GET", "/v1/webhooks", { key: admin })).json).toEqual({ items: [] });
		const { secret } = (await ask("GET", "/v1/webhooks/secret", { key: admin })).json;
		expect(
			(await ask("POST", "/v1/webhooks/secret/rotate", { body: { keepOldHours: 1 }, key: admin })).json
				.secret,
		).not.toBe(secret);
		expect(
			(await ask("POST", `/v1/webhooks/retry${at(one)}`, { body: {}, key: admin })).json.error.code,
		).toBe("not_found");
		expect((await ask("GET", "/v1/jobs?status=dead&limit=5", { key: admin })).json).toEqual({ items: [] });
		expect((await ask("POST", "/v1/jobs/j/retry", { key: admin })).status).toBe(404);
		expect(
			(await ask("POST", "/v1/sweep", { body: { now: "2026-01-31T09:30:00Z" }, key: admin })).json,
		).toMatchObject({ sessions: 0, events: 0 });
		expect((await ask("POST", "/v1/idle", { key: admin })).json).toEqual({ failed: [] });
		expect((await ask("POST", "/v1/reembed", { key: admin })).json).toMatchObject({ facts: 0 });
		expect((await ask("POST", "/v1/erase", { body: { agentId: "support" }, key: admin })).json).toMatchObject(
			{ complete: true },
		);
		expect((await ask("POST", "/v1/compact", { key: admin })).status).toBe(403);
		expect((await ask("POST", "/v1/compact")).status).toBe(204);
		// Those of a tenant are told of their tenant, not of the machine and the others.
		const told = await ask("GET", "/v1/doctor", { key: admin });
		expect(told.json.findings).toContainEqual({ about: "jobs", status: "ok", message: "in order" });
		expect((await ask("GET", "/v1/doctor")).json.findings).toContainEqual({
			about: "jobs",
			status: "ok",
			message: "no jobs waiting",
		});
	});
});
