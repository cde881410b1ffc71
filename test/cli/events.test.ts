import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildPackage } from "../house/built-package.ts";
import { expectHarmless, HOSTILE } from "./expect-harmless.ts";
import { expectJson, expectLines } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { CTRL_C, commandLine, ENTER, FROM_SOURCE, holdfast, inTerminal } from "./start-process.ts";
import { type CliWorld, describeOnce, describeWorlds, sqliteWorld } from "./worlds.ts";

interface Told {
	offset: number;
	kind: string;
	data: { content?: string };
}

/** A command whose output is a pipe that is read while it runs. */
function intoPipe(args: readonly string[], { cwd, env }: CliWorld) {
	const child = spawn(process.execPath, commandLine(args), {
		cwd,
		env: { PATH: process.env.PATH ?? "", HOME: "/nonexistent", ...env },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	const ended = new Promise((resolve) => child.once("close", resolve));
	return { next: async (): Promise<Told> => JSON.parse(String((await lines.next()).value)), child, ended };
}

describeWorlds("IF4: holdfast events", (world) => {
	const say = (sessionId: string, ...contents: string[]) =>
		world()
			.hf.session({ agentId: "support", sessionId })
			.append(
				contents.map((content) => ({ kind: "message", source: "user", data: { role: "user", content } })),
			);

	test("ls lists the log, tail the end of it, in a line each", async () => {
		await say("log", "one", HOSTILE, "three");
		const list = inTerminal(["events", "ls", "log"], world(), { columns: 80 });
		const end = inTerminal(["events", "tail", "log", "-n", "1"], world(), { columns: 80 });
		const [page, lines] = await Promise.all([
			holdfast(["events", "ls", "log", "--json"], world()),
			holdfast(["events", "tail", "log", "-n", "2", "--json"], world()),
			list.ended,
			end.ended,
		]);
		const { items } = await expectJson<{ items: Told[] }>("events ls", page);
		expect(items.map(({ data }) => data.content)).toEqual(["one", HOSTILE, "three"]);
		expect((await expectLines<Told>("events tail", lines)).map(({ offset }) => offset)).toEqual([1, 2]);
		expect((await list.screen()).split("\n")).toHaveLength(3);
		expect(await list.screen()).toMatch(/0 {2}[\d:]+ {2}message +user +one\n.*日本語/);
		expect(await end.screen()).toMatch(/^ +2 {2}[\d:]+ {2}message +user +three$/);
		expectHarmless(list.bytes());
	});

	test("tail -f shows what others append, waits for a session to come, and ends well with Ctrl-C", async () => {
		await say("followed", "before");
		const known = inTerminal(["events", "tail", "-f", "followed"], world());
		const coming = inTerminal(["events", "tail", "-f", "coming", "--agent", "support"], world());
		const piped = intoPipe(["events", "tail", "-f", "followed", "--json"], world());
		expect(await piped.next()).toMatchObject({ offset: 0, data: { content: "before" } });
		await Promise.all([known.until("Waiting for new events"), coming.until("Waiting for session coming")]);
		await say("followed", "after");
		await say("coming", "at last");
		expect(await known.until("after")).toMatch(/before\n.*\n.*after/);
		await coming.until("at last");
		expect(await piped.next()).toMatchObject({ offset: 1, data: { content: "after" } });
		for (const one of [known, coming]) one.type(CTRL_C);
		piped.child.kill("SIGINT");
		expect(await Promise.all([known.ended, coming.ended, piped.ended])).toEqual([0, 0, 0]);
	});

	test("erase asks, and blanks what was said; the offset stays", async () => {
		await say("erased", "a secret", "another", "the rest");
		const asked = inTerminal(["events", "erase", "erased", "0"], world());
		const [done] = await Promise.all([
			holdfast(["events", "erase", "erased", "1", "--yes", "--json"], world()),
			asked.until("[y/N]").then(() => asked.type(`y${ENTER}`)),
		]);
		expect(await expectJson("events erase", done)).toMatchObject({ complete: true, erased: { events: 1 } });
		expect(await asked.ended).toBe(0);
		expect(await asked.screen()).toContain("Permanently erase 1 event (0) of session erased (agent support");
		const events = await world().hf.session({ agentId: "support", sessionId: "erased" }).events();
		expect(events.map(({ erased }) => erased === true)).toEqual([true, true, false]);
	});
});

describeOnce("IF4: holdfast events, as one may call it", () => {
	let world: CliWorld;
	beforeAll(async () => {
		if (!FROM_SOURCE) await buildPackage();
		world = await sqliteWorld();
		await world.hf.session({ agentId: "support", sessionId: "s1" }).append([
			{ kind: "message", source: "user", data: { role: "user", content: "hello" } },
			{ kind: "tool_call", source: "agent", data: { toolCallId: "c1", name: "look", input: { q: "x" } } },
			{
				kind: "tool_result",
				source: "tool",
				data: { toolCallId: "c1", name: "look", output: "gone", isError: true },
			},
			{ kind: "state", source: "system", data: {}, stateDelta: { set: { step: 2 }, remove: ["old"] } },
			{ kind: "custom", source: "integration", data: { type: "ping", at: 1 } },
			{
				kind: "message",
				source: "human",
				data: {
					role: "assistant",
					content: [
						{ type: "text", text: "hi" },
						{ type: "file", mediaType: "image/png", data: "AA==" },
					],
					displayName: "Sam",
				},
			},
		]);
	});
	afterAll(() => world.end());
	const run = (...args: string[]) => runHere(["events", ...args], world);

	test("each kind has its line", async () => {
		const { stdout } = await run("ls", "s1");
		const lines = stdout.trimEnd().split("\n");
		expect(lines.map((line) => line.replace(/^ +\d+ {2}[\d :-]+ {2}/, "").replaceAll(/ +/g, " "))).toEqual([
			"message user hello",
			'tool_call agent look({"q":"x"})',
			"tool_result tool look failed: gone",
			"state system step=2 -old",
			'custom integration ping {"at":1}',
			"message human Sam hi [file image/png]",
		]);
	});

	test("a part of the log, by offsets, kinds and number", async () => {
		const offsets = async (...args: string[]): Promise<number[]> => {
			const { items } = await expectJson<{ items: Told[] }>(
				"events ls",
				await run("ls", "s1", ...args, "--json"),
			);
			return items.map(({ offset }) => offset);
		};
		expect(await offsets("--after", "1", "--before", "4")).toEqual([2, 3]);
		expect(await offsets("--last", "2")).toEqual([4, 5]);
		expect(await offsets("--limit", "1")).toEqual([0]);
		expect(await offsets("--kinds", "message,state")).toEqual([0, 3, 5]);
		expect(await offsets("-k", "message", "-k", "custom")).toEqual([0, 4, 5]);
		expect((await run("ls", "s1", "--limit", "2")).stderr).toContain("--after 1");
		for (const args of [
			["ls", "s1", "--last", "1", "--limit", "1"],
			["ls", "s1", "--kinds", "massage"],
			["erase", "s1", "first"],
			["erase", "s1", "0"],
			["ls", "s1", "--after", "-1"],
		])
			expect(await run(...args), args.join(" ")).toMatchObject({ code: 2, stdout: "" });
	});

	test("nothing to show is no failure; no session is one", async () => {
		await world.hf.sessions.open({ agentId: "support", sessionId: "silent" });
		expect(await run("ls", "silent", "--json")).toMatchObject({ code: 0, stdout: '{\n  "items": []\n}\n' });
		expect(await run("tail", "silent")).toMatchObject({ code: 0, stdout: "" });
		expect(await run("tail", "silent", "--json")).toMatchObject({ code: 0, stdout: "", stderr: "" });
		expect(await run("ls", "nowhere")).toMatchObject({ code: 1 });
		// Whose session would it be?
		expect(await run("tail", "-f", "nowhere")).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("--agent"),
		});
	});

	test("a word of 100 kB stays within the terminal's width, and whole where there is none", async () => {
		const word = "wörd🙂".repeat(20_000);
		await world.hf
			.session({ agentId: "support", sessionId: "huge" })
			.history.append({ role: "user", content: word });
		const env = { ...world.env, NO_COLOR: "1" };
		for (const columns of [60, 120]) {
			const { stdout } = await runHere(["events", "ls", "huge"], { ...world, env }, { columns });
			expect(stdout.trimEnd().length).toBeLessThanOrEqual(columns);
		}
		expect((await run("tail", "huge")).stdout).toContain(word);
	});

	test("who follows into a pipe ends when nobody reads it any more: quietly, and with exit code 0", async () => {
		const line = [process.execPath, ...commandLine(["events", "tail", "-f", "s1", "-n", "2"])];
		const env = { PATH: process.env.PATH ?? "", HOME: "/nonexistent", ...world.env };
		const script = '{ "$@"; echo "code $?" >&2; } | head -1';
		const ended = promisify(execFile)("bash", ["-c", script, "-", ...line], { cwd: world.cwd, env });
		let isOver = false;
		ended.finally(() => {
			isOver = true;
		});
		// The pipe breaks with the first write behind the reader's end, whenever that is.
		while (!isOver) {
			await world.hf
				.session({ agentId: "support", sessionId: "s1" })
				.append({ kind: "custom", source: "system", data: {} });
			await Promise.race([ended, setTimeout(100)]);
		}
		const { stdout, stderr } = await ended;
		expect(stdout.trimEnd().split("\n")).toHaveLength(1);
		expect(stderr).toBe("code 0\n");
	});
});
