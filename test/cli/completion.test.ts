import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands } from "../../src/cli/commands/index.ts";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";

const around = { cwd: tmpdir(), env: { HOLDFAST_HOME: "/nonexistent" } };
const isThere = (shell: string): boolean => spawnSync(shell, ["--version"]).status === 0;

describe("IF4: holdfast completion", () => {
	let folder: string;
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), "holdfast-completion-"));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	const scriptFor = async (shell: string): Promise<string> => {
		const { stdout, stderr, code } = await runHere(["completion", shell], around);
		expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
		return stdout;
	};

	describe.skipIf(!isThere("bash"))(`in bash${isThere("bash") ? "" : " (skipped: there is none)"}`, () => {
		/** What bash offers for a line that ends with the last word, which may be empty. */
		const offered = async (...words: string[]): Promise<string[]> => {
			const file = join(folder, "holdfast.bash");
			writeFileSync(file, await scriptFor("bash"));
			const typed = ["holdfast", ...words].map((word) => `'${word}'`).join(" ");
			const code = `set -u; source "$1"; complete -p holdfast >&2
				COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; COMPREPLY=(); _holdfast
				printf '%s\\n' "\${COMPREPLY[@]+"\${COMPREPLY[@]}"}"`;
			const { stdout, stderr, status } = spawnSync("bash", ["-c", code, "bash", file], { encoding: "utf8" });
			expect(stderr).toBe("complete -o default -F _holdfast holdfast\n");
			expect(status).toBe(0);
			return stdout.split("\n").filter((line) => line !== "");
		};

		test("commands, their second words, options, and words that options take", async () => {
			expect(await offered("ke")).toEqual(["keys"]);
			expect(await offered("keys", "")).toEqual(expect.arrayContaining(["ls", "create", "revoke"]));
			expect(await offered("keys", "create", "--sc")).toEqual(["--scope"]);
			expect(await offered("keys", "create", "--scope", "a")).toEqual(["agent", "admin"]);
			expect(await offered("keys", "create", "--scope", "admin", "--j")).toEqual(["--json"]);
			expect(await offered("completion", "")).toEqual(expect.arrayContaining(["bash", "zsh", "fish"]));
		});

		test("what an option takes is no command; where it is not known, the shell offers files", async () => {
			expect(await offered("--store", "keys", "jobs", "r")).toEqual(["retry"]);
			expect(await offered("keys", "create", "--name", "")).toEqual([]);
		});

		test("every command can be completed", async () => {
			const script = await scriptFor("bash");
			for (const { spec } of commands) expect(script).toContain(`"${spec.name}") words="`);
		});
	});

	test.each(["zsh", "fish"])(
		"the script for %s is one that it can read, and names every command",
		async (shell) => {
			const script = await scriptFor(shell);
			for (const { spec } of commands) expect(script).toContain(`'${spec.name}'`);
			if (!isThere(shell)) return;
			const file = join(folder, `holdfast.${shell}`);
			writeFileSync(file, script);
			expect(spawnSync(shell, ["-n", file], { encoding: "utf8" }).stderr).toBe("");
		},
	);

	test("another shell is refused; as JSON it says which", async () => {
		expect(await runHere(["completion", "tcsh"], around)).toMatchObject({ code: 2, stdout: "" });
		const made = await expectJson("completion", await runHere(["completion", "bash", "--json"], around));
		expect(made).toMatchObject({ shell: "bash" });
	});
});
