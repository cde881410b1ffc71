import { spawnSync } from "node:child_process";
import {
	chmodSync,
	chownSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { holdfast } from "../../src/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { migrations } from "../../src/store/sqlite/migrations/index.ts";
import type { OpenAndTellInput, OpenAndTellMessage } from "../processes/children/open-and-tell.ts";
import { type ChildOptions, startChild } from "../processes/start-child.ts";
import { openFile, tempDatabase, tempFolder } from "../processes/temp-database.ts";
import { tamper } from "./read-schema.ts";

const ref = { agentId: "a", sessionId: "s" };
const open = (path: string) => holdfast({ store: sqlite(path, { busyTimeoutMs: 0 }) });

/** Root may write anywhere, so that rights are no obstacle to it: then the child is somebody else. */
const NOBODY = 65_534;
const somebodyElse = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const source = fileURLToPath(new URL("../../src/index.ts", import.meta.url));
/** Not so where the checkout itself is out of reach for anybody but root. */
const outOfReach =
	spawnSync(process.execPath, ["-e", "fs.readFileSync(process.argv[1])", source], somebodyElse).status !== 0;
const WHY_SKIPPED = "runs as root, whom no permission stops, and other users cannot read the checkout";

async function openElsewhere(
	input: OpenAndTellInput,
	options: ChildOptions = {},
): Promise<OpenAndTellMessage> {
	const child = startChild<OpenAndTellMessage>("open-and-tell", input, options);
	const message = await child.message();
	await child.ended();
	return message;
}

/** A folder that belongs to whoever the child is. */
function childsFolder(): string {
	const folder = tempFolder();
	if (somebodyElse.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
	return folder;
}

describe("BE2 opening says what is wrong with the path, and what to do", () => {
	test("a file that is no database is refused and left as it is", async () => {
		const path = tempDatabase();
		const text = "Dear diary, this is not a database.\n".repeat(200);
		writeFileSync(path, text);
		await expect(open(path)).rejects.toMatchObject({
			code: "unavailable",
			message: expect.stringContaining(path),
		});
		await expect(open(path)).rejects.toThrow(/not a SQLite database; choose another path/);
		expect(readFileSync(path, "utf8")).toBe(text);
	});

	test.each([50, 4096, 30_000])(
		"a file that was cut to %i bytes is damaged: what to do is said",
		async (bytes) => {
			const path = tempDatabase();
			const hf = await holdfast({ store: sqlite(path) });
			for (let i = 0; i < 20; i++)
				await hf
					.session({ agentId: "a", sessionId: `s${i}` })
					.history.append({ role: "user", content: "x".repeat(4_000) });
			await hf.close();
			truncateSync(path, bytes);
			const before = readFileSync(path);
			const refused = expect(open(path)).rejects;
			await refused.toMatchObject({ code: "unavailable", retryable: false, damaged: true, sqliteCode: 11 });
			for (const advice of [
				/ is damaged \(/,
				/restore a backup/,
				/sqlite3 ".*" \.recover \| sqlite3 /,
				/move it away/,
			])
				await expect(open(path)).rejects.toThrow(advice);
			expect(readFileSync(path).equals(before)).toBe(true);
		},
	);

	test("a file whose beginning is overwritten is said to be damaged, if it was a database", async () => {
		const path = tempDatabase();
		await (await openFile(path)).close();
		const bytes = readFileSync(path);
		writeFileSync(path, bytes.fill(0xab, 0, 100));
		await expect(open(path)).rejects.toMatchObject({
			damaged: true,
			message: expect.stringMatching(/If it was one, it is damaged: restore a backup/),
		});
	});

	test("an empty file is a new database", async () => {
		const path = tempDatabase();
		writeFileSync(path, "");
		const hf = await openFile(path);
		expect(await hf.session(ref).history.append({ role: "user", content: "hi" })).toMatchObject({
			offset: 0,
		});
	});

	test("a folder instead of a file", async () => {
		const folder = tempFolder();
		await expect(open(folder)).rejects.toMatchObject({
			code: "unavailable",
			message: expect.stringContaining(folder),
		});
		expect(readdirSync(folder)).toEqual([]);
	});

	test("a file where a folder should be", async () => {
		const file = tempDatabase();
		writeFileSync(file, "in the way");
		await expect(open(join(file, "holdfast.db"))).rejects.toMatchObject({
			code: "unavailable",
			message: expect.stringContaining(file),
		});
	});

	test("a path that is none", async () => {
		expect(() => sqlite("")).toThrow(expect.objectContaining({ code: "invalid" }));
		await expect((async () => open("holdfast\0.db"))()).rejects.toMatchObject({ code: "invalid" });
	});

	test("a folder without the right to write", async ({ skip }) => {
		if (outOfReach) skip(WHY_SKIPPED);
		const folder = childsFolder();
		chmodSync(folder, 0o555);
		const answer = await openElsewhere({ path: join(folder, "holdfast.db") }, somebodyElse);
		chmodSync(folder, 0o755);
		expect(answer).toMatchObject({ code: "unavailable", message: expect.stringMatching(/permissions/) });
		expect(readdirSync(folder)).toEqual([]);
	});

	test("a file without the right to write", async ({ skip }) => {
		if (outOfReach) skip(WHY_SKIPPED);
		const folder = childsFolder();
		const path = join(folder, "holdfast.db");
		await (await openFile(path)).close();
		chmodSync(path, 0o444);
		const before = readFileSync(path);
		const answer = await openElsewhere({ path }, somebodyElse);
		expect(answer).toMatchObject({
			code: "unavailable",
			message: expect.stringMatching(/read-only; check the permissions/),
		});
		expect(readFileSync(path).equals(before)).toBe(true);
	});

	test("a store that failed to open can be opened once the cause is gone", async () => {
		const path = tempDatabase();
		await (await openFile(path)).close();
		tamper(path, "UPDATE holdfast_meta SET value = '999' WHERE key = 'schema_version'");
		const store = sqlite(path);
		const both = await Promise.allSettled([holdfast({ store }), holdfast({ store })]);
		expect(both).toMatchObject([
			{ status: "rejected", reason: { code: "schema_too_new" } },
			{ status: "rejected", reason: { code: "schema_too_new" } },
		]);
		tamper(path, `UPDATE holdfast_meta SET value = '${migrations.length}' WHERE key = 'schema_version'`);
		const hf = await holdfast({ store });
		expect(await hf.session(ref).history.append({ role: "user", content: "hi" })).toMatchObject({
			offset: 0,
		});
		await hf.close();
	});
});

describe("BE1 where the file is", () => {
	test("a relative path counts from where the store was made, not from where the process goes later", async () => {
		const folder = tempFolder();
		const elsewhere = join(folder, "elsewhere");
		mkdirSync(elsewhere);
		const answer = await openElsewhere({ path: "data/new/holdfast.db", moveTo: elsewhere }, { cwd: folder });
		expect(answer).toEqual({ stored: 0 });
		expect(existsSync(join(folder, "data/new/holdfast.db"))).toBe(true);
		expect(readdirSync(elsewhere)).toEqual([]);
	});

	test("missing folders on the way are made", async () => {
		const path = join(tempFolder(), "a", "b c", "ü", "holdfast.db");
		const hf = await openFile(path);
		await hf.session(ref).history.append({ role: "user", content: "hi" });
		expect(existsSync(path)).toBe(true);
	});

	test.skipIf(process.platform === "win32")(
		"folders that are made for it are their owner's alone",
		async () => {
			const folder = tempFolder();
			const before = statSync(folder).mode;
			await openFile(join(folder, "deep", "down", "holdfast.db"));
			for (const made of ["deep", "deep/down"]) expect(statSync(join(folder, made)).mode & 0o777).toBe(0o700);
			expect(statSync(folder).mode).toBe(before);
		},
	);

	test(":memory: is a database of its own that leaves no file", async () => {
		const [one, two] = [await openFile(":memory:"), await openFile(":memory:")];
		await one.session(ref).history.append({ role: "user", content: "hi" });
		expect(await one.session(ref).history.last(1)).toHaveLength(1);
		expect(await two.session(ref).history.last(1)).toEqual([]);
		const follower = one.session(ref).follow({ after: 0 })[Symbol.asyncIterator]();
		const next = follower.next();
		await one.session(ref).history.append({ role: "user", content: "again" });
		expect(await next).toMatchObject({ done: false, value: { offset: 1 } });
		await follower.return?.();
		expect(existsSync(":memory:")).toBe(false);
	});
});
