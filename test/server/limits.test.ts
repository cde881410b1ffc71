import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { defineAgent } from "../../src/index.ts";
import { createRateLimit } from "../../src/server/receive/rate-limit.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { ADMIN, ask, served } from "./ask.ts";

describe("IF2: limits", () => {
	it("a body that is too large is refused, by its word and by its bytes", async () => {
		await using server = await served({ limits: { bodyBytes: 1_000 } });
		const body = { displayName: "x".repeat(1_000) };
		const large = { status: 413, body: { error: { code: "limit_exceeded", limit: 1_000 } } };
		expect(await ask(server, "/v1/users/a", { method: "PUT", key: ADMIN, body })).toMatchObject(large);
		const chunked = await fetch(`${server.url}/v1/users/a`, {
			method: "PUT",
			headers: { authorization: `Bearer ${ADMIN}`, "content-type": "application/json" },
			body: new Blob([JSON.stringify(body)]).stream(),
			duplex: "half",
		} as RequestInit);
		expect({ status: chunked.status, body: await chunked.json() }).toMatchObject(large);
		expect((await ask(server, "/v1/users/a", { key: ADMIN })).status).toBe(404);
	});

	it("10 MB are answered before they are read", async () => {
		await using server = await served();
		const answer = await fetch(`${server.url}/v1/users/a`, {
			method: "PUT",
			headers: { authorization: `Bearer ${ADMIN}`, "content-type": "application/json" },
			body: JSON.stringify({ displayName: "x".repeat(10_000_000) }),
		});
		expect(answer.status).toBe(413);
	});

	it("who asks too often waits, others do not", async () => {
		await using server = await served({ limits: { requestsPerSecond: 0.01, burst: 3 } });
		const statuses: number[] = [];
		for (let i = 0; i < 5; i++) statuses.push((await ask(server, "/v1/users", { key: ADMIN })).status);
		expect(statuses).toEqual([200, 200, 200, 429, 429]);
		const limited = await ask(server, "/v1/users", { key: ADMIN });
		expect(limited).toMatchObject({ headers: { "retry-after": expect.stringMatching(/^\d+$/) } });
		expect(limited.body.error).toMatchObject({ code: "limit_exceeded", retryAfter: expect.any(Number) });
		expect((await ask(server, "/health")).status).toBe(200);
	});

	it("tokens come back with time", () => {
		let now = 0;
		const take = createRateLimit({ requestsPerSecond: 2, burst: 2 }, () => now);
		const taken = (who: string): boolean => {
			try {
				take(who);
				return true;
			} catch {
				return false;
			}
		};
		expect([taken("a"), taken("a"), taken("a"), taken("b")]).toEqual([true, true, false, true]);
		now = 500;
		expect([taken("a"), taken("a")]).toEqual([true, false]);
		now = 60_000;
		expect([taken("a"), taken("a"), taken("a")]).toEqual([true, true, false]);
	});

	it("a request that takes too long is given up, with an answer that may be tried again", async () => {
		const agent = defineAgent({ id: "slow", model: scriptedModel(() => "x") });
		await using server = await served({ agents: [agent], limits: { timeoutMs: 20 } });
		// Waiting is what long polls are for: they have no limit of this sort.
		const waited = await ask(server, "/v1/sessions/events?agent=a&session=b&wait=0.2", { key: ADMIN });
		expect(waited.status).toBe(200);
		const slow = connect(server.port, "127.0.0.1");
		slow.write(
			`PUT /v1/users/a HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${ADMIN}\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{`,
		);
		const [head] = await once(slow, "data");
		slow.destroy();
		expect(String(head)).toMatch(/^HTTP\/1.1 504 /);
		expect(String(head)).toContain('"code":"unavailable"');
	});

	it("more streams than allowed are refused, and there is room again when one ends", async () => {
		await using server = await served({ limits: { streams: 1 } });
		const path = `${server.url}/v1/sessions/events/stream?agent=a&session=b`;
		const leaving = new AbortController();
		const headers = { authorization: `Bearer ${ADMIN}` };
		const first = await fetch(path, { headers, signal: leaving.signal });
		expect(first.status).toBe(200);
		expect((await fetch(path, { headers })).status).toBe(429);
		leaving.abort();
		const statusOf = async () => {
			const again = await fetch(path, { headers });
			await again.body?.cancel();
			return again.status;
		};
		await expect.poll(statusOf).toBe(200);
	});
});

describe("IF2: what is wrong with a request is said", () => {
	const cases: [string, Parameters<typeof ask>[1], Parameters<typeof ask>[2], number, RegExp][] = [
		["malformed JSON", "/v1/users/a", { method: "PUT", body: '{"a": tru}' }, 400, /line 1, column 7/],
		["JSON that ends", "/v1/users/a", { method: "PUT", body: '{"a":' }, 400, /ends too early/],
		["no object", "/v1/users/a", { method: "PUT", body: "[]" }, 400, /body: /],
		[
			"unknown fields",
			"/v1/tokens",
			{ method: "POST", body: { userId: "a", nickname: "x" } },
			400,
			/nickname/,
		],
		["wrong types", "/v1/users/a", { method: "PUT", body: { displayName: 7 } }, 400, /displayName/],
		["unknown parameters", "/v1/users?colour=red", {}, 400, /colour/],
		["parameters given twice", "/v1/users?limit=1&limit=2", {}, 400, /limit/],
		["bad encoding", "/v1/users?cursor=%ff", {}, 400, /percent-encoded/],
		["no such path", "/v1/nothing", {}, 404, /\/v1\/nothing/],
		["no such method", "/v1/users", { method: "DELETE" }, 405, /accepts GET/],
		["dots in a path", "/v1/users/../keys", {}, 404, /there is no/],
		["a bad If-Match", "/v1/users", { headers: { "if-match": "*" } }, 400, /If-Match/],
		[
			"a bad Idempotency-Key",
			"/v1/users/a",
			{ method: "PUT", body: {}, headers: { "idempotency-key": "" } },
			400,
			/Idempotency-Key/,
		],
		[
			"depth",
			"/v1/users/a",
			{ method: "PUT", body: `{"variables":{"a":${"[".repeat(5e4)}${"]".repeat(5e4)}}}` },
			400,
			/deep|nested/,
		],
	];
	it.each(cases)("%s", async (_, path, options, status, message) => {
		await using server = await served();
		const found = await ask(server, path, { key: ADMIN, ...options });
		expect(found.body.error.message).toMatch(message);
		expect(found.status).toBe(status);
	});

	it("other types of content are refused", async () => {
		await using server = await served();
		for (const type of [
			"text/plain",
			"application/x-www-form-urlencoded",
			"application/json; charset=latin1",
		]) {
			const options = { method: "PUT", key: ADMIN, body: "{}", headers: { "content-type": type } };
			expect((await ask(server, "/v1/users/a", options)).status).toBe(400);
		}
		for (const type of ["application/json; charset=UTF-8", "application/merge-patch+json"]) {
			const options = { method: "PUT", key: ADMIN, body: "{}", headers: { "content-type": type } };
			expect((await ask(server, "/v1/users/a", options)).status).toBe(200);
		}
	});

	it("answers are not kept, not guessed at, and carry the caller's request id if it is sound", async () => {
		await using server = await served();
		const { headers } = await ask(server, "/v1/users", { key: ADMIN, headers: { "x-request-id": "abc-1" } });
		expect(headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
		expect(headers["x-request-id"]).toBe("abc-1");
		const odd = await ask(server, "/v1/users", { key: ADMIN, headers: { "x-request-id": "a b" } });
		expect(odd.headers["x-request-id"]).not.toBe("a b");
	});
});
