import { expect, test } from "vitest";
import type { ErasureReceipt, Fact } from "../../src/index.ts";
import { expectJson } from "./expect-json.ts";
import { seedSession } from "./memory-seed.ts";
import { runHere } from "./run-line.ts";
import { ENTER } from "./start-process.ts";
import { typeHere } from "./type-here.ts";
import { describeWorlds } from "./worlds.ts";

describeWorlds("IF4: holdfast facts", (world) => {
	const here = async <T = Fact>(name: string, ...args: string[]): Promise<T> =>
		expectJson<T>(name, await runHere([...name.split(" "), ...args, "--json"], world()));

	test("ls lists facts of everybody, or of one user, by status, in parts", async () => {
		const empty = await runHere(["facts", "ls", "--agent", "support", "--user", "nobody"], world());
		expect(empty).toMatchObject({ code: 0, stdout: "" });
		expect(empty.stderr).toContain("No matching facts of agent");
		const { hf } = world();
		await hf.memory("a", { userId: "ada", create: true }).write("Ada sings.");
		await hf.memory("a", { userId: "bob" }).write("Bob paints.", { pinned: true });
		await hf.memory("a").write("Doors close at six.");
		await hf.memory("a").write("Somebody said so.", { trusted: false });
		await hf.session({ agentId: "a", userId: "ada", sessionId: "s" }).write("Ada called.");
		const read = async (...args: string[]): Promise<string[]> => {
			const { items } = await here<{ items: Fact[] }>("facts ls", "--agent", "a", ...args);
			return items.map(({ content }) => content);
		};
		const [plain, typed] = [
			runHere(["facts", "ls", "--agent", "a", "--json"], world()),
			typeHere(["facts", "ls", "--agent", "a"], world(), { columns: 60 }),
		];
		const all = ["Ada called.", "Doors close at six.", "Bob paints.", "Ada sings."];
		const { items } = await expectJson<{ items: Fact[] }>("facts ls", await plain);
		expect(items.map(({ content }) => content)).toEqual(all);
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(
			/^◆ Bob paints\.\n {2}importance 0\.50 · pinned · user bob · written ·/m,
		);
		expect(await read("--user", "ada")).toEqual(["Ada called.", "Doors close at six.", "Ada sings."]);
		expect(await read("--user", "ada", "--everybody")).toEqual(all);
		expect(await read("--user", "")).toEqual(["Doors close at six."]);
		expect(await read("--status", "quarantined")).toEqual(["Somebody said so."]);
		expect(await read("--status", "all")).toHaveLength(5);
		expect(await read("--pinned")).toEqual(["Bob paints."]);
		const first = await here<{ items: Fact[]; next: string }>("facts ls", "--agent", "a", "-n", "3");
		expect(await read("--cursor", first.next)).toEqual(["Ada sings."]);
	});

	test("write keeps a fact of a user, or for all; show quotes what it comes from", async () => {
		const ada = ["--agent", "w", "--user", "ada"];
		const [plain, typed] = [
			runHere(
				["facts", "write", "Ada likes tea.", ...ada, "--importance", "0.9", "--create", "--json"],
				world(),
			),
			typeHere(["facts", "write", "Rooms are cold.", "--agent", "w", "--pinned", "--create"], world()),
		];
		const written = await expectJson<Fact>("facts write", await plain);
		expect(written).toMatchObject({ content: "Ada likes tea.", userId: "ada", importance: 0.9 });
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/✓ Stored:\n◆ Rooms are cold\.\n.*pinned · all users/);
		for (const bad of ["2", "-1", "much", ""])
			expect(await runHere(["facts", "write", "x", ...ada, "--importance", bad], world())).toMatchObject({
				code: 2,
				stdout: "",
			});
		const session = await seedSession(world().hf, "said-1", { agentId: "w" });
		await session.end({ wait: true });
		const [extracted] = (await here<{ items: Fact[] }>("facts ls", ...ada)).items.filter(
			({ origin }) => origin === "extracted",
		);
		const shown = await runHere(["facts", "show", extracted?.id ?? ""], world());
		expect(shown).toMatchObject({ code: 0, stderr: "" });
		expect(shown.stdout).toMatch(/^sources +said-1:0$/m);
		expect(shown.stdout).toMatch(
			/Source: session said-1\nuser {2}#0 .*\n {2}My sister Anna lives in Oslo\.\n/,
		);
		expect(await here("facts show", extracted?.id ?? "", "--agent", "w")).toMatchObject({
			fact: { id: extracted?.id },
			said: [{ session: { sessionId: "said-1" }, events: [{ offset: 0 }] }],
		});
		const missing = await runHere(["facts", "show", "nope"], world());
		expect(missing).toMatchObject({ code: 1, stdout: "" });
		expect(missing.stderr).toContain("holdfast facts ls");
	});

	test("update, pin, unpin and history", async () => {
		const id = await world().hf.memory("u", { userId: "ada", create: true }).write("Ada lives in Oslo.");
		expect(await here("facts update", id, "Ada lives in Porto.", "--confidence", "0.8")).toMatchObject({
			content: "Ada lives in Porto.",
			confidence: 0.8,
		});
		expect(await here("facts update", id, "--status", "superseded")).toMatchObject({ status: "superseded" });
		expect(await here("facts update", id, "--status", "active")).toMatchObject({ status: "active" });
		const nothing = await runHere(["facts", "update", id], world());
		expect(nothing).toMatchObject({ code: 2, stdout: "" });
		const [plain, typed] = [
			runHere(["facts", "pin", id, "--json"], world()),
			typeHere(["facts", "history", id], world()),
		];
		expect(await expectJson("facts pin", await plain)).toMatchObject({ pinned: true });
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/ {2}updated\n.*"Ada lives in Oslo\." → "Ada lives in Porto\."/);
		expect(await here("facts unpin", id)).toMatchObject({ pinned: false });
		const { items } = await here<{ items: { change: string }[] }>("facts history", id);
		expect(items.map(({ change }) => change)).toEqual(["written", ...Array(5).fill("updated")]);
	});

	test("approving replaces what it contradicts, unless both are to be kept", async () => {
		const memory = world().hf.memory("approve", { create: true, userId: "ada" });
		const old = await memory.write("Ada lives in Lisbon.");
		const id = await memory.write("Ada lives in Porto.", { trusted: false });
		expect(await here("facts contradictions", id)).toMatchObject({ items: [{ fact: { id: old } }] });
		const shown = await runHere(["facts", "contradictions", id], world());
		expect(shown.stdout).toContain("Ada lives in Lisbon.");
		expect(await runHere(["facts", "update", id, "--keep-both"], world())).toMatchObject({ code: 2 });
		await here("facts update", id, "--status", "active", "--keep-both");
		expect(await memory.get(old)).toMatchObject({ status: "active" });
		await here("facts update", id, "--status", "quarantined");
		await here("facts update", id, "--status", "active");
		expect(await memory.get(old)).toMatchObject({ status: "superseded", supersededBy: id });
		expect(await here("facts contradictions", id)).toEqual({ items: [] });
	});

	test("SE11: forget asks, and prints the receipt", async () => {
		const { hf } = world();
		const [one, two] = await hf.memory("f", { create: true }).writeMany(["First.", "Second."]);
		const refused = await runHere(["facts", "forget", one ?? ""], world());
		expect(refused).toMatchObject({ code: 2, stdout: "" });
		const typed = typeHere(["facts", "forget", one ?? ""], world());
		await typed.until(/\? Permanently delete the fact "First\." \(agent f, all users\)/);
		typed.type(`y${ENTER}`);
		const plain = runHere(["facts", "forget", two ?? "", "--yes", "--json"], world());
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/✓ Deleted: 1 fact/);
		const receipt = await expectJson<ErasureReceipt>("facts forget", await plain);
		expect(receipt).toMatchObject({ complete: true, erased: { facts: 1 } });
		expect((await hf.memory("f", { create: true }).list()).items).toEqual([]);
	});

	test("a slip in the agent's id is said, by whatever reads or writes its memory; --create means it", async () => {
		for (const line of [
			["facts", "ls", "--agent", "suport"],
			["facts", "write", "Tea.", "--agent", "suport"],
			["facts", "show", "0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11", "--agent", "suport"],
			["memory", "search", "tea", "--agent", "suport"],
		]) {
			const ended = await runHere(line, world());
			expect([line, ended.code, ended.stdout]).toEqual([line, 1, ""]);
			expect(ended.stderr.replace(/\s+/g, " ")).toContain('there is no agent "suport"');
			expect(ended.stderr.replace(/\s+/g, " ")).toContain('did you mean "support"?');
		}
		const written = await runHere(["facts", "write", "Tea.", "--agent", "suport", "--create"], world());
		expect(written.code).toBe(0);
		const listed = await runHere(["facts", "ls", "--agent", "suport"], world());
		expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining("Tea.")]);
	});
});
