import { afterAll, beforeAll, expect, test } from "vitest";
import type { Session } from "../../src/session/index.ts";
import { expectHarmless, HOSTILE } from "./expect-harmless.ts";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { ENTER } from "./start-process.ts";
import { typeHere } from "./type-here.ts";
import { type CliWorld, describeOnce, describeWorlds, sqliteWorld } from "./worlds.ts";

describeWorlds("IF4: holdfast sessions", (world) => {
	const json = async <T = Session>(name: string, ...args: string[]): Promise<T> =>
		expectJson<T>(`sessions ${name}`, await runHere(["sessions", name, ...args, "--json"], world()));
	const typed = async (...args: string[]): Promise<string> => {
		const terminal = typeHere(["sessions", ...args], world(), { columns: 80 });
		expect(await terminal.ended, await terminal.screen()).toBe(0);
		expectHarmless(terminal.bytes());
		return terminal.screen();
	};

	test("ls, show and state tell of records that others wrote, as JSON and on a terminal", async () => {
		const { hf } = world();
		const ref = { agentId: "support", userId: "ada", sessionId: "told" };
		await hf.agents.run({ ...ref, input: "Hello, I am Ada" });
		await hf.session(ref).state.set({ cart: [1, 2] });
		await hf.session(ref).setTitle(HOSTILE);
		const [page, shown, state, list, record, values] = await Promise.all([
			json<{ items: Session[] }>("ls", "--user", "ada"),
			json<Session & { state: object; lastRun: { status: string } }>("show", "told"),
			json<object>("state", "told"),
			typed("ls", "--user", "ada"),
			typed("show", "told"),
			typed("state", "told"),
		]);
		expect(page.items).toMatchObject([{ ...ref, mode: "auto", messageCount: 2 }]);
		expect(shown).toMatchObject({ ...ref, state: { cart: [1, 2] }, lastRun: { status: "completed" } });
		expect(state).toEqual({ cart: [1, 2] });
		expect(list).toMatch(/^SESSION +TITLE +AGENT +USER +MESSAGES +UPDATED.*\ntold .*support +ada +2 /);
		expect(record).toMatch(/STATE\ncart +\[1,2\]/);
		expect(values).toBe("cart  [1,2]");
	});

	test("fork, rekey, mode and post change it; each says what it is now", async () => {
		const { hf } = world();
		const ref = { agentId: "support", sessionId: "changed" };
		await hf.session(ref).history.append({ role: "user", content: "one" });
		await hf.session(ref).history.append({ role: "user", content: "two" });
		const [fork, forkTyped] = await Promise.all([
			json("fork", "changed", "--at", "0", "--to", "forked"),
			typed("fork", "changed", "--to", "forked-too", "--to-user", "bob"),
		]);
		expect(fork).toMatchObject({ agentId: "support", sessionId: "forked" });
		expect(forkTyped).toContain("Created session forked-too with");
		expect(await hf.sessions.getMessages({ ...ref, sessionId: "forked" })).toMatchObject([
			{ content: "one" },
		]);
		expect(await hf.sessions.get({ ...ref, sessionId: "forked-too", userId: "bob" })).toBeDefined();
		const [moved, movedTyped, manual] = await Promise.all([
			json("rekey", "forked", "--to-user", "cleo"),
			typed("rekey", "forked-too", "--to-session", "renamed"),
			json("mode", "changed", "manual", "--by", "Sam"),
		]);
		expect(moved).toMatchObject({ sessionId: "forked", userId: "cleo" });
		expect(movedTyped).toContain("renamed of agent support, user bob.");
		expect(manual).toMatchObject({ mode: "manual" });
		const [posted, postedTyped] = await Promise.all([
			json<object>("post", "changed", HOSTILE, "--name", "Sam"),
			typed("post", "changed", "I am here", "--name", "Sam"),
		]);
		expect(posted).toMatchObject({ source: "human", data: { content: HOSTILE, displayName: "Sam" } });
		expect(postedTyped).toMatch(/Sent as Sam, offset \d/);
		expect(await typed("mode", "changed", "auto")).toContain("Agent support answers in session changed");
		expect(await hf.sessions.get(ref)).toMatchObject({ mode: "auto", messageCount: 4 });
	});

	test("end and rm ask; they do what memory end and memory rm do", async () => {
		const { hf } = world();
		const ref = { agentId: "support", userId: "ada", sessionId: "over" };
		await hf.session(ref).history.append({ role: "user", content: "I live in Lisbon." });
		await hf.session({ ...ref, sessionId: "over2" }).history.append({ role: "user", content: "Bye." });
		const ending = typeHere(["sessions", "end", "over"], world());
		const [ended] = await Promise.all([
			json<{ session: Session }>("end", "over2", "--yes"),
			ending.until("[y/N]").then(() => ending.type(`y${ENTER}`)),
		]);
		expect(ended.session.endedAt).toBeDefined();
		expect(await ending.ended, await ending.screen()).toBe(0);
		expect((await hf.sessions.get(ref)).endedAt).toBeDefined();
		const removing = typeHere(["sessions", "rm", "over"], world());
		const [removed] = await Promise.all([
			json<{ complete: boolean; erased: { sessions: number } }>("rm", "over2", "-y"),
			removing.until("[y/N]").then(() => removing.type(`y${ENTER}`)),
		]);
		expect(removed).toMatchObject({ complete: true, erased: { sessions: 1 } });
		expect(await removing.ended).toBe(0);
		expect(await removing.screen()).toContain("Deleted: 1 session");
		await expect(hf.sessions.get(ref)).rejects.toMatchObject({ code: "not_found" });
	});
});

describeOnce("IF4: holdfast sessions, as one may call it", () => {
	let world: CliWorld;
	beforeAll(async () => {
		world = await sqliteWorld();
	});
	afterAll(() => world.end());
	const run = (...args: string[]) => runHere(["sessions", ...args], world);

	test("nothing is there: an empty list, and a hint beside it", async () => {
		expect(await run("ls", "--agent", "nobody")).toMatchObject({
			code: 0,
			stdout: "",
			stderr: expect.stringContaining("holdfast chat"),
		});
		expect(await expectJson("sessions ls", await run("ls", "--agent", "nobody", "--json"))).toEqual({
			items: [],
		});
		expect(await run("show", "nothing")).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("sessions ls"),
		});
	});

	test("lists are narrowed by mode, end, external id and page", async () => {
		const open = (sessionId: string, metadata = {}) =>
			world.hf.sessions.open({ agentId: "lists", sessionId }, { metadata });
		await open("l1", { external_id: "ext-1" });
		await open("l2");
		await open("l3");
		await world.hf.session({ agentId: "lists", sessionId: "l2" }).setMode("manual");
		await world.hf.session({ agentId: "lists", sessionId: "l3" }).end({ wait: true });
		const ids = async (...args: string[]): Promise<string[]> => {
			const ended = await run("ls", "--agent", "lists", "--order", "created", ...args, "--json");
			const { items } = await expectJson<{ items: Session[] }>("sessions ls", ended);
			return items.map(({ sessionId }) => sessionId);
		};
		expect(await ids()).toEqual(["l3", "l2", "l1"]);
		expect(await ids("--ended")).toEqual(["l3"]);
		expect(await ids("--open")).toEqual(["l2", "l1"]);
		expect(await ids("--mode", "manual")).toEqual(["l2"]);
		expect(await ids("--user", "")).toHaveLength(3);
		expect(await ids("--external-id", "ext-1")).toEqual(["l1"]);
		const page = await run("ls", "--agent", "lists", "--limit", "2");
		expect(page.stdout.trim().split("\n")).toHaveLength(3);
		const cursor = /--cursor (\S+)/.exec(page.stderr)?.[1] ?? "";
		expect((await run("ls", "--agent", "lists", "--limit", "2", "--cursor", cursor)).stdout).toMatch(/\nl\d/);
		expect(await run("ls", "--open", "--ended")).toMatchObject({ code: 2 });
	});

	test("state as it was; what cannot be meant is a usage error", async () => {
		const session = world.hf.session({ agentId: "support", sessionId: "then" });
		await session.state.set({ step: 1 });
		await session.state.set({ step: 2 });
		expect((await run("state", "then", "--at", "0")).stdout).toBe("step  1\n");
		expect((await run("state", "then")).stdout).toBe("step  2\n");
		expect(await run("state", "then", "--at", "99")).toMatchObject({ code: 1 });
		for (const args of [
			["rekey", "then"],
			["mode", "then", "sometimes"],
			["post", "then", "hello"],
			["post", "then", " ", "--name", "Sam"],
			["rm", "then"],
			["rekey", "then", "--to-user", "x", "--merge"],
		])
			expect(await run(...args), args.join(" ")).toMatchObject({ code: 2, stdout: "" });
		expect(await world.hf.sessions.get("then")).toMatchObject({ eventCount: 2 });
	});

	test("a merge asks, and a no changes nothing", async () => {
		for (const sessionId of ["from", "into"])
			await world.hf
				.session({ agentId: "support", sessionId })
				.history.append({ role: "user", content: sessionId });
		const merge = ["sessions", "rekey", "from", "--to-session", "into", "--merge"];
		expect(await run("rekey", "from", "--to-session", "into")).toMatchObject({ code: 1 });
		const declined = await runHere(merge, world, { input: "n\n", columns: 80 });
		expect(declined).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("Append session from (1 event)"),
		});
		const merged = await runHere(merge, world, { input: "y\n", columns: 80 });
		expect(merged).toMatchObject({ code: 0 });
		expect((await world.hf.sessions.get("into")).messageCount).toBe(2);
	});

	test("hostile ids and titles stay on their line and within 60 columns", async () => {
		const sessionId = `${"\u001b[31m".repeat(3)}漢字🙂 ${"x".repeat(300)}`;
		await world.hf.sessions.open(
			{ agentId: "evil", userId: "\u202eu", sessionId },
			{ title: "a\nb\u001b[2J" },
		);
		for (const columns of [60, 80, 120]) {
			const { stdout } = await runHere(
				["sessions", "ls", "--agent", "evil"],
				{ ...world, env: { ...world.env, NO_COLOR: "1" } },
				{ columns },
			);
			const lines = stdout.trimEnd().split("\n");
			expect(lines).toHaveLength(2);
			for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
			expectHarmless(stdout);
		}
		expect((await run("show", sessionId)).code).toBe(0);
	});
});
