import { describe, expect, it } from "vitest";
import { memoryStore } from "../../src/index.ts";
import type { LogEntry } from "../../src/server/index.ts";
import { ADMIN, ask, served } from "./ask.ts";

const event = (content: string) => ({ kind: "message", source: "user", data: { role: "user", content } });

describe("IF2: figures and logs", () => {
	it("tells Prometheus what was done, of a caller with a key", async () => {
		await using server = await served();
		const path = "/v1/sessions/events?agent=a&session=s";
		for (const text of ["one", "two"])
			await ask(server, path, { method: "POST", key: ADMIN, body: { events: [event(text), event(text)] } });
		await ask(server, "/v1/users/nobody", { key: ADMIN });
		expect((await ask(server, "/metrics")).status).toBe(401);
		const { body, headers } = await ask(server, "/metrics", { key: ADMIN });
		expect(headers["content-type"]).toMatch(/^text\/plain; version=0.0.4/);
		expect(body).toContain('holdfast_http_requests_total{operation="session.append",status="200"} 2\n');
		expect(body).toContain('holdfast_http_requests_total{operation="users.get",status="404"} 1\n');
		expect(body).toContain("holdfast_events_appended_total 4\n");
		expect(body).toMatch(/holdfast_http_request_seconds_count\{operation="session.append"\} 2\n/);
		// Each line is a comment or a sample, and each figure is explained once.
		for (const line of String(body).trimEnd().split("\n"))
			expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? -?[\d.e+-]+)$/);
		const types = String(body).match(/^# TYPE \w+/gm) ?? [];
		expect(new Set(types).size).toBe(types.length);
	});

	it("counts an append once, also if it is repeated with its key", async () => {
		await using server = await served();
		const path = "/v1/sessions/events?agent=a&session=s";
		const body = { events: [event("one"), event("two")], idempotencyKey: "k" };
		for (let i = 0; i < 2; i++) await ask(server, path, { method: "POST", key: ADMIN, body });
		const { body: figures } = await ask(server, "/metrics", { key: ADMIN });
		expect(figures).toContain("holdfast_events_appended_total 2\n");
	});

	it("logs a line for each answer, with who and what, and nothing that was said or named", async () => {
		const entries: LogEntry[] = [];
		await using server = await served({ logger: (entry) => entries.push(entry) });
		const path = "/v1/sessions/events?agent=secret-agent&user=secret-user&session=secret-session";
		await ask(server, path, { method: "POST", key: ADMIN, body: { events: [event("secret words")] } });
		await ask(server, "/v1/users/secret-user", { key: ADMIN });
		await ask(server, "/v1/secret-path", { key: "secret-key" });
		expect(entries).toMatchObject([
			{ method: "POST", operation: "session.append", status: 200, tenant: "default", credential: "root" },
			{ method: "GET", operation: "users.get", status: 404 },
			{ method: "GET", operation: "none", status: 401 },
		]);
		expect(JSON.stringify(entries)).not.toContain("secret");
		expect(JSON.stringify(entries)).not.toContain(ADMIN);
	});

	it("an error that nobody has foreseen says nothing to the caller, and everything to the log", async () => {
		const store = memoryStore();
		const entries: LogEntry[] = [];
		await using server = await served({ store, logger: (entry) => entries.push(entry) });
		store.users.get = () => Promise.reject(new Error("the password is 1234"));
		const { status, body, headers } = await ask(server, "/v1/users/mia", { key: ADMIN });
		expect(status).toBe(500);
		expect(JSON.stringify(body)).not.toContain("1234");
		expect(body.error.requestId).toBe(headers["x-request-id"]);
		const [logged] = entries.filter(({ level }) => level === "error");
		expect(logged).toMatchObject({
			requestId: headers["x-request-id"],
			error: { message: "the password is 1234" },
		});
	});

	it("is not ready while the store is away", async () => {
		const store = memoryStore();
		await using server = await served({ store });
		expect((await ask(server, "/ready")).status).toBe(200);
		const { get } = store.documents;
		store.documents.get = () => Promise.reject(new Error("away"));
		expect(await ask(server, "/ready")).toMatchObject({ status: 503, body: { status: "unavailable" } });
		expect((await ask(server, "/health")).status).toBe(200);
		store.documents.get = get;
		expect((await ask(server, "/ready")).status).toBe(200);
	});
});
