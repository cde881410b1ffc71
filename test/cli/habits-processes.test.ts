import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPackage } from "../house/built-package.ts";
import { oldNode } from "../house/old-node.ts";
import { root } from "../house/root.ts";
import { commandLine, FROM_SOURCE } from "./start-process.ts";
import { giveUpJobs } from "./store-of.ts";
import { type CliWorld, sqliteWorld } from "./worlds.ts";

const hasBash = spawnSync("bash", ["--version"]).status === 0;

describe.skipIf(!hasBash)(`IF4: broken pipes${hasBash ? "" : " (skipped: there is no bash)"}`, () => {
	let world: CliWorld;
	beforeAll(async () => {
		if (!FROM_SOURCE) await buildPackage();
		world = await sqliteWorld();
		// More than any pipe holds.
		await giveUpJobs(
			world,
			Array.from({ length: 150 }, (_, i) => `job-${i}`),
			"x".repeat(5_000),
		);
	});
	afterAll(() => world.end());

	test.each([["--json"], []])("who reads has had enough: it ends quietly, with 0 (%s)", (...more) => {
		// biome-ignore lint/suspicious/noTemplateCurlyInString: it is bash.
		const code = '"$@" | head -1; echo "ended with ${PIPESTATUS[0]}"';
		const command = [process.execPath, ...commandLine(["jobs", "ls", ...more])];
		const { stdout, stderr } = spawnSync("bash", ["-c", code, "bash", ...command], {
			cwd: world.cwd,
			encoding: "utf8",
			env: { PATH: process.env.PATH, HOME: "/nonexistent", ...world.env },
		});
		expect(stdout).toMatch(/^.+\nended with 0\n$/);
		expect(stderr).not.toMatch(/EPIPE|Error|✗| at /);
	});

	test("nobody reads what went wrong, or the disk is full: the exit code tells it", () => {
		const failing = [process.execPath, ...commandLine(["memory", "show", "nothing"])];
		const full = [process.execPath, ...commandLine(["doctor", "--json"])];
		const run = (code: string, command: readonly string[]) =>
			spawnSync("bash", ["-c", code, "bash", ...command], {
				cwd: world.cwd,
				encoding: "utf8",
				env: { PATH: process.env.PATH, HOME: "/nonexistent", ...world.env },
			});
		expect(run('exec 2> >(exec true); wait $!; "$@"', failing).status).toBe(1);
		if (!existsSync("/dev/full")) return;
		const { status, stderr } = run('"$@" > /dev/full', full);
		expect(status).toBe(1);
		expect(stderr).toMatch(/^✗ cannot write the output: ENOSPC/);
	});
});

describe.skipIf(!oldNode)(`IF4: an old Node${oldNode ? "" : " (skipped: there is none here)"}`, () => {
	test("says which one is needed, and 1", () => {
		const run = (...args: string[]) =>
			spawnSync(oldNode ?? "", [root("bin/holdfast.js"), ...args], { encoding: "utf8" });
		const { status, stdout, stderr } = run("memory", "ls");
		expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
		expect(stderr).toMatch(/^Holdfast needs Node 22\.16 or newer; this is v\d+\.\d+\.\d+\. Install .*\.\n$/);
		expect(run("--version").stdout).toMatch(/^\d+\.\d+\.\d+/);
	});
});
