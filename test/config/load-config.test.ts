import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { holdfast, loadConfig } from "../../src/index.ts";
import { root } from "../house/root.ts";
import { configFolder, refusalOf } from "./config-file.ts";

describe("loadConfig", () => {
	test("gives holdfast() what the file says (BE1)", async () => {
		using at = configFolder("tenant: acme\nmodel: demo\nembedder: false\nserver: { port: 1 }\n");
		at.put("agents/support.yaml", "schema: 1\nid: support\n");
		const options = await loadConfig(at.file);
		expect(options).toEqual({
			agents: join(at.folder, "agents"),
			tenant: "acme",
			model: "demo",
			embedder: false,
			store: expect.objectContaining({ name: "sqlite" }),
		});
		const hf = await holdfast(options);
		expect(await hf.agents.run({ agentId: "support", input: "Hello", sessionId: "s" })).toMatchObject({
			status: "completed",
		});
		await hf.close();
		expect(existsSync(join(at.folder, ".holdfast", "holdfast.db"))).toBe(true);
		const again = await holdfast(await loadConfig(at.file));
		expect(await again.session({ agentId: "support", sessionId: "s" }).history.last(10)).not.toEqual([]);
		await again.close();
	});

	test("reads holdfast.yaml where the process runs unless told otherwise", () => {
		using at = configFolder("tenant: acme\n");
		const entry = JSON.stringify(pathToFileURL(root("src/index.ts")).href);
		const code = `import { loadConfig } from ${entry}; console.log((await loadConfig()).tenant);`;
		const ran = execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: at.folder });
		expect(ran.toString().trim()).toBe("acme");
	});

	test("opens nothing", async () => {
		using at = configFolder("database: ./x.db\n");
		await loadConfig(at.file);
		expect(existsSync(join(at.folder, "x.db"))).toBe(false);
	});

	test.each([
		"database: { hostname: db.example, password: secret, pool: 3 }",
		"database: postgres://u:secret@db.example/d",
	])("%s is a PostgreSQL store, and nothing is connected yet (BE1)", async (text) => {
		using at = configFolder(text);
		expect(await loadConfig(at.file)).toEqual({ store: expect.objectContaining({ name: "postgres" }) });
	});

	test("search on a server of its own is an index beside the store, and nothing is connected yet (BE3)", async () => {
		using at = configFolder("search: { hostname: h, password: p, exactUpTo: 20000 }\n");
		expect(await loadConfig(at.file)).toEqual({
			store: expect.objectContaining({ name: "sqlite" }),
			index: expect.objectContaining({ name: "postgres", exactUpTo: 20_000 }),
		});
	});

	test("a file that is wrong is refused before anything is loaded", async () => {
		using at = configFolder("databse: x\n");
		expect(await refusalOf(loadConfig(at.file))).toMatchObject({
			code: "invalid",
			issues: [{ file: at.file, line: 1, column: 1, field: "databse", message: expect.any(String) }],
		});
	});
});
