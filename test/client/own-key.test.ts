import { expect, test } from "vitest";
import { holdfast, memoryStore } from "../../src/index.ts";
import { serve } from "../../src/server/index.ts";
import { refusal } from "../api/refusal.ts";

test("IF4: with the server's own key a client acts in any tenant, and is told how the server is set up", async () => {
	const adminKey = "the-own-key-of-this-server";
	await using server = await serve({ port: 0, adminKey, store: memoryStore(), drainMs: 100 });
	const { url } = server;
	await using root = await holdfast({ url, apiKey: adminKey, tenant: "ténant" });
	const report = await root.doctor();
	expect(report.ok).toBe(true);
	expect(report.findings.map(({ about }) => about)).toEqual(expect.arrayContaining(["store", "embedder"]));
	await root.compact();
	const { key, tenant } = await root.keys.create({ scope: "agent", name: "app" });
	expect(tenant).toBe("ténant");
	await using app = await holdfast({ url, apiKey: key });
	await app.users.upsert("ada");
	expect((await root.users.list()).items).toMatchObject([{ userId: "ada" }]);
	await refusal(app.doctor(), "forbidden");
	await refusal(app.compact(), "forbidden");
	const { token } = await app.tokens.create({ userId: "ada" });
	await using ada = await holdfast({ url, token });
	expect((await ada.sessions.list()).items).toEqual([]);
	await refusal(ada.users.list(), "forbidden");
	await using nobody = await holdfast({ url, apiKey: "wrong-key" });
	await refusal(nobody.sessions.list(), "unauthorized");
});
