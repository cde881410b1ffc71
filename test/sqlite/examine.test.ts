import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { holdfast } from "../../src/index.ts";
import type { Finding, Store } from "../../src/store/ports/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";

describe("IF4: what a SQLite file tells a doctor", () => {
	let folder: string;
	let file: string;
	let store: Store;
	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), "holdfast-examine-"));
		file = join(folder, "a.db");
		store = sqlite(file);
		await store.open();
	});
	afterEach(async () => {
		await store.close();
		rmSync(folder, { recursive: true, force: true });
	});
	const about = async (what: string): Promise<Finding | undefined> =>
		(await store.examine()).find((finding) => finding.about === what);

	test("its schema, the room it takes and has, and the clock", async () => {
		expect((await about("schema"))?.message).toMatch(/^version \d+, current$/);
		const { message } = (await about("disk")) ?? {};
		expect(message).toMatch(/^the file has \d+ KiB, its journal \d+ KiB; the disk has \d+ [MG]iB free/);
		expect(await about("clock")).toMatchObject({ status: "ok" });
	});

	test("a file from the future says that a clock is wrong", async () => {
		const later = new Date(Date.now() + 3_600_000);
		utimesSync(file, later, later);
		const found = await about("clock");
		expect(found).toMatchObject({ status: "warning" });
		expect(found?.message).toMatch(/written 3[56]\d\d s ahead/);
	});

	test("a file that is damaged where opening does not look is a problem, with what to do", async () => {
		expect(await about("integrity")).toMatchObject({ status: "ok" });
		const other = new DatabaseSync(file);
		const { pages, size } = other
			.prepare("SELECT page_count AS pages, page_size AS size FROM pragma_page_count, pragma_page_size")
			.get() as { pages: number; size: number };
		other.exec("PRAGMA wal_checkpoint(TRUNCATE)");
		other.close();
		await store.close();
		const bytes = readFileSync(file);
		// The last page is of an index or table that opening does not read.
		writeFileSync(file, bytes.fill(0xab, (pages - 1) * size, pages * size));
		store = sqlite(file);
		await store.open();
		const found = await about("integrity");
		expect(found).toMatchObject({ status: "problem" });
		expect(found?.message).toMatch(/^the file is damaged .*restore a backup.*\.recover/);
	});

	test("a schema that a newer program has moved on meanwhile is a problem", async () => {
		const other = new DatabaseSync(file);
		const [table] = other.prepare("SELECT name FROM sqlite_master WHERE name LIKE '%meta'").all();
		other.exec(`UPDATE "${table?.name}" SET value = '999' WHERE key = 'schema_version'`);
		other.close();
		expect(await about("schema")).toMatchObject({ status: "problem" });
	});
});

test("IF4: a database without a file says that it ends with the store: to the doctor, in capabilities and in about()", async () => {
	await using hf = await holdfast({ store: sqlite(":memory:") });
	const { ok, capabilities, findings } = await hf.doctor();
	expect(ok).toBe(true);
	expect(capabilities).toMatchObject({ durable: false, shared: false });
	const store = findings.find(({ about }) => about === "store");
	expect(store).toMatchObject({ status: "warning", message: expect.stringMatching(/in memory: .*lost/) });
	const told = JSON.stringify(findings);
	expect(told).toContain("data is lost when the process ends, only one process can use it");
	expect(told).not.toContain("durability");
	expect((await hf.about()).store?.capabilities).toMatchObject({ durable: false, shared: false });
});
