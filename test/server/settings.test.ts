import { describe, expect, test } from "vitest";
import { packageVersion } from "../../src/config/package-files.ts";
import { closeServers, startTestServer } from "./resources-server.ts";

const kept = async ({ store }: Awaited<ReturnType<typeof startTestServer>>) =>
	(
		await Promise.all(
			["acme", "rival"].map((tenant) =>
				store.documents.list({ tenant: tenant as never, kind: "agent_memory", limit: 10 }),
			),
		)
	).flat();

describe("about, and settings that stand in for a definition's", () => {
	closeServers();

	test("IF5 each caller is told what it may do, and keys where they are", async () => {
		const { ask, key } = await startTestServer();
		for (const scope of ["read", "agent", "admin"] as const) {
			const { status, json } = await ask("GET", "/v1/about", { key: await key(scope) });
			expect([status, json.scope, json.tenant, json.version]).toEqual([200, scope, "acme", packageVersion()]);
			expect(json).toMatchObject({ store: { name: "memory" }, memory: { embedder: false } });
			expect(json).not.toHaveProperty("open");
			expect(json).not.toHaveProperty("userId");
		}
		const root = await ask("GET", "/v1/about", { headers: { "holdfast-tenant": "rival" } });
		expect(root.json).toMatchObject({ scope: "root", tenant: "rival" });
		expect((await ask("GET", "/v1/about", { key: "" })).status).toBe(401);
	});

	test("ID7 a user is told who they are, and nothing about the server but its version", async () => {
		const { ask, token } = await startTestServer();
		const { json } = await ask("GET", "/v1/about", { key: await token("ann") });
		expect(json).toEqual({ version: packageVersion(), scope: "user", userId: "ann" });
	});

	test("IF2 a server without a key says that it is open", async () => {
		const server = await startTestServer({ adminKey: undefined });
		const { json } = await server.ask("GET", "/v1/about", { key: "" });
		expect(json).toMatchObject({ scope: "root", tenant: "default", open: true });
		const ann = await server.token("ann");
		expect((await server.ask("GET", "/v1/about", { key: ann })).json).not.toHaveProperty("open");
	});

	test("IF5 an admin's key puts settings and takes them away; they are the tenant's own", async () => {
		const server = await startTestServer();
		const { ask, key } = server;
		const [admin, rival] = [await key("admin"), await key("admin", "rival")];
		const path = "/v1/agents/echo/memory";
		const put = await ask("PUT", path, { body: { memory: { limit: 7 } }, key: admin });
		expect([put.status, put.json.memory.limit, put.json.definedMemory.limit]).toEqual([200, 7, 100]);
		expect(put.json.memoryChangedAt).toMatch(/^\d{4}-/);
		expect((await ask("GET", "/v1/agents/echo", { key: rival })).json.memory.limit).toBe(100);
		expect((await ask("DELETE", path, { key: rival })).json).not.toHaveProperty("definedMemory");
		expect((await ask("GET", "/v1/agents/echo", { key: admin })).json.memory.limit).toBe(7);
		expect((await ask("PUT", path, { body: { memory: false }, key: admin })).json.memory).toBe(false);
		const gone = await ask("DELETE", path, { key: admin });
		expect([gone.status, gone.json.memory.limit]).toEqual([200, 100]);
		expect(gone.json).not.toHaveProperty("definedMemory");
		expect(await kept(server)).toEqual([]);
	});

	test("IF2 nobody else may, and nothing is written", async () => {
		const server = await startTestServer();
		const { ask, key, token } = server;
		for (const credential of [await key("read"), await key("agent"), await token("ann")]) {
			for (const method of ["PUT", "DELETE"]) {
				const body = method === "PUT" ? { body: { memory: { limit: 7 } } } : {};
				const refused = await ask(method, "/v1/agents/echo/memory", { ...body, key: credential });
				expect([refused.status, refused.json.error.code]).toEqual([403, "forbidden"]);
			}
		}
		expect((await ask("PUT", "/v1/agents/echo/memory", { body: { memory: false }, key: "" })).status).toBe(
			401,
		);
		expect(await kept(server)).toEqual([]);
	});

	test("IF2 what is no settings is refused by what is wrong with it, and nothing is written", async () => {
		const server = await startTestServer();
		const { ask, key } = server;
		const admin = await key("admin");
		const path = "/v1/agents/echo/memory";
		for (const [body, what] of [
			[undefined, /memory/],
			[{}, /memory/],
			[[], /object/],
			[{ memory: null }, /DELETE/],
			[{ memory: true }, /false or an object/],
			[{ memory: [] }, /false or an object/],
			[{ memory: {}, limit: 5 }, /limit/],
			[{ memory: { limt: 5 } }, /did you mean limit/],
			[{ memory: { limit: -1 } }, /0 to 1000/],
			[{ memory: { recall: "x" } }, /all, relevant, both/],
			[{ memory: { tenant: "rival" } }, /tenant/],
		] as const) {
			const { status, json } = await ask("PUT", path, { ...(body !== undefined && { body }), key: admin });
			expect([status, json.error.code, json.error.message]).toEqual([
				400,
				"invalid",
				expect.stringMatching(what),
			]);
		}
		const raw = await ask("PUT", path, { raw: '{"memory":{"__proto__":{"limit":5}}}', key: admin });
		expect(raw.status).toBe(400);
		expect((await ask("PUT", path, { raw: '{"memory":{"limit":1e400}}', key: admin })).status).toBe(400);
		for (const id of ["nobody", "__proto__", "..%2Fecho"]) {
			const unknown = await ask("PUT", `/v1/agents/${id}/memory`, { body: { memory: false }, key: admin });
			expect([unknown.status, unknown.json.error.code]).toEqual([404, "not_found"]);
		}
		expect(await kept(server)).toEqual([]);
	});
});
