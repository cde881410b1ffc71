import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedSession } from "./memory-seed.ts";
import { runHere } from "./run-line.ts";
import { type CliWorld, sqliteWorld } from "./worlds.ts";

describe("SE11: what cannot be undone is not done by mistake", () => {
	let world: CliWorld;
	beforeAll(async () => {
		world = await sqliteWorld();
	});
	afterAll(() => world.end());

	/** What was refused as not understood, with nothing printed and nothing done. */
	const refused = async (...args: string[]): Promise<string> => {
		const ended = await runHere(args, world);
		expect(ended, ended.stderr).toMatchObject({ code: 2, stdout: "" });
		return ended.stderr;
	};

	test("rm needs one thing to delete: a session, or everything of an agent", async () => {
		await seedSession(world.hf, "one");
		const before = await world.hf.overview();
		expect(await refused("memory", "rm", "--yes")).toContain("name a session");
		expect(await refused("memory", "rm", "--agent", "support", "--yes")).toContain("add --all");
		expect(await refused("memory", "rm", "--all", "--yes")).toContain("--all needs --agent");
		const both = "a session and --all cannot be combined";
		expect(await refused("memory", "rm", "one", "--all", "--yes")).toContain(both);
		expect(await refused("memory", "rm", "one", "--agent", "support", "--all", "--yes")).toContain(both);
		const user = await refused("memory", "rm", "--agent", "support", "--user", "ada", "--all", "--yes");
		expect(user).toContain("--all and --user cannot be combined");
		expect(await refused("memory", "rm", "--agent", "support", "--all")).toContain("add --yes");
		expect(await refused("memory", "end", "one")).toContain("add --yes");
		expect(await refused("upkeep", "erase", "--yes")).toContain("add --everything");
		expect(await refused("upkeep", "erase", "--everything")).toContain("add --yes");
		// What the environment says is no permission.
		const env = { ...world.env, HOLDFAST_AGENT: "support" };
		expect(await runHere(["memory", "rm", "--all", "--yes"], { ...world, env })).toMatchObject({ code: 2 });
		expect(await world.hf.overview()).toEqual(before);
	});

	test("whoever says no, or nothing, has nothing deleted", async () => {
		await seedSession(world.hf, "kept");
		for (const input of ["n\n", "\n", "yep\n", ""]) {
			const ended = await runHere(["memory", "rm", "kept"], world, { columns: 80, input });
			expect(ended).toMatchObject({ code: 1, stdout: "" });
			expect(ended.stderr).toContain("Nothing changed.");
		}
		for (const input of ["y\n", "yes\n", "nobody\n"]) {
			const ended = await runHere(["upkeep", "erase", "--everything"], world, { columns: 80, input });
			expect(ended).toMatchObject({ code: 1, stdout: "" });
			expect(ended.stderr).toContain("Type default to continue");
		}
		expect((await world.hf.sessions.list({ sessionId: "kept" })).items).toHaveLength(1);
	});

	test("an ambiguous id lists the candidates; --agent and --user choose", async () => {
		const { hf } = world;
		for (const [agentId, userId] of [
			["a", "ada"],
			["a", "bob"],
			["b", "ada"],
			["b", null],
		] as const)
			await seedSession(hf, "twin", { agentId, userId });
		for (const verb of ["show", "end", "rm"]) {
			const told = await runHere(["memory", verb, "twin", ...(verb === "show" ? [] : ["--yes"])], world);
			expect(told).toMatchObject({ code: 1, stdout: "" });
			expect(told.stderr).toContain("twin --agent a --user ada");
			expect(told.stderr).toContain("twin --agent b");
		}
		expect((await hf.sessions.list({ sessionId: "twin" })).items).toHaveLength(4);
		const one = await runHere(["memory", "rm", "twin", "--agent", "a", "--user", "bob", "--yes"], world);
		expect(one).toMatchObject({ code: 0 });
		const nobody = await runHere(["memory", "rm", "twin", "--agent", "b", "--user", "", "--yes"], world);
		expect(nobody).toMatchObject({ code: 0 });
		const left = (await hf.sessions.list({ sessionId: "twin" })).items;
		expect(left.map(({ agentId, userId }) => `${agentId} ${userId}`).sort()).toEqual(["a ada", "b ada"]);
		expect(await runHere(["memory", "rm", "nope", "--yes"], world)).toMatchObject({ code: 1, stdout: "" });
	});

	test("an interrupted rm --all says what is gone, leaves the rest whole, and can be typed again", async () => {
		const { hf } = world;
		for (let i = 0; i < 10; i++) await seedSession(hf, `int-${i}`, { agentId: "int" });
		const stop = new AbortController();
		stop.abort();
		const args = ["memory", "rm", "--agent", "int", "--all", "--yes"];
		const ended = await runHere(args, world, { signal: stop.signal });
		expect(ended).toMatchObject({ code: 130, stdout: "" });
		expect(ended.stderr).toContain("Stopped: 0 of about 10 sessions deleted");
		expect((await hf.sessions.list({ agentId: "int" })).items).toHaveLength(10);
		const again = await runHere(args, world);
		expect(again).toMatchObject({ code: 0 });
		expect(again.stdout).toContain("10 sessions");
		expect((await hf.sessions.list({ agentId: "int" })).items).toEqual([]);
	});

	test("search and facts name the agents there are when none was named", async () => {
		await seedSession(world.hf, "named", { agentId: "helpdesk" });
		for (const args of [
			["memory", "search", "x"],
			["memory", "rebuild"],
			["facts", "ls"],
			["facts", "write", "x"],
		])
			expect(await refused(...args)).toMatch(/needs --agent <id>; agents that have memory: .*helpdesk/);
		expect(await refused("memory", "search", "x", "--agent", "a", "--threshold", "much")).toContain(
			"must be a number",
		);
		expect(await refused("memory", "search", "x", "--agent", "a", "--include", "all")).toContain("--include");
		expect(await refused("memory", "search", "x", "--agent", "a", "-n", "0")).toContain("--limit");
		expect(await refused("memory", "ls", "--cursor", "x")).toContain("--agent");
		const env = { ...world.env, HOLDFAST_AGENT: "helpdesk" };
		expect(await runHere(["memory", "search", "x"], { ...world, env })).toMatchObject({ code: 0 });
	});

	test("upkeep erase deletes everything when the tenant's name is typed", async () => {
		const own = await sqliteWorld();
		try {
			await seedSession(own.hf, "last");
			const typed = { columns: 80, input: "default\n" };
			const ended = await runHere(["upkeep", "erase", "--everything"], own, typed);
			expect(ended).toMatchObject({ code: 0 });
			expect(ended.stdout).toContain("1 session, 5 events and 1 job");
			expect(await own.hf.overview()).toEqual([]);
		} finally {
			await own.end();
		}
	});
});
