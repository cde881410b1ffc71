import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdfast as open } from "../../src/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { inTerminal } from "./start-process.ts";
import { type CliWorld, sqliteWorld } from "./worlds.ts";

describe("SE13: holdfast copy", () => {
	let world: CliWorld;
	beforeAll(async () => {
		world = await sqliteWorld();
		for (const tenant of ["acme", "globex"]) {
			const hf = await open({ store: sqlite(join(world.cwd, "from.db")), tenant });
			await hf.session({ agentId: "a", sessionId: "s" }).history.append({ role: "user", content: tenant });
			await hf.users.upsert("ann");
			await hf.close();
		}
	});
	afterAll(() => world.end());
	const run = (...args: string[]) => runHere(["copy", ...args], world);

	test("copies all tenants, says what was compared, and finds nothing to do the second time", async () => {
		const line = ["--from", "sqlite:./from.db", "--to", "sqlite:./to.db"];
		const told = await expectJson("copy", await run(...line, "--json"));
		expect(told).toMatchObject({ tenants: 2, rows: 8, written: 8, removed: 0 });
		const again = await run(...line);
		expect(again).toMatchObject({ code: 0, stderr: "" });
		expect(again.stdout).toContain("✓ 2 tenants, 8 rows (0 written)");
		expect(again.stdout).toContain("users 2, sessions 2, events 2");
		const hf = await open({ store: sqlite(join(world.cwd, "to.db")), tenant: "globex" });
		expect(await hf.session({ agentId: "a", sessionId: "s" }).history.last(1)).toMatchObject([
			{ content: "globex" },
		]);
		await hf.close();
	});

	test("shows its progress on a terminal", async () => {
		const shown = inTerminal(["copy", "--from", "sqlite:./from.db", "--to", "sqlite:./shown.db"], world);
		expect(await shown.ended).toBe(0);
		expect(shown.bytes()).toMatch(/tenants (copied|compared)/);
		expect(await shown.screen()).toContain("✓ 2 tenants");
	});

	test("refuses what is no store, the same store, and a target with other data, and makes no file for it", async () => {
		expect(await run("--to", "sqlite:./to.db")).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("--from"),
		});
		const missing = await run("--from", "sqlite:./none.db", "--to", "sqlite:./new.db");
		expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("the file does not exist") });
		expect(existsSync(join(world.cwd, "none.db")) || existsSync(join(world.cwd, "new.db"))).toBe(false);
		const same = await run("--from", "sqlite:./from.db", "--to", "sqlite:from.db");
		expect(same).toMatchObject({ code: 2, stderr: expect.stringContaining("same store") });
		const secret = await run("--from", "postgres://u:pass@nowhere:x/db", "--to", "sqlite:./new.db");
		expect(secret.code).toBe(2);
		expect(secret.stderr).not.toContain("pass@");
		const hf = await open({ store: sqlite(join(world.cwd, "used.db")) });
		await hf.users.upsert("bob");
		await hf.close();
		const used = await run("--from", "sqlite:./from.db", "--to", "sqlite:./used.db");
		expect(used).toMatchObject({ code: 1, stderr: expect.stringContaining("not empty") });
	});
});
