import { SignJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import type { TenantId } from "../event/index.ts";
import type { Platform } from "../session/index.ts";
import { memoryStore } from "../store/memory/index.ts";
import type { Store } from "../store/ports/index.ts";
import { createKeys, createTokens, type Issuer, verifyKey, verifyToken } from "./index.ts";
import { newKeyText, readKeyText } from "./key-text.ts";
import { needTokenSecret } from "./token-secret.ts";

const acme = "acme" as TenantId;
const other = "other" as TenantId;
let store: Store;
// Keys and tokens need no more of it.
const platformOf = (tenant: TenantId) => ({ store, tenant }) as Platform;

beforeEach(async () => {
	store = memoryStore();
	await store.open();
});

describe("the text of a key", () => {
	it("IF2: holds its id and its tenant, whatever it is called", () => {
		for (const tenant of ["acme", "ä/ö 你好 😀", "a\nb", "x".repeat(512), "€".repeat(512)] as TenantId[]) {
			const { id, key } = newKeyText(tenant);
			expect(readKeyText(key)).toEqual({ tenant, id });
		}
	});

	it("IF2: has one spelling", () => {
		const { key } = newKeyText(acme);
		for (const bad of [
			`${key}=`,
			`${key} `,
			key.replace("holdfast_", "Holdfast_"),
			`${key}!`,
			key.slice(0, 20),
		])
			expect(readKeyText(bad)).toBeUndefined();
	});
});

describe("keys", () => {
	it("IF2: a key is good for its tenant and scope, and stored as a hash only", async () => {
		const made = await createKeys(platformOf(acme)).create({ scope: "agent", name: "web" });
		expect(made).toMatchObject({ tenant: "acme", scope: "agent", name: "web" });
		expect(await verifyKey(store, made.key)).toEqual({ tenant: "acme", id: made.id, scope: "agent" });
		const kept = JSON.stringify(await store.documents.list({ tenant: acme, kind: "key", limit: 10 }));
		expect(kept).not.toContain(made.key.slice("holdfast_".length + 16));
		expect((await createKeys(platformOf(acme)).list()).items).toEqual([
			{ id: made.id, tenant: "acme", scope: "agent", name: "web", createdAt: made.createdAt },
		]);
		expect(await createKeys(platformOf(other)).list()).toEqual({ items: [] });
	});

	it("IF2: a revoked key is no good at once, also where it was just used", async () => {
		const keys = createKeys(platformOf(acme));
		const { id, key } = await keys.create({ scope: "read" });
		expect(await verifyKey(store, key)).toBeDefined();
		await expect(createKeys(platformOf(other)).revoke(id)).rejects.toMatchObject({ code: "not_found" });
		expect(await verifyKey(store, key)).toBeDefined();
		await keys.revoke(id);
		expect(await verifyKey(store, key)).toBeUndefined();
		await expect(keys.revoke(id)).rejects.toMatchObject({ code: "not_found" });
	});

	it("IF2: a key that is revoked while it is looked up is not remembered", async () => {
		const keys = createKeys(platformOf(acme));
		const { id, key } = await keys.create({ scope: "read" });
		const { get } = store.documents;
		let revoked: Promise<void> | undefined;
		store.documents.get = async (...args) => {
			const found = await get.apply(store.documents, args);
			revoked ??= keys.revoke(id);
			await revoked;
			return found;
		};
		await verifyKey(store, key);
		expect(await verifyKey(store, key)).toBeUndefined();
	});

	it("IF2: what is no key costs one look-up, as one that is unknown, revoked or expired", async () => {
		const keys = createKeys(platformOf(acme));
		const revoked = await keys.create({ scope: "admin" });
		await keys.revoke(revoked.id);
		const good = await keys.create({ scope: "admin" });
		const tampered = `${good.key.slice(0, 40)}${good.key[40] === "A" ? "B" : "A"}${good.key.slice(41)}`;
		const unknown = newKeyText(other).key;
		let reads = 0;
		const { get } = store.documents;
		store.documents.get = (...args) => {
			reads += 1;
			return get.apply(store.documents, args);
		};
		const bad = [revoked.key, tampered, unknown, "holdfast_x", "", "garbage", "x".repeat(10_000)];
		for (const text of bad) expect(await verifyKey(store, text)).toBeUndefined();
		expect(reads).toBe(bad.length);
	});

	it("IF2: a key expires", async () => {
		const { key, id } = await createKeys(platformOf(acme)).create({ scope: "read", expiresInSeconds: 1 });
		expect(await verifyKey(store, key)).toBeDefined();
		const found = await store.documents.get(acme, "key", id);
		await store.documents.put({
			tenant: acme,
			document: { kind: "key", id, body: found?.body ?? {}, expiresAt: Date.now() - 1 },
			expect: undefined,
			at: Date.now(),
		});
		await expect.poll(() => verifyKey(store, key), { timeout: 5_000 }).toBeUndefined();
	});

	it("IF2: scopes, names and times are checked", async () => {
		const keys = createKeys(platformOf(acme));
		for (const bad of [
			{ scope: "root" },
			{},
			{ scope: "read", expiresInSeconds: 0 },
			{ scope: "read", x: 1 },
		])
			await expect(keys.create(bad as never)).rejects.toMatchObject({ code: "invalid" });
	});
});

describe("tokens", () => {
	const none: ReadonlyMap<string, Issuer> = new Map();

	it("ID7: a token of its own names tenant and user, and ends", async () => {
		const { token, expiresAt } = await createTokens(platformOf(acme)).create({ userId: "mia" });
		expect(await verifyToken(store, token, none)).toEqual({
			tenant: "acme",
			userId: "mia",
			expiresAt: Date.parse(expiresAt),
		});
		await expect(createTokens(platformOf(acme)).create({ userId: "" })).rejects.toMatchObject({
			code: "invalid",
		});
		await expect(
			createTokens(platformOf(acme)).create({ userId: "mia", expiresInSeconds: 86_401 }),
		).rejects.toMatchObject({ code: "invalid" });
	});

	const sign = (claims: Record<string, unknown>, secret: Uint8Array, alg = "HS256") =>
		new SignJWT(claims).setProtectedHeader({ alg }).sign(secret);
	const soon = () => Math.floor(Date.now() / 1_000) + 60;
	const own = () => ({ iss: "holdfast", aud: "holdfast", tenant: "acme", sub: "mia", exp: soon() });

	it("ID7: what is not signed as it must be is no good", async () => {
		const secret = await needTokenSecret(store, acme);
		const b64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
		const good = await sign(own(), secret);
		expect(await verifyToken(store, good, none)).toBeDefined();
		const { exp: _exp, ...forever } = own();
		const bad = [
			`${b64({ alg: "none" })}.${b64(own())}.`,
			`${good.split(".").slice(0, 2).join(".")}.`,
			await sign(own(), secret, "HS512"),
			await sign(own(), await needTokenSecret(store, other)),
			await sign({ ...own(), tenant: "other" }, secret),
			await sign({ ...own(), tenant: "unheard-of" }, new Uint8Array(32).fill(7)),
			await sign({ ...own(), aud: "else" }, secret),
			await sign({ ...own(), iss: "else" }, secret),
			await sign({ ...own(), sub: "" }, secret),
			await sign({ ...own(), sub: 7 }, secret),
			await sign({ ...own(), exp: soon() - 61 }, secret),
			await sign(forever, secret),
			"a.b.c",
			"",
			"x.".repeat(9_000),
		];
		for (const text of bad) expect(await verifyToken(store, text, none), text).toBeUndefined();
	});

	it("ID7: an issuer's tokens are good for its tenant only, by its algorithms only", async () => {
		const key = new Uint8Array(48).fill(3);
		const issuer: Issuer = {
			issuer: "https://id.acme.example",
			tenant: acme,
			key,
			algorithms: ["HS384"],
			audience: "app",
			userClaim: "uid",
			skewSeconds: 5,
		};
		const issuers = new Map([[issuer.issuer, issuer]]);
		const claims = { iss: issuer.issuer, aud: "app", uid: "mia", tenant: "other", exp: soon() };
		expect(await verifyToken(store, await sign(claims, key, "HS384"), issuers)).toMatchObject({
			tenant: "acme",
			userId: "mia",
		});
		for (const text of [
			await sign(claims, key, "HS256"),
			await sign({ ...claims, aud: "else" }, key, "HS384"),
			await sign({ ...claims, iss: "https://id.other.example" }, key, "HS384"),
			await sign({ ...own(), tenant: "acme" }, key),
		])
			expect(await verifyToken(store, text, issuers)).toBeUndefined();
	});
});
