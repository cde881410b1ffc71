import { expect, test } from "vitest";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { ENTER, holdfast } from "./start-process.ts";
import { typeHere } from "./type-here.ts";
import { describeWorlds } from "./worlds.ts";

interface Key {
	id: string;
	scope: string;
	name?: string;
	key: string;
	expiresAt?: string;
}

describeWorlds("IF4: holdfast keys and tokens", (world) => {
	test("create prints the key once, alone; ls shows it without its secret", async () => {
		const made = await holdfast(
			["keys", "create", "--scope", "agent", "--name", "web\u001b[2Jsite"],
			world(),
		);
		expect(made, made.stderr).toMatchObject({ code: 0 });
		expect(made.stdout).toMatch(/^holdfast_\S+\n$/);
		expect(made.stderr).toContain("shown only once");
		expect(made.stderr).not.toContain(made.stdout.trim());
		const [typed, listed] = [
			typeHere(["keys", "ls"], world()),
			await expectJson<{ items: Key[] }>("keys ls", await runHere(["keys", "ls", "--json"], world())),
		];
		expect(listed.items).toMatchObject([{ scope: "agent", name: "web\u001b[2Jsite" }]);
		expect(JSON.stringify(listed)).not.toContain(made.stdout.trim());
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(
			/KEY +SCOPE +NAME +CREATED +EXPIRES\n\S+ +agent +web␛\[2Jsite .*never/,
		);
	});

	test("create takes a time to expire, and needs a scope", async () => {
		const key = await expectJson<Key>(
			"keys create",
			await runHere(["keys", "create", "--scope", "read", "--expires", "30d", "--json"], world()),
		);
		const days = (Date.parse(key.expiresAt ?? "") - Date.now()) / 86_400_000;
		expect(Math.round(days)).toBe(30);
		const shown = await runHere(["keys", "ls"], world());
		expect(shown.stdout).toMatch(/read .*in (29|30) d/);
		for (const wrong of [[], ["--scope", "root"], ["--scope", "read", "--expires", "soon"]]) {
			const refused = await runHere(["keys", "create", ...wrong], world());
			expect(refused, wrong.join(" ")).toMatchObject({ code: 2, stdout: "" });
		}
	});

	test("SE11: revoke names the key, asks, and revokes it", async () => {
		const { id } = await world().hf.keys.create({ scope: "admin", name: "old laptop" });
		expect(await runHere(["keys", "revoke", id], world())).toMatchObject({ code: 2, stdout: "" });
		const typed = typeHere(["keys", "revoke", id], world());
		await typed.until(/Revoke the admin key \S+ "old laptop" on/);
		typed.type(`y${ENTER}`);
		expect(await typed.ended).toBe(0);
		expect((await world().hf.keys.list()).items.map((one) => one.id)).not.toContain(id);
		const gone = await runHere(["keys", "revoke", id, "--yes", "--json"], world());
		expect(gone).toMatchObject({ code: 1, stdout: "" });
		expect(JSON.parse(gone.stderr)).toMatchObject({ error: { code: "not_found" } });
	});

	test("tokens create prints a token of the user, alone", async () => {
		const made = await runHere(["tokens", "create", "--user", "ada"], world());
		expect(made, made.stderr).toMatchObject({ code: 0 });
		expect(made.stdout).toMatch(/^[\w.-]+\n$/);
		const token = await expectJson<{ expiresAt: string }>(
			"tokens create",
			await runHere(["tokens", "create", "--expires", "8h", "--json"], {
				...world(),
				env: { ...world().env, HOLDFAST_USER: "ada" },
			}),
		);
		expect(Math.round((Date.parse(token.expiresAt) - Date.now()) / 3_600_000)).toBe(8);
		expect(await runHere(["tokens", "create"], world())).toMatchObject({ code: 2 });
		expect(await runHere(["tokens", "create", "--user", "ada", "--expires", "9d"], world())).toMatchObject({
			code: 1,
		});
	});
});
