import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { OLDEST_NODE } from "../../src/error/require-node.ts";
import { buildPackage, runNode, scratchFolder } from "../house/built-package.ts";
import { root } from "../house/root.ts";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { ENTER, FROM_SOURCE, holdfast, inTerminal } from "./start-process.ts";
import { startServerProcess } from "./start-server-process.ts";

const ALL = [
	"agents/assistant.yaml",
	"holdfast.yaml",
	"test/assistant.test.mjs",
	"README.md",
	".gitignore",
	"package.json",
];

interface Made {
	folder: string;
	created: string[];
	overwritten: string[];
	kept: string[];
}

let cwd: string;
beforeAll(async () => {
	if (!FROM_SOURCE) await buildPackage();
	cwd = scratchFolder("cli-init");
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe("IF4: holdfast init", () => {
	test("makes a project whose test passes without a network, and which dev serves", async () => {
		const made = await expectJson<Made>(
			"init",
			await holdfast(["init", "my agent", "--json"], { cwd, env: {} }),
		);
		const folder = join(cwd, "my agent");
		expect(made).toEqual({ folder, created: ALL, overwritten: [], kept: [] });
		const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
		expect(manifest).toMatchObject({
			name: "my-agent",
			type: "module",
			engines: { node: `>=${OLDEST_NODE}` },
			scripts: { dev: "holdfast dev" },
			// Where it is used from, as it is in no registry.
			dependencies: { holdfast: `file:${relative(folder, root("."))}` },
		});
		expect(readFileSync(join(folder, "README.md"), "utf8")).toContain(`Needs Node ${OLDEST_NODE} or newer.`);
		expect(readFileSync(join(folder, ".gitignore"), "utf8").split("\n")).toContain(".holdfast/");
		// As `npm install` would.
		mkdirSync(join(folder, "node_modules"));
		symlinkSync(root("."), join(folder, "node_modules", "holdfast"));
		const dev = startServerProcess(["dev", "my agent", "--json", "--port", "0"], { cwd, env: {} });
		onTestFinished(() => dev.kill());
		const [tested, line] = await Promise.all([runNode(["--test"], { cwd: folder }), dev.until("\n")]);
		expect(tested, tested.stdout).toMatchObject({ code: 0 });
		expect(tested.stdout).toMatch(/pass 2\n/);
		expect(JSON.parse(line)).toMatchObject({
			agents: ["assistant"],
			model: "demo",
			store: join("my agent", ".holdfast", "holdfast.db"),
		});
		dev.signal("SIGINT");
		expect((await dev.ended).code).toBe(0);
	});

	test("keeps what is there, and says so; --force asks", async () => {
		const folder = scratchFolder("cli-init-kept");
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
		const around = { cwd: folder, env: {} };
		const path = join(folder, "package.json");
		writeFileSync(path, "mine");
		symlinkSync(join(folder, "elsewhere"), join(folder, "README.md"));
		const first = await runHere(["init"], around);
		expect(first.code).toBe(0);
		expect(first.stdout).toContain("created      holdfast.yaml\n");
		expect(first.stdout).toContain("kept         package.json (existed)\n");
		expect(first.stdout).toContain("kept         README.md (existed)\n");
		expect(first.stdout).toMatch(/npm install .+\n/);
		const again = await runHere(["init", "--json"], around);
		expect(JSON.parse(again.stdout)).toMatchObject({ created: [], kept: ALL });
		expect(readFileSync(path, "utf8")).toBe("mine");

		const refused = await runHere(["init", "--force"], around);
		expect(refused).toMatchObject({ code: 2, stdout: "" });
		expect(readFileSync(path, "utf8")).toBe("mine");
		const typed = inTerminal(["init", "--force"], around);
		await typed.until(/Overwrite .*package\.json/s);
		typed.type(`y${ENTER}`);
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/overwritten {2}package\.json/);
		expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ type: "module" });
		// Nothing was written through the link.
		expect(existsSync(join(folder, "elsewhere"))).toBe(false);
	});

	test("what cannot be written is told, with its path", async () => {
		writeFileSync(join(cwd, "file"), "");
		const failed = await runHere(["init", "file"], { cwd, env: {} });
		expect(failed).toMatchObject({ code: 1, stdout: "" });
		expect(failed.stderr).toContain(`cannot write ${join(cwd, "file", "agents", "assistant.yaml")}`);
	});
});
