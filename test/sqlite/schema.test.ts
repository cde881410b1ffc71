import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { holdfast } from "../../src/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { migrations } from "../../src/store/sqlite/migrations/index.ts";
import { openFile, tempDatabase } from "../processes/temp-database.ts";
import { fileAfter } from "./file-after.ts";
import { readSchema, tamper } from "./read-schema.ts";

const ref = { agentId: "a", sessionId: "s" };

/** Every file of the folder, by a hash of its bytes. */
function bytesOf(folder: string): Record<string, string> {
	const digest = (name: string): string => hash("sha256", readFileSync(join(folder, name)));
	return Object.fromEntries(readdirSync(folder).map((name) => [name, digest(name)]));
}

describe("BE2 the schema of a file", () => {
	test("is the one under review in schema.sql", async () => {
		const path = tempDatabase();
		await (await openFile(path)).close();
		await expect(readSchema(path)).toMatchFileSnapshot("schema.sql");
	});

	test.for(Array.from({ length: migrations.length + 1 }, (_, version) => version))(
		"is the same whether it starts empty or at an older version (%i)",
		async (version) => {
			const path = fileAfter(version);
			const hf = await openFile(path);
			await hf.session(ref).history.append({ role: "user", content: "hello" });
			await hf.close();
			await expect(readSchema(path)).toMatchFileSnapshot("schema.sql");
		},
	);

	test("is made by nothing but the migrations: applied by hand they give the same", async () => {
		await expect(readSchema(fileAfter(migrations.length))).toMatchFileSnapshot("schema.sql");
	});

	test("stands beside other software's tables under the prefix of one's choice (BE7)", async () => {
		const path = tempDatabase();
		tamper(path, "CREATE TABLE mine (x)");
		await openFile(path, { tablePrefix: "first_" });
		const hf = await openFile(path, { tablePrefix: "second_" });
		await hf.session(ref).history.append({ role: "user", content: "hello" });
		const names = readSchema(path).match(/(?<=CREATE (?:VIRTUAL )?TABLE ['"]?)\w+/g) ?? [];
		expect(names).toContain("mine");
		const own = names.filter((name) => name !== "mine" && name !== "sqlite_sequence");
		expect(own.filter((name) => !/^(first|second)_/.test(name))).toEqual([]);
		expect(own).toContain("first_events");
		expect(own).toContain("second_events");
	});
});

describe("BE2 a file of a newer Holdfast", () => {
	/** A folder with one database, as a version from the future left it. */
	async function newerFile(): Promise<string> {
		const path = tempDatabase();
		const hf = await openFile(path);
		await hf.session(ref).history.append({ role: "user", content: "from the future" });
		await hf.close();
		tamper(
			path,
			"UPDATE holdfast_meta SET value = '999' WHERE key = 'schema_version'; CREATE TABLE holdfast_novelty (x)",
		);
		return path;
	}

	async function expectRefused(path: string): Promise<void> {
		const before = bytesOf(dirname(path));
		const opening = holdfast({ store: sqlite(path) });
		await expect(opening).rejects.toMatchObject({
			code: "schema_too_new",
			found: 999,
			known: migrations.length,
			retryable: false,
		});
		await expect(opening).rejects.toThrow(/999.*upgrade/);
		expect(bytesOf(dirname(path))).toEqual(before);
	}

	test("is refused with advice, and left untouched byte for byte", async () => {
		await expectRefused(await newerFile());
	});

	test("is left untouched also as a backup that is not in WAL mode", async () => {
		const path = await newerFile();
		tamper(path, "PRAGMA journal_mode = DELETE");
		await expectRefused(path);
	});

	test("can be opened again when the program knows it", async () => {
		const path = await newerFile();
		await expectRefused(path);
		tamper(path, `UPDATE holdfast_meta SET value = '${migrations.length}' WHERE key = 'schema_version'`);
		const hf = await openFile(path);
		expect(await hf.session(ref).history.last(1)).toMatchObject([{ content: "from the future" }]);
	});
});
