import { expect, test } from "vitest";
import { expectJson } from "./expect-json.ts";
import { holdfast, inTerminal } from "./start-process.ts";
import { describeWorlds } from "./worlds.ts";

describeWorlds("IF4: holdfast agents", (world) => {
	test("ls lists the agents that are defined, as JSON and on a terminal", async () => {
		const { items } = await expectJson<{ items: { id: string }[] }>(
			"agents ls",
			await holdfast(["agents", "ls", "--json"], world()),
		);
		expect(items.map(({ id }) => id)).toEqual(["support"]);
		const typed = inTerminal(["agents", "ls"], world());
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/AGENT +MODEL.*\nsupport +\S+ +0 +Answers customers\./);
	});

	test("show tells how one is defined; one that is not there fails and says what to do", async () => {
		const shown = await holdfast(["agents", "show", "support"], world());
		expect(shown).toMatchObject({ code: 0, stderr: "" });
		expect(shown.stdout).toContain("You help customers of Acme.");
		await expectJson("agents show", await holdfast(["agents", "show", "support", "--json"], world()));
		const missing = await holdfast(["agents", "show", "nobody", "--json"], world());
		expect(missing).toMatchObject({ code: 1, stdout: "" });
		expect(JSON.parse(missing.stderr)).toMatchObject({ error: { code: "not_found" } });
	});
});
