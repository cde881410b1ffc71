import { describe, expect, test } from "vitest";
import { postgresMissing } from "./find-binaries.ts";
import { sharedServer } from "./shared-server.ts";
import { asRole, newDatabase, newSchema, runOnce } from "./test-database.ts";

test("a URL is the same for another role but for who it is", () => {
	const url = asRole("postgres://a:b@localhost:1/x?y=z", "us/er", "p@:ss");
	expect(url).toBe("postgres://us%2Fer:p%40%3Ass@localhost:1/x?y=z");
});

describe.skipIf(postgresMissing)(`the shared server ${postgresMissing ?? ""}`, () => {
	test("is one, whoever asks", async () => {
		const [first, second] = await Promise.all([sharedServer(), sharedServer()]);
		expect(second.url).toBe(first.url);
	});

	test("a schema is of its own, and gone with what is in it when it is disposed of", async () => {
		const one = await newSchema();
		const other = await newSchema();
		expect(other.schema).not.toBe(one.schema);
		await runOnce(one.url, `create schema ${one.schema}; create table ${one.schema}.t (x int)`);
		await one.dispose();
		await other.dispose();
		const { rows } = await runOnce(one.url, `select to_regnamespace('${one.schema}') as found`);
		expect(rows).toEqual([{ found: null }]);
	});

	test("a database is of its own, and gone when it is disposed of", async () => {
		const one = await newDatabase();
		const other = await newDatabase();
		await runOnce(one.url, "create table t (x int)");
		expect((await runOnce(other.url, "select to_regclass('t') as found")).rows).toEqual([{ found: null }]);
		await Promise.all([one.dispose(), other.dispose()]);
		await expect(runOnce(one.url, "select 1")).rejects.toThrow("does not exist");
	});
});
