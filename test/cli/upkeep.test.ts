import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectJson } from "./expect-json.ts";
import { seedSession } from "./memory-seed.ts";
import { runHere } from "./run-line.ts";
import { ENTER } from "./start-process.ts";
import { typeHere } from "./type-here.ts";
import { describeWorlds } from "./worlds.ts";

const MANIFEST = `schema: 1
id: sharing
instructions: You share what you know.
memory:
  space: team
`;

describeWorlds("IF4: holdfast spaces and upkeep", (world) => {
	test("spaces ls lists shared memories; SE11: rm asks, and prints the receipt", async () => {
		const empty = await runHere(["spaces", "ls"], world());
		expect(empty).toMatchObject({ code: 0, stdout: "" });
		expect(empty.stderr).toContain("No space has facts");
		const { cwd, hf } = world();
		writeFileSync(join(cwd, "agents", "sharing.yaml"), MANIFEST);
		// Manifests are read again when they change.
		await expect.poll(async () => (await hf.agents.list()).items.map(({ id }) => id)).toContain("sharing");
		await hf.memory("sharing", { create: true }).writeMany(["One.", "Two."]);
		const [plain, typed] = [
			runHere(["spaces", "ls", "--json"], world()),
			typeHere(["spaces", "ls"], world()),
		];
		expect(await expectJson("spaces ls", await plain)).toEqual({
			items: [{ name: "team", facts: 2, factsByStatus: { active: 2, quarantined: 0, superseded: 0 } }],
		});
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/SPACE +FACTS +TO REVIEW +SUPERSEDED\nteam +2 +0 +0/);
		expect(await runHere(["spaces", "rm", "team"], world())).toMatchObject({ code: 2, stdout: "" });
		expect(await runHere(["spaces", "rm", "nope", "--yes"], world())).toMatchObject({ code: 1, stdout: "" });
		const asked = typeHere(["spaces", "rm", "team"], world());
		await asked.until(/\? Permanently delete all 2 facts of space team on/);
		asked.type(`y${ENTER}`);
		expect(await asked.ended).toBe(0);
		expect(await asked.screen()).toMatch(/✓ Deleted: 2 facts/);
		expect((await hf.spaces.list()).items).toEqual([]);
	});

	test("sweep, compact and reembed say what they did", async () => {
		const { hf } = world();
		await seedSession(hf, "up-1");
		await hf.memory("support").writeMany(["One.", "Two."]);
		const sweep = runHere(["upkeep", "sweep", "--yes", "--json"], world());
		expect(await expectJson("upkeep sweep", await sweep)).toEqual({
			sessions: 0,
			events: 0,
			unread: 0,
			runs: 0,
		});
		const compact = runHere(["upkeep", "compact", "--json"], world());
		expect(await expectJson("upkeep compact", await compact)).toEqual({ compacted: true });
		const [plain, typed] = [
			runHere(["upkeep", "sweep", "--yes", "--json"], world()),
			typeHere(["upkeep", "reembed"], world()),
		];
		expect(await plain).toMatchObject({ code: 0 });
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/✓ Re-embedded 2 facts\./);
		const made = await expectJson("upkeep reembed", await runHere(["upkeep", "reembed", "--json"], world()));
		expect(made).toEqual({ facts: 2 });
	});

	test("SE11: sweep asks, and names the retention that holds; without a terminal it refuses", async () => {
		await seedSession(world().hf, "sweep-1");
		const refused = await runHere(["upkeep", "sweep"], world());
		expect(refused).toMatchObject({ code: 2, stdout: "" });
		expect(refused.stderr).toContain("add --yes");
		const declined = typeHere(["upkeep", "sweep"], world());
		const question = (await declined.until("[y/N]")).replaceAll(/\s+/g, " ");
		expect(question).toContain("? Permanently delete old events: events are deleted after 90 days, on ");
		declined.type(`n${ENTER}`);
		expect(await declined.ended).toBe(1);
		expect(await declined.screen()).toContain("Nothing changed.");
		const asked = typeHere(["upkeep", "sweep"], world());
		await asked.until("[y/N]");
		asked.type(`y${ENTER}`);
		expect(await asked.ended).toBe(0);
		expect(await asked.screen()).toMatch(/✓ Deleted 0 events of 0 sessions/);
	});

	test("SE11: erase --everything asks for the tenant's name, and deletes all", async () => {
		const { hf, name } = world();
		await seedSession(hf, "er-1");
		await hf.users.upsert("ada", { displayName: "Ada" });
		expect(await runHere(["upkeep", "erase", "--everything"], world())).toMatchObject({
			code: 2,
			stdout: "",
		});
		expect(await hf.overview()).not.toEqual([]);
		const word = name === "http" ? "everything" : "default";
		const typed = typeHere(["upkeep", "erase", "--everything"], world());
		await typed.until(`Type ${word} to continue`);
		typed.type(`${word}${ENTER}`);
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/✓ Deleted: \d+ sessions?, /);
		expect(await hf.overview()).toEqual([]);
		const again = await runHere(["upkeep", "erase", "--everything", "--yes", "--json"], world());
		expect(await expectJson("upkeep erase", again)).toMatchObject({
			complete: true,
			erased: { sessions: 0 },
		});
	});
});
