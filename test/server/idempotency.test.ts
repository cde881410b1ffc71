import { describe, expect, it } from "vitest";
import { memoryStore } from "../../src/index.ts";
import { ADMIN, ask, served } from "./ask.ts";

const post = (path: string, body: unknown, idempotencyKey: string) => ({
	method: "POST",
	key: ADMIN,
	body,
	headers: { "idempotency-key": idempotencyKey },
	path,
});

describe("IF2: Idempotency-Key", () => {
	it("a repeat is answered as the first time, also by another server", async () => {
		const store = memoryStore();
		await using first = await served({ store });
		await using second = await served({ store });
		const { path, ...options } = post("/v1/keys", { scope: "read" }, "one");
		const made = await ask(first, path, options);
		expect(made.status).toBe(201);
		const again = await ask(second, path, options);
		expect(again).toMatchObject({
			status: 201,
			body: made.body,
			headers: { "idempotency-replayed": "true" },
		});
		expect((await ask(first, "/v1/keys", { key: ADMIN })).body.items).toHaveLength(1);
	});

	it("the same key with another body or path is a conflict", async () => {
		await using server = await served();
		const { path, ...options } = post("/v1/keys", { scope: "read" }, "one");
		await ask(server, path, options);
		const other = await ask(server, path, { ...options, body: { scope: "admin" } });
		expect(other).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
		const elsewhere = await ask(server, "/v1/tokens", { ...options, body: { userId: "mia" } });
		expect(elsewhere.body.error.code).toBe("conflict");
	});

	it("the same key with another body that is not held, as that of an import, is a conflict too", async () => {
		await using server = await served();
		const messages = (content: string) => [{ role: "user", content }];
		const at = "/v1/sessions/import?agent=a&session=s&format=openai&onConflict=replace";
		const { path, ...options } = post(at, messages("one"), "one");
		const made = await ask(server, path, options);
		expect(made).toMatchObject({ status: 200, body: { created: 1 } });
		expect(await ask(server, path, options)).toMatchObject({
			body: made.body,
			headers: { "idempotency-replayed": "true" },
		});
		const other = await ask(server, path, { ...options, body: messages("two") });
		expect(other).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
		const read = await ask(server, "/v1/sessions/messages?agent=a&session=s", { key: ADMIN });
		expect(read.body.items).toMatchObject([{ content: "one" }]);
	});

	it("of many at once one is done; the others are told to wait, and are given its answer then", async () => {
		await using server = await served();
		const { path, ...options } = post("/v1/sessions", { agentId: "a", sessionId: "s", title: "x" }, "one");
		const all = await Promise.all(Array.from({ length: 10 }, () => ask(server, path, options)));
		for (const { status, body } of all) if (status >= 300) expect(body.error.code).toBe("busy");
		const [first] = all.filter(({ status }) => status < 300);
		expect(first).toBeDefined();
		expect((await ask(server, path, options)).body).toEqual(first?.body);
		expect((await ask(server, "/v1/sessions", { key: ADMIN })).body.items).toHaveLength(1);
	});

	it("what was refused may be sent again", async () => {
		await using server = await served();
		const { path, ...options } = post("/v1/users/old/rekey", { to: "new" }, "one");
		expect((await ask(server, path, options)).status).toBe(404);
		await ask(server, "/v1/users/old", { method: "PUT", key: ADMIN, body: {} });
		expect((await ask(server, path, options)).status).toBeLessThan(300);
	});

	it("keys of two tenants, and of two callers, have nothing to do with each other", async () => {
		await using server = await served();
		const made = await Promise.all(
			["acme", "other", "other"].map(async (tenant) => {
				const body = { scope: "admin", tenant };
				return (await ask(server, "/v1/keys", { method: "POST", key: ADMIN, body })).body.key as string;
			}),
		);
		for (const key of made) {
			const options = {
				method: "POST",
				key,
				body: { scope: "read" },
				headers: { "idempotency-key": "same" },
			};
			const answer = await ask(server, "/v1/keys", options);
			expect(answer.status).toBe(201);
			expect(answer.headers["idempotency-replayed"]).toBeUndefined();
		}
	});

	it("SE3: an append with a key is the session's own matter", async () => {
		await using server = await served();
		const event = { kind: "message", source: "user", data: { role: "user", content: "Hi" } };
		const { path, ...options } = post("/v1/sessions/events?agent=a&session=s", { events: [event] }, "one");
		const first = await ask(server, path, options);
		expect((await ask(server, path, options)).body).toEqual(first.body);
		const found = await ask(server, "/v1/sessions/events?agent=a&session=s", { key: ADMIN });
		expect(found.body.items).toHaveLength(1);
	});
});
