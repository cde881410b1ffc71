import { afterAll, beforeAll, expect, test } from "vitest";
import type { User } from "../../src/user/index.ts";
import { expectHarmless, HOSTILE } from "./expect-harmless.ts";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { ENTER } from "./start-process.ts";
import { typeHere } from "./type-here.ts";
import { type CliWorld, describeOnce, describeWorlds, sqliteWorld } from "./worlds.ts";

describeWorlds("IF4: holdfast users", (world) => {
	const json = async <T = User>(name: string, ...args: string[]): Promise<T> =>
		expectJson<T>(`users ${name}`, await runHere(["users", name, ...args, "--json"], world()));
	const typed = async (...args: string[]): Promise<string> => {
		const terminal = typeHere(["users", ...args], world(), { columns: 80 });
		expect(await terminal.ended, await terminal.screen()).toBe(0);
		expectHarmless(terminal.bytes());
		return terminal.screen();
	};

	test("set and unset change what is known, ls and show tell it", async () => {
		const { hf } = world();
		await hf.sessions.open({ agentId: "support", userId: "ada", sessionId: "of-ada" });
		const factId = await hf.memory("support", { userId: "ada" }).write("Ada lives in Lisbon");
		const [set] = await Promise.all([
			json("set", "ada", "age=36", "city=Lisbon", "-m", "crm=x1", "--display-name", "Ada"),
			typed("set", "bob", `motto=${HOSTILE}`),
		]);
		expect(set).toMatchObject({
			displayName: "Ada",
			variables: { age: 36, city: "Lisbon" },
			metadata: { crm: "x1" },
		});
		const [unset, shown, page, record, list] = await Promise.all([
			json("unset", "bob", "nothing"),
			json<User & { sessions: number; facts: { id: string }[] }>("show", "ada"),
			json<{ items: User[] }>("ls"),
			typed("show", "ada"),
			typed("ls"),
		]);
		expect(unset.variables).toEqual({ motto: HOSTILE });
		expect(shown).toMatchObject({ userId: "ada", sessions: 1, facts: [{ id: factId }] });
		expect(page.items.map(({ userId }) => userId)).toEqual(["ada", "bob"]);
		expect(record).toMatch(/sessions +1[\s\S]*city +"Lisbon"[\s\S]*FACTS \(1\)[\s\S]*Ada lives in Lisbon/);
		expect(list).toMatch(/^USER +NAME +UPDATED +VARIABLES\nada +Ada /);
		expect(list.split("\n")).toHaveLength(3);
		expect(await typed("unset", "bob", "motto", "-m", "none")).not.toContain("motto");
	});

	test("rekey and rm ask, say how much is meant, and what was done", async () => {
		const { hf } = world();
		for (const userId of ["anon-1", "anon-2", "gone-1", "gone-2"])
			await hf
				.session({ agentId: "support", userId, sessionId: "theirs" })
				.history.append({ role: "user", content: "x" });
		const moving = typeHere(["users", "rekey", "anon-1", "named-1"], world());
		const removing = typeHere(["users", "rm", "gone-1"], world());
		const [moved, removed] = await Promise.all([
			json<object>("rekey", "anon-2", "named-2", "--yes"),
			json<object>("rm", "gone-2", "--yes"),
			moving.until("[y/N]").then(() => moving.type(`y${ENTER}`)),
			removing.until("[y/N]").then(() => removing.type(`y${ENTER}`)),
		]);
		expect(moved).toEqual({ sessions: 1 });
		expect(removed).toMatchObject({ complete: true, erased: { sessions: 1 } });
		expect(await Promise.all([moving.ended, removing.ended])).toEqual([0, 0]);
		expect(await moving.screen()).toMatch(
			/all data of user anon-1 \(1 session\) to user named-1[\s\S]*User anon-1 is now named-1/,
		);
		expect(await removing.screen()).toMatch(
			/Permanently delete user gone-1 and all their data \(1 session, 0 facts\)[\s\S]*Deleted: 1 session/,
		);
		const { items } = await hf.sessions.list({ sessionId: "theirs" });
		expect(items.map(({ userId }) => userId).sort()).toEqual(["named-1", "named-2"]);
	});
});

describeOnce("IF4: holdfast users, as one may call it", () => {
	let world: CliWorld;
	beforeAll(async () => {
		world = await sqliteWorld();
	});
	afterAll(() => world.end());
	const run = (...args: string[]) => runHere(["users", ...args], world);

	test("nobody is there: an empty list, and a hint beside it", async () => {
		expect(await run("ls")).toMatchObject({
			code: 0,
			stdout: "",
			stderr: expect.stringContaining("users set"),
		});
		expect(await expectJson("users ls", await run("ls", "--json"))).toEqual({ items: [] });
		expect(await run("show", "nobody")).toMatchObject({ code: 1, stdout: "" });
		expect(await run("unset", "nobody", "x")).toMatchObject({ code: 1, stdout: "" });
		expect((await world.hf.users.list()).items).toEqual([]);
	});

	test("a value is JSON where it is JSON, else text", async () => {
		const typed = [
			"n=1",
			"t=true",
			"z=null",
			"o={}",
			"l=[1,2]",
			"s=two words",
			"e=",
			"eq=a=b",
			'q="1"',
			"__proto__=x",
		];
		const { variables } = await expectJson<User>("users set", await run("set", "vera", ...typed, "--json"));
		expect(JSON.stringify(variables)).toBe(
			'{"n":1,"t":true,"z":null,"o":{},"l":[1,2],"s":"two words","e":"","eq":"a=b","q":"1","__proto__":"x"}',
		);
		const named = await run("set", "vera", "--display-name", "Vera", "--json");
		expect(await expectJson("users set", named)).toMatchObject({ displayName: "Vera", variables: { n: 1 } });
		const nameless = await expectJson<User>(
			"users set",
			await run("set", "vera", "--display-name", "", "--json"),
		);
		expect(nameless.displayName).toBeUndefined();
	});

	test("what cannot be meant is a usage error; without a terminal nothing is deleted or moved", async () => {
		await world.hf.users.upsert("stays");
		for (const args of [
			["set", "stays"],
			["set", "stays", "novalue"],
			["set", "stays", "=x"],
			["set", "stays", "-m", "x"],
			["unset", "stays"],
			["rm", "stays"],
			["rekey", "stays", "other"],
			["rm"],
		])
			expect(await run(...args), args.join(" ")).toMatchObject({ code: 2, stdout: "" });
		expect(await runHere(["users", "rm", "stays"], world, { input: "n\n", columns: 80 })).toMatchObject({
			code: 1,
		});
		expect(await world.hf.users.get("stays")).toMatchObject({ userId: "stays" });
	});

	test("an id that is taken refuses, unless both are put together", async () => {
		await world.hf.users.upsert("m1", { variables: { a: 1 } });
		await world.hf.users.upsert("m2", { variables: { b: 2 } });
		expect(await run("rekey", "m1", "m2", "-y")).toMatchObject({ code: 1 });
		expect(await run("rekey", "m1", "m2", "-y", "--merge")).toMatchObject({ code: 0 });
		expect((await world.hf.users.get("m2")).variables).toEqual({ a: 1, b: 2 });
	});
});
