import { expect, test } from "vitest";
import { widthOf } from "../../src/cli/screen/fit-text.ts";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { ENTER } from "./start-process.ts";
import { giveUpJobs, TENANT, withStore } from "./store-of.ts";
import { typeHere } from "./type-here.ts";
import { describeWorlds } from "./worlds.ts";

interface Listed {
	items: { id: string; status: string; error?: string }[];
}

describeWorlds("IF4: holdfast jobs", (world) => {
	const deadOf = async (prefix: string): Promise<string[]> => {
		const { items } = await expectJson<Listed>(
			"jobs ls",
			await runHere(["jobs", "ls", "--dead", "--json"], world()),
		);
		return items.map(({ id }) => id).filter((id) => id.startsWith(prefix));
	};

	test("ls lists what was given up, and why; without anything it says so", async () => {
		const empty = await runHere(["jobs", "ls", "--dead"], world());
		expect(empty).toEqual({ code: 0, stdout: "", stderr: "No jobs with status dead.\n" });
		await giveUpJobs(world(), ["ls-1"], "no \u001b[35mred\u001b[0m\nanswer");
		const [plain, typed] = [
			runHere(["jobs", "ls", "--status", "dead", "--json"], world()),
			typeHere(["jobs", "ls"], world()),
		];
		const { items } = await expectJson<Listed>("jobs ls", await plain);
		expect(items).toMatchObject([{ id: "ls-1", status: "dead", error: "no \u001b[35mred\u001b[0m\nanswer" }]);
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(
			/ls-1 +made-by-a-test +dead +0 .*\n(?:.*\n)*✗ no ␛\[35mred␛\[0m answer/,
		);
		expect(typed.bytes()).not.toContain("\u001b[35m");
	});

	test("retry tries those again that are named, and tells of those that are not there", async () => {
		await giveUpJobs(world(), ["re-1", "re-2"]);
		const told = await runHere(["jobs", "retry", "re-1", "gone", "re-1", "--json"], world());
		expect(await expectJson("jobs retry", told, 1)).toEqual({ retried: ["re-1"], missing: ["gone"] });
		expect(await deadOf("re-")).toEqual(["re-2"]);
	});

	test("retry --all-dead tries everything again, with a bar on a terminal", async () => {
		const ids = Array.from({ length: 30 }, (_, i) => `all-${i}`);
		await giveUpJobs(world(), ids);
		const typed = typeHere(["jobs", "retry", "--all-dead"], world());
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/^✓ Retrying \d+ jobs\.$/m);
		expect(typed.bytes()).toContain("Retrying");
		expect(await deadOf("")).toEqual([]);
		const again = await runHere(["jobs", "retry", "--all-dead"], world());
		expect(again).toMatchObject({ code: 0, stdout: "" });
	});

	test("SE11: drop asks, refuses without a terminal, and drops", async () => {
		await giveUpJobs(world(), ["drop-1", "drop-2", "drop-3"]);
		const refused = await runHere(["jobs", "drop", "drop-1"], world());
		expect(refused).toMatchObject({ code: 2, stdout: "" });
		expect(refused.stderr).toContain("--yes");
		const dropped = runHere(["jobs", "drop", "drop-1", "--yes", "--json"], world());
		const typed = typeHere(["jobs", "drop", "drop-2", "drop-3"], world());
		await typed.until("Permanently delete 2 jobs on");
		typed.type(`n${ENTER}`);
		expect(await typed.ended).toBe(1);
		expect(await expectJson("jobs drop", await dropped)).toEqual({ dropped: ["drop-1"], missing: [] });
		expect(await deadOf("drop-")).toEqual(["drop-2", "drop-3"]);
		const yes = await runHere(["jobs", "drop", "drop-2", "drop-3"], world(), { input: "y\n", columns: 80 });
		expect(yes).toMatchObject({ code: 0 });
		expect(await deadOf("drop-")).toEqual([]);
	});

	test("what cannot be meant is refused before anything is done", async () => {
		for (const args of [
			["retry"],
			["retry", "a", "--all-dead"],
			["drop"],
			["ls", "--dead", "--status", "queued"],
			["ls", "--status", "lost"],
		])
			expect(await runHere(["jobs", ...args], world()), args.join(" ")).toMatchObject({
				code: 2,
				stdout: "",
			});
	});

	test("a list of more jobs than it shows says so, and stays within the width", async () => {
		await withStore(world(), async ({ work }) => {
			for (let i = 0; i < 3; i++) {
				const job = { id: `wide-${i}`, kind: "漢字".repeat(30), payload: {}, dueAt: 0 };
				await work.enqueue({ tenant: TENANT, job, at: Date.now() });
			}
		});
		const { stdout, stderr, code } = await runHere(["jobs", "ls", "--limit", "2"], world(), { columns: 60 });
		expect(code).toBe(0);
		expect(stderr).toContain("--cursor ");
		for (const line of stdout.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(60);
	});
});
