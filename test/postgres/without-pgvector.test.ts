import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdfast } from "../../src/index.ts";
import { postgres, postgresIndex } from "../../src/store/postgres/index.ts";
import { postgresMissing } from "./server/find-binaries.ts";
import { sharedServer } from "./server/shared-server.ts";
import { newSchema, runOnce, type TestSchema } from "./server/test-database.ts";

const missing =
	postgresMissing ??
	((await runOnce((await sharedServer()).url, "SELECT FROM pg_available_extensions WHERE name = 'vector'"))
		.rows.length > 0
		? "the server has pgvector"
		: undefined);

describe.skipIf(missing)(`a server without pgvector (BE3, FA2) ${missing ?? ""}`, () => {
	let at: TestSchema;
	beforeAll(async () => {
		at = await newSchema();
	});
	afterAll(() => at?.dispose());

	test("everything is searched exactly, in the process, and doctor says why", async () => {
		await using hf = await holdfast({ store: postgres(at.url, { schema: at.schema, exactUpTo: 0 }) });
		const memory = hf.memory("support", { userId: "ada" });
		await memory.writeMany(["Ada prefers tea.", "Ada's sister lives in Oslo."]);
		const { hits, method } = await memory.search("sister");
		expect([hits[0]?.content, method]).toEqual(["Ada's sister lives in Oslo.", "hybrid"]);
		const { capabilities, findings } = await hf.doctor();
		expect(capabilities.search).toMatchObject({ keyword: "scan", vector: "scan" });
		expect(capabilities.search.reason).toContain("not installed");
		expect(findings.find(({ about }) => about === "search")?.message).toContain("exactly, in process");
	});

	test("who says that it must be there is told that it is not", async () => {
		const options = { schema: at.schema, vector: true };
		await expect(postgres(at.url, options).open()).rejects.toMatchObject({ code: "capability_missing" });
		await expect(postgresIndex(at.url, { schema: at.schema }).open()).rejects.toMatchObject({
			code: "capability_missing",
		});
	});

	test("who does not want it is not asked", async () => {
		const store = postgres(at.url, { schema: at.schema, vector: false });
		await store.open();
		expect(store.search).toBeUndefined();
		expect(store.capabilities.search).toEqual({ keyword: "scan", vector: "scan", reason: "vector is false" });
		await store.close();
	});
});
