import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type HoldfastServer, serve } from "../../src/server/index.ts";
import { buildPackage } from "../house/built-package.ts";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { CTRL_C, ENTER, FROM_SOURCE, holdfast, inTerminal } from "./start-process.ts";
import { type CliWorld, sqliteWorld } from "./worlds.ts";

const KEY = "the-key-of-the-login-tests";

interface Logins {
	current?: string;
	servers: { url: string; hasKey: boolean; tenant?: string }[];
	removed?: string;
}

describe("IF4: holdfast login", () => {
	let world: CliWorld;
	let closed: HoldfastServer;
	let open: HoldfastServer;
	beforeAll(async () => {
		if (!FROM_SOURCE) await buildPackage();
		world = await sqliteWorld();
		closed = await serve({ port: 0, adminKey: KEY, drainMs: 500 });
		open = await serve({ port: 0, drainMs: 500 });
	});
	afterAll(async () => {
		await Promise.all([closed.close(), open.close(), world.end()]);
	});
	const file = (): string => join(world.cwd, "home", "credentials.json");
	afterEach(() => rmSync(file(), { force: true }));
	const kept = (): { current?: string; servers: Record<string, { key?: string }> } =>
		JSON.parse(readFileSync(file(), "utf8"));

	test("the key is read from the standard input, tried and kept; commands go there until logout", async () => {
		const done = await holdfast(["login", `${closed.url}/`, "--json"], world, { input: `${KEY}\n` });
		const logins = await expectJson<Logins>("login", done);
		expect(logins).toMatchObject({ current: closed.url, servers: [{ url: closed.url, hasKey: true }] });
		expect(done.stdout + done.stderr).not.toContain(KEY);
		expect(statSync(file()).mode & 0o777).toBe(0o600);

		// Only the server knows this key: who lists it was there.
		const made = await holdfast(["keys", "create", "--scope", "read", "--json"], world);
		const { id } = JSON.parse(made.stdout) as { id: string };
		expect((await runHere(["keys", "ls"], world)).stdout).toContain(id);
		expect((await runHere(["keys", "ls", "--store", "sqlite:.holdfast/holdfast.db"], world)).stdout).toBe("");

		const out = await holdfast(["logout", "--json"], world);
		expect(await expectJson<Logins>("logout", out)).toMatchObject({ removed: closed.url, servers: [] });
		expect((await runHere(["keys", "ls"], world)).stdout).toBe("");
	});

	test("on a terminal the key is asked for, and not shown", async () => {
		const typed = inTerminal(["login", closed.url], world);
		await typed.until("? Key for");
		typed.type(`x\u007f${KEY}${ENTER}`);
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toContain(`✓ Logged in. Commands now use ${closed.url}`);
		expect(typed.bytes()).not.toContain(KEY);
		expect(kept().servers[closed.url]).toEqual({ key: KEY });
	});

	test("Ctrl-C at the question keeps nothing", async () => {
		const typed = inTerminal(["login", closed.url], world);
		await typed.until("? Key for");
		typed.type(CTRL_C);
		expect(await typed.ended).toBe(130);
		expect(existsSync(file())).toBe(false);
	});

	test("a key that the server refuses is not kept, and neither is none where one is needed", async () => {
		for (const { args, input } of [
			{ args: ["--key", "wrong"], input: "" },
			{ args: [], input: "wrong" },
			{ args: [], input: "" },
			{ args: [], input: "with space" },
		]) {
			const refused = await runHere(["login", closed.url, ...args, "--json"], world, { input });
			expect(refused, input).toMatchObject({ code: 1, stdout: "" });
			expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: expect.any(String) } });
		}
		expect(existsSync(file())).toBe(false);
	});

	test("an open server needs no key; several are kept, and one is current", async () => {
		await expectJson("login", await runHere(["login", open.url, "--json"], world));
		expect(kept()).toEqual({ current: open.url, servers: { [open.url]: {} } });
		await runHere(["login", closed.url, "--key", KEY], world);
		// The key is known already.
		await runHere(["login", open.url], world);
		const again = await runHere(["login", closed.url], world);
		expect(again).toMatchObject({ code: 0 });
		const listed = await runHere(["login"], world);
		expect(listed.stdout).toMatch(new RegExp(`\\* +${closed.url} +saved`));
		expect(listed.stdout).not.toContain(KEY);
		const { removed, current } = await expectJson<Logins>(
			"logout",
			await runHere(["logout", open.url, "--json"], world),
		);
		expect({ removed, current }).toEqual({ removed: open.url, current: closed.url });
		expect(await runHere(["logout", open.url], world)).toMatchObject({ code: 1 });
	});

	test("without a login it says so", async () => {
		expect(await runHere(["login"], world)).toMatchObject({ code: 0, stdout: "" });
		expect(await runHere(["logout"], world)).toMatchObject({ code: 0, stdout: "" });
		expect(await expectJson("login", await runHere(["login", "--json"], world))).toMatchObject({
			servers: [],
		});
	});

	test("what is no address is refused, with the one that was probably meant", async () => {
		const meant = await runHere(["login", "localhost:4747"], world);
		expect(meant).toMatchObject({ code: 2 });
		expect(meant.stderr).toContain("http://localhost:4747");
		for (const wrong of ["ftp://x", "https://ann:pw@example.com", "https://example.com/?a=b", "http://"])
			expect(await runHere(["login", wrong], world), wrong).toMatchObject({ code: 2, stdout: "" });
		const away = await runHere(["login", "http://localhost:1"], world);
		expect(away).toMatchObject({ code: 1, stdout: "" });
		expect(away.stderr).toContain("cannot reach");
	});

	test("SE11: a key does not travel in the clear to another machine unasked", async () => {
		const url = "http://holdfast.invalid";
		const refused = await runHere(["login", url, "--key", KEY], world);
		expect(refused).toMatchObject({ code: 2, stdout: "" });
		expect(refused.stderr).toContain("is not encrypted");
		const declined = await runHere(["login", url, "--key", KEY], world, { input: "n\n", columns: 80 });
		expect(declined).toMatchObject({ code: 1 });
		expect(existsSync(file())).toBe(false);
	});
});
