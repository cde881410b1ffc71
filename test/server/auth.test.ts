import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { memoryStore } from "../../src/index.ts";
import { type HoldfastServer, serve } from "../../src/server/index.ts";
import { ADMIN, ask, served } from "./ask.ts";

const newKey = async (server: HoldfastServer, scope: string, tenant = "acme") =>
	(await ask(server, "/v1/keys", { method: "POST", key: ADMIN, body: { scope, tenant } })).body;

describe("IF2: who asks is found out first", () => {
	it("without a credential everything but the open paths is 401, also what does not exist", async () => {
		await using server = await served();
		for (const path of [
			"/v1/users",
			"/v1/nowhere",
			"/nowhere",
			"/metrics",
			"/v1/users/%zz",
			"/v1/keys?x=1&x=2",
		]) {
			const { status, body, headers } = await ask(server, path);
			expect({ path, status, code: body.error.code }).toEqual({ path, status: 401, code: "unauthorized" });
			expect(headers["www-authenticate"]).toMatch(/^Bearer/);
		}
		for (const path of ["/", "/health", "/ready", "/v1/openapi.json", "/v1/docs"])
			expect((await ask(server, path)).status).toBe(200);
	});

	it("whatever is wrong with a key, the answer is the same", async () => {
		await using server = await served();
		const good = await newKey(server, "admin");
		const revoked = await newKey(server, "admin");
		await ask(server, `/v1/keys/${revoked.id}`, {
			method: "DELETE",
			key: ADMIN,
			headers: { "holdfast-tenant": "acme" },
		});
		const changed = good.key.replace(/.{12}$/, (end: string) => [...end].reverse().join(""));
		const bad = [
			revoked.key,
			changed,
			`${good.key}A`,
			"holdfast_",
			"x",
			"",
			ADMIN.slice(1),
			`${ADMIN}x`,
			"a.b.c",
		];
		const answers = await Promise.all(bad.map((key) => ask(server, "/v1/users", { key })));
		for (const { status, body } of answers)
			expect({ status, body }).toEqual({ status: 401, body: answers[0]?.body });
		const basic = await ask(server, "/v1/users", { headers: { authorization: `Basic ${ADMIN}` } });
		expect(basic.status).toBe(401);
	});

	it("ID1: a key is good in its own tenant: another one in a payload is ignored, and in a header forbidden", async () => {
		await using server = await served();
		const acme = await newKey(server, "admin", "acme");
		const other = await newKey(server, "admin", "other");
		const put = { method: "PUT", key: acme.key, body: { tenant: "other" } };
		for (const tenant of ["other", "never-heard-of"]) {
			const headers = { "holdfast-tenant": tenant };
			const refused = await ask(server, "/v1/users/mia", { ...put, headers });
			expect([refused.status, refused.body.error.code]).toEqual([403, "forbidden"]);
			const byAddress = await ask(server, `/v1/users/mia?tenant=${tenant}`, put);
			expect(byAddress.body).toEqual(refused.body);
		}
		expect((await ask(server, "/v1/users/mia", { key: acme.key })).status).toBe(404);
		const headers = { "holdfast-tenant": "acme" };
		await ask(server, "/v1/users/mia", { ...put, headers });
		expect((await ask(server, "/v1/users/mia", { key: acme.key })).status).toBe(200);
		expect((await ask(server, "/v1/users/mia", { key: other.key })).status).toBe(404);
		const made = await ask(server, "/v1/keys", {
			method: "POST",
			key: acme.key,
			headers,
			body: { scope: "read", tenant: "other" },
		});
		expect(made.body.tenant).toBe("acme");
		expect((await ask(server, "/v1/keys", { key: other.key })).body.items).toHaveLength(1);
	});

	it("the server's own key acts in the tenant that it names", async () => {
		await using server = await served({ tenant: "home" });
		const inTenant = (tenant: string) => ({
			key: ADMIN,
			headers: { "holdfast-tenant": encodeURIComponent(tenant) },
		});
		await ask(server, "/v1/users/mia", { method: "PUT", ...inTenant("ä 100%"), body: {} });
		expect((await ask(server, "/v1/users/mia", inTenant("ä 100%"))).status).toBe(200);
		expect((await ask(server, "/v1/users/mia", { key: ADMIN })).status).toBe(404);
		const bad = await ask(server, "/v1/users", { key: ADMIN, headers: { "holdfast-tenant": "%00" } });
		expect(bad.body.error.code).toBe("invalid");
	});

	it("scopes include the ones below and nothing above", async () => {
		await using server = await served();
		const tries: [string, string][] = [
			["GET", "/v1/users"],
			["PUT", "/v1/users/mia"],
			["GET", "/v1/keys"],
			["POST", "/v1/compact"],
		];
		const statuses = async (key: string) => {
			const found: number[] = [];
			for (const [method, path] of tries) {
				const { status } = await ask(server, path, { method, key, ...(method !== "GET" && { body: {} }) });
				found.push(status);
			}
			return found;
		};
		expect(await statuses((await newKey(server, "read")).key)).toEqual([200, 403, 403, 403]);
		expect(await statuses((await newKey(server, "agent")).key)).toEqual([200, 200, 403, 403]);
		expect(await statuses((await newKey(server, "admin")).key)).toEqual([200, 200, 200, 403]);
		expect(await statuses(ADMIN)).toEqual([200, 200, 200, 204]);
	});

	it("a key that another process revokes is no good before long", async () => {
		const store = memoryStore();
		await using first = await served({ store });
		await using second = await served({ store });
		const { id, key } = await newKey(first, "read");
		expect((await ask(second, "/v1/users", { key })).status).toBe(200);
		await ask(first, `/v1/keys/${id}`, {
			method: "DELETE",
			key: ADMIN,
			headers: { "holdfast-tenant": "acme" },
		});
		expect((await ask(first, "/v1/users", { key })).status).toBe(401);
		await expect
			.poll(async () => (await ask(second, "/v1/users", { key })).status, { timeout: 10_000 })
			.toBe(401);
	});
});

describe("ID7: tokens of users", () => {
	const claims = (issuer: string) =>
		new SignJWT({ tenant: "other" })
			.setIssuer(issuer)
			.setSubject("mia")
			.setExpirationTime("5m")
			.setAudience("app");

	it("an issuer with public keys is bound to one tenant and its algorithms", async () => {
		const { publicKey, privateKey } = await generateKeyPair("ES256");
		const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256" };
		const keys = createServer((_, answer) => answer.end(JSON.stringify({ keys: [jwk] }))).listen(
			0,
			"127.0.0.1",
		);
		await new Promise((resolve) => keys.once("listening", resolve));
		const { port } = keys.address() as AddressInfo;
		const issuer = "https://id.acme.example";
		const options = {
			network: { allow: [`127.0.0.1:${port}`] },
			tokens: [
				{ issuer, tenant: "acme", jwks: `http://127.0.0.1:${port}/`, algorithms: ["ES256"], audience: "app" },
			],
		};
		await using server = await served(options);
		const sign = (from: string) =>
			claims(from).setProtectedHeader({ alg: "ES256", kid: "one" }).sign(privateKey);
		const key = await sign(issuer);
		expect((await ask(server, "/v1/sessions?agent=a", { key })).body).toEqual({ items: [] });
		expect((await ask(server, "/v1/users", { key })).body.error.code).toBe("forbidden");
		expect(
			(await ask(server, "/v1/sessions?agent=a", { key: await sign("https://else.example") })).status,
		).toBe(401);
		// A public key is no secret to sign with.
		const secret = new TextEncoder().encode(JSON.stringify(jwk));
		const forged = await claims(issuer).setProtectedHeader({ alg: "HS256", kid: "one" }).sign(secret);
		expect((await ask(server, "/v1/sessions?agent=a", { key: forged })).status).toBe(401);
		await new Promise((resolve) => keys.close(resolve));
	});

	it("issuers that cannot be are refused at the start", async () => {
		const issuer = {
			issuer: "https://a.example",
			tenant: "acme",
			secret: "x".repeat(32),
			algorithms: ["HS256"],
		};
		for (const tokens of [
			[issuer, { ...issuer, tenant: "other" }],
			[{ ...issuer, issuer: "holdfast" }],
			[{ ...issuer, algorithms: ["none"] }],
			[{ ...issuer, algorithms: ["RS256"] }],
			[{ ...issuer, secret: "short" }],
			[{ ...issuer, jwks: "https://a.example/keys" }],
		])
			await expect(served({ tokens })).rejects.toMatchObject({ code: "invalid" });
		const jwks = "http://10.0.0.1/keys";
		await expect(
			served({ tokens: [{ issuer: "https://a.example", tenant: "acme", jwks, algorithms: ["ES256"] }] }),
		).rejects.toMatchObject({ code: "forbidden" });
	});
});

describe("IF2: without a key the server is for this machine", () => {
	const open = () => serve({ port: 0, drainMs: 100 });

	it("anybody here may do anything", async () => {
		await using server = await open();
		expect((await ask(server, "/v1/keys", { headers: { host: "localhost:1234" } })).status).toBe(200);
		expect((await ask(server, "/v1/keys", { key: "whatever" })).status).toBe(200);
	});

	it("a key or token that is given counts, so that it can be tried out", async () => {
		await using server = await open();
		const { key } = (await ask(server, "/v1/keys", { method: "POST", body: { scope: "read" } })).body;
		expect((await ask(server, "/v1/keys", { key })).status).toBe(403);
		const { token } = (await ask(server, "/v1/tokens", { method: "POST", body: { userId: "mia" } })).body;
		expect((await ask(server, "/v1/users", { key: token })).status).toBe(403);
		expect((await ask(server, "/v1/users", { key: `${token}x` })).status).toBe(401);
	});

	it("refuses names that lead here from elsewhere, and pages from elsewhere", async () => {
		await using server = await open();
		const refused = [
			{ host: "evil.example" },
			{ host: "127.0.0.1.evil.example" },
			{ host: "localhost.evil.example" },
			{ origin: "https://evil.example" },
			{ origin: "null" },
			{ "sec-fetch-site": "cross-site" },
		];
		for (const headers of refused)
			expect(await ask(server, "/v1/users", { headers: headers as Record<string, string> })).toMatchObject({
				status: 403,
				body: { error: { code: "forbidden" } },
			});
		for (const origin of ["http://localhost:5173", "http://127.0.0.1:3000"])
			expect((await ask(server, "/v1/users", { headers: { origin } })).status).toBe(200);
	});

	it("listens nowhere else, and says what to do", async () => {
		for (const host of ["0.0.0.0", "::", "192.168.1.5", "example.com"])
			await expect(serve({ port: 0, host })).rejects.toMatchObject({
				code: "invalid",
				message: expect.stringContaining("adminKey"),
			});
		await expect(serve({ port: 0, cors: ["*"] })).rejects.toMatchObject({ code: "invalid" });
	});

	it("options that do not exist are named", async () => {
		const bad = { port: 0, prot: 1 };
		await expect(serve(bad)).rejects.toMatchObject({
			code: "invalid",
			message: expect.stringContaining("prot"),
		});
		await expect(serve({ port: 0, limits: { rps: 1 } as object })).rejects.toMatchObject({
			code: "invalid",
			message: expect.stringContaining("rps"),
		});
	});
});

describe("CORS", () => {
	it("pages of named origins may ask and read, others not", async () => {
		const origin = "https://app.example";
		await using server = await served({ cors: [origin] });
		const headers = { origin, "access-control-request-method": "POST" };
		const preflight = await ask(server, "/v1/users", { method: "OPTIONS", headers });
		expect(preflight).toMatchObject({
			status: 204,
			headers: { "access-control-allow-origin": origin, vary: "Origin" },
		});
		const read = await ask(server, "/v1/users", { key: ADMIN, headers: { origin } });
		expect(read.headers["access-control-allow-origin"]).toBe(origin);
		const foreign = { ...headers, origin: "https://evil.example" };
		const other = await ask(server, "/v1/users", { method: "OPTIONS", headers: foreign });
		expect(other.status).toBe(401);
		expect(other.headers["access-control-allow-origin"]).toBeUndefined();
		await expect(served({ cors: ["https://app.example/path"] })).rejects.toMatchObject({ code: "invalid" });
	});
});
