import { describe, expect, it } from "vitest";
import { gathered, said } from "../api/drafts.ts";
import { refusal } from "../api/refusal.ts";
import { fakeServers, json } from "./fake-server.ts";

const ref = { agentId: "a", sessionId: "s" };
const servers = fakeServers();
const away = (code = "unavailable") => ({ error: { code, message: "away" } });

describe("requests of a client (IF1)", () => {
	it("carry the key, the tenant and what they are about; ids of any text arrive as they are", async () => {
		const { url, received } = await servers.start((response) => json(response, 200, { items: [] }));
		const id = "ä/?#&=+ %2F\u202E👩";
		const hf = servers.client(`${url}/below/`, { apiKey: "key-1", tenant: "tenänt" });
		await hf
			.session({ agentId: id, userId: id, sessionId: id })
			.events({ kinds: ["message", "reply"], last: 3 });
		await hf.users.get(id);
		const [events, user] = received.map((request) => ({ ...request, at: new URL(request.url, url) }));
		expect(events?.at.pathname).toBe("/below/v1/sessions/events");
		expect(Object.fromEntries(events?.at.searchParams ?? [])).toEqual({
			agent: id,
			user: id,
			session: id,
			kinds: "message,reply",
			last: "3",
		});
		expect(decodeURIComponent(user?.at.pathname ?? "")).toBe(`/below/v1/users/${id}`);
		expect(events?.headers).toMatchObject({
			authorization: "Bearer key-1",
			"holdfast-tenant": encodeURIComponent("tenänt"),
		});
		expect(events?.headers).not.toHaveProperty("idempotency-key");
	});

	it("ask for the key each time where a function gives it; what it fails with is told, and nothing is sent", async () => {
		const { url, received } = await servers.start((response) => json(response, 200, { items: [] }));
		let n = 0;
		const hf = servers.client(url, { apiKey: async () => `key-${++n}` });
		await hf.users.list();
		await hf.users.list();
		expect(received.map(({ headers }) => headers.authorization)).toEqual(["Bearer key-1", "Bearer key-2"]);
		const failing = servers.client(url, {
			token: () => {
				throw new Error("no token today");
			},
		});
		expect((await refusal(failing.users.list(), "unauthorized")).message).toContain("no token today");
		expect(received).toHaveLength(2);
	});

	it.each([502, 503, 504, 429])("are tried again after %i, a write with the same key", async (status) => {
		const { url, received } = await servers.start((response, _, count) =>
			count < 3 ? json(response, status, away(), { "retry-after": "0" }) : json(response, 200, { items: [] }),
		);
		const hf = servers.client(url);
		await hf.session(ref).append(said("x"));
		const keys = received.map(({ headers }) => headers["idempotency-key"]);
		expect(keys).toHaveLength(3);
		expect(new Set(keys).size).toBe(1);
		await hf.session(ref).append(said("x"));
		expect(received.at(-1)?.headers["idempotency-key"]).not.toBe(keys[0]);
	});

	it("are tried again when the connection breaks; the caller's idempotency key goes with each try", async () => {
		const { url, received } = await servers.start((response, _, count) => {
			if (count < 3) response.destroy();
			else json(response, 200, { items: [] });
		});
		await servers.client(url).session(ref).append(said("x"), { idempotencyKey: "日本" });
		expect(received.map(({ body }) => JSON.parse(body).idempotencyKey)).toEqual(["日本", "日本", "日本"]);
	});

	it("are tried a few times, not for ever, and not at all where it is of no use", async () => {
		const { url, received } = await servers.start((response) => json(response, 503, away()));
		await refusal(servers.client(url).users.list(), "unavailable");
		expect(received).toHaveLength(5);
		await refusal(servers.client(url, { retry: false }).users.list(), "unavailable");
		expect(received).toHaveLength(6);
		for (const [status, error] of [
			[404, away("not_found")],
			[409, away("busy")],
			[502, away("model_failed")],
			[503, { error: { code: "unavailable", message: "closed", retryable: false } }],
		] as const) {
			const once = await servers.start((response) => json(response, status, error));
			await refusal(servers.client(once.url).users.list(), error.error.code as never);
			expect(once.received).toHaveLength(1);
		}
	});

	it("wait for an earlier try of theirs that is still at work", async () => {
		const { url, received } = await servers.start((response, _, count) => {
			if (count === 1) response.destroy();
			else if (count < 9)
				json(response, 409, { error: { ...away("busy").error, precondition: "idempotency" } });
			else json(response, 200, { userId: "u" });
		});
		expect(await servers.client(url).users.upsert("u")).toEqual({ userId: "u" });
		expect(received).toHaveLength(9);
	});

	it("errors have the code, message, fields and retryable of the wire", async () => {
		const { url } = await servers.start((response) =>
			json(response, 409, { error: { code: "conflict", message: "not so", expected: 4, actual: 7 } }),
		);
		const error = await refusal(
			servers.client(url).session(ref).append(said("x"), { expectedOffset: 4 }),
			"conflict",
		);
		expect(error).toMatchObject({ message: "not so", expected: 4, actual: 7, retryable: false });
		expect(error.fields).toEqual({ expected: 4, actual: 7 });
	});

	it("a server that cannot be reached, is silent, or is none of ours is said to be so", async () => {
		const gone = await servers.start(() => {});
		const nobody = servers.client("http://127.0.0.1:1", { retry: false });
		const unreachable = await refusal(nobody.users.list(), "unavailable");
		expect(unreachable.message).toMatch(/cannot reach http:\/\/127\.0\.0\.1:1 .*check the url/);
		expect(unreachable.retryable).toBe(true);
		const silent = servers.client(gone.url, { timeoutMs: 20, retry: false });
		expect((await refusal(silent.users.list(), "unavailable")).message).toContain("within 20 ms");
		for (const status of [200, 404, 500, 502]) {
			const proxy = await servers.start((response) => {
				response.writeHead(status, { "content-type": "text/html" });
				response.end("<h1>nginx</h1>");
			});
			const error = await refusal(servers.client(proxy.url).users.list(), "unavailable");
			expect(error.message).toContain(`status ${status}`);
			expect(error.retryable).toBe(status === 502);
		}
	});

	it("writes of one session arrive in the order of asking, each when the one before it was answered", async () => {
		let open = 0;
		let most = 0;
		const { url, received } = await servers.start(async (response, request, count) => {
			const mine = request.url.includes("session=s");
			if (mine) most = Math.max(most, ++open);
			await new Promise((resolve) => setImmediate(resolve));
			if (mine) open -= 1;
			// Some get lost on the way.
			if (count % 5 === 0) response.destroy();
			else json(response, 200, { items: [] });
		});
		const hf = servers.client(url);
		const session = hf.session(ref);
		await Promise.all(Array.from({ length: 20 }, (_, i) => session.append(said(`${i}`))));
		const order = received.map(({ body }) => Number(JSON.parse(body).events.data.content));
		expect(order.filter((n, i) => n !== order[i - 1])).toEqual(Array.from({ length: 20 }, (_, i) => i));
		expect(most).toBe(1);
	});

	it("an export that is cut off fails, and one that the server ended says why", async () => {
		const { url } = await servers.start((response, _, count) => {
			response.write('{"type":"session"}\n{"offset":0}\n');
			if (count === 1) setImmediate(() => response.destroy());
			else if (count === 2) response.end('{"off');
			else
				response.end('{"type":"error","error":{"code":"conflict","message":"the session lost event 1"}}\n');
		});
		const hf = servers.client(url);
		for (const code of ["unavailable", "unavailable", "conflict"] as const)
			await refusal(gathered(hf.sessions.export("s")), code);
	});
});
