import { expect, test } from "vitest";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { typeHere } from "./type-here.ts";
import { describeWorlds } from "./worlds.ts";

describeWorlds("IF4: holdfast agents", (world) => {
	test("ls lists the agents that are defined, as JSON and on a terminal", async () => {
		const { items } = await expectJson<{ items: { id: string }[] }>(
			"agents ls",
			await runHere(["agents", "ls", "--json"], world()),
		);
		expect(items.map(({ id }) => id)).toEqual(["support"]);
		const typed = typeHere(["agents", "ls"], world());
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/AGENT +MODEL.*\nsupport +\S+ +0 +Answers customers\./);
	});

	test("show tells how one is defined; one that is not there fails and says what to do", async () => {
		const shown = await runHere(["agents", "show", "support"], world());
		expect(shown).toMatchObject({ code: 0, stderr: "" });
		expect(shown.stdout).toContain("You help customers of Acme.");
		await expectJson("agents show", await runHere(["agents", "show", "support", "--json"], world()));
		const missing = await runHere(["agents", "show", "nobody", "--json"], world());
		expect(missing).toMatchObject({ code: 1, stdout: "" });
		expect(JSON.parse(missing.stderr)).toMatchObject({ error: { code: "not_found" } });
	});
});
