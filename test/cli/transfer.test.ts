import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Holdfast } from "../../src/index.ts";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { CTRL_C, holdfast, inTerminal, startPiped } from "./start-process.ts";
import { type CliWorld, describeOnce, describeWorlds, sqliteWorld } from "./worlds.ts";

const HOSTILE = "\u001b]0;owned\u0007 \u202etxt\u009b2J 漢字 😀";

const THREADS = [
	{
		thread_id: "t-1",
		metadata: { graph_id: "graph", owner: "ann" },
		created_at: "2026-05-12T15:37:08Z",
		values: {
			messages: [
				{ type: "human", content: HOSTILE },
				{ type: "ai", content: "Hi" },
			],
		},
	},
	{ thread_id: "t-2", metadata: { graph_id: "graph" }, values: { messages: [] } },
];
const MEMORIES = { results: [{ id: "1", memory: "Ann is vegetarian", user_id: "ann" }] };

async function seed(hf: Holdfast, agentId: string): Promise<void> {
	const sessions = [
		hf.session({ agentId, userId: "ann", sessionId: "one" }),
		hf.session({ agentId, sessionId: "two" }),
	];
	for (const session of sessions)
		for (let i = 0; i < 3; i++)
			await session.append({ kind: "message", source: "user", data: { role: "user", content: HOSTILE } });
}

async function exportOf(hf: Holdfast, agentId: string): Promise<string> {
	let text = "";
	for (const { userId, sessionId } of (await hf.sessions.list({ agentId })).items) {
		const ref = { agentId, sessionId, ...(userId !== undefined && { userId }) };
		for await (const line of hf.sessions.export(ref)) text += line;
	}
	return text;
}

const fileIn = ({ cwd }: { cwd: string }, name: string, value?: unknown): string => {
	const file = join(cwd, name);
	if (value !== undefined) writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
	return file;
};

describeWorlds("IF4: holdfast export, import", (world) => {
	test("what is exported is what is there, byte by byte, and comes in again under another name", async () => {
		const { hf } = world();
		await seed(hf, "source");
		const [told, piped] = await Promise.all([
			holdfast(["export", "--agent", "source", "-o", "out/source.jsonl", "--json"], world()),
			runHere(["export", "--agent", "source"], world()),
		]);
		const file = fileIn(world(), "out/source.jsonl");
		const text = readFileSync(file, "utf8");
		expect(text).toBe(await exportOf(hf, "source"));
		expect(piped).toEqual({ code: 0, stdout: text, stderr: "" });
		expect(await expectJson("export", told)).toEqual({
			sessions: 2,
			events: 6,
			bytes: Buffer.byteLength(text),
			file: "out/source.jsonl",
		});
		expect(readdirSync(join(world().cwd, "out"))).toEqual(["source.jsonl"]);
		const taken = await holdfast(["import", "-", "--agent", "copy", "--json"], world(), { input: text });
		expect(await expectJson("import", taken)).toEqual({
			format: "holdfast",
			created: 2,
			replaced: 0,
			skipped: 0,
			events: 6,
			facts: 0,
			warnings: [],
			retention: "events are kept for 90 days after they are stored; facts are kept",
		});
		expect((await exportOf(hf, "copy")).replaceAll('"copy"', '"source"')).toBe(text);
	});

	test("SE13: --all is everything of the tenant, and comes in as what it is", async () => {
		const { hf } = world();
		await seed(hf, "whole");
		await hf.users.upsert("ann", { displayName: HOSTILE });
		await hf.memory("whole", { userId: "ann" }).write("Ann likes tea");
		await hf.session({ agentId: "whole", sessionId: "two" }).state.set({ "app:motd": HOSTILE });
		const told = await holdfast(["export", "--all", "-o", "all.jsonl", "--json"], world());
		const text = readFileSync(fileIn(world(), "all.jsonl"), "utf8");
		let expected = "";
		for await (const line of hf.export()) expected += line;
		expect(text).toBe(expected);
		const answer = await expectJson("export", told);
		expect(answer).toMatchObject({ bytes: Buffer.byteLength(text), users: 1, facts: 1 });
		await hf.memory("whole", { userId: "ann" }).write("Ann likes coffee");
		await hf.users.upsert("ann", { displayName: "changed" });
		const refused = await runHere(["import", "all.jsonl"], world());
		expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("give --on-conflict") });
		const moved = await runHere(["import", "all.jsonl", "--agent", "x"], world());
		expect(moved).toMatchObject({ code: 1, stderr: expect.stringContaining("remove --agent") });
		const taken = await holdfast(["import", "all.jsonl", "--on-conflict", "replace", "--json"], world());
		expect(await expectJson("import", taken)).toMatchObject({
			format: "holdfast",
			skipped: 0,
			facts: 1,
			tenant: { users: { replaced: 1 }, factOwners: { replaced: 1 } },
		});
		let again = "";
		for await (const line of hf.export()) again += line;
		expect(again).toBe(text);
		await hf.erase({ agentId: "whole" });
		await hf.users.delete("ann");
	});

	test("threads and memories of others come in, told on a terminal; and what they hold does no harm there", async () => {
		const { hf } = world();
		const threads = inTerminal(["import", fileIn(world(), "threads.json", THREADS)], world());
		const memories = fileIn(world(), "memories.json", MEMORIES);
		const taken = await runHere(["import", memories, "--agent", "graph"], world());
		expect(taken).toEqual({ code: 0, stdout: "✓ 1 fact (format mem0)\n", stderr: "" });
		expect(await threads.ended).toBe(0);
		expect(await threads.screen()).toContain("✓ 2 sessions created, 2 events (format langgraph)");
		const facts = await hf.memory("graph", { userId: "ann" }).list();
		expect(facts.items).toMatchObject([{ content: "Ann is vegetarian" }]);
		const shown = inTerminal(["export", "t-1", "--agent", "graph"], world());
		expect(await shown.ended).toBe(0);
		for (const sign of ["\u001b]", "\u009b", "\u202e"]) expect(shown.bytes()).not.toContain(sign);
		expect(await shown.screen()).toMatch(/✓ 1 session, 2 events$/);
	});
});

describeOnce("IF4: holdfast export, import, in every way", () => {
	let world: CliWorld;
	beforeAll(async () => {
		world = await sqliteWorld();
		await seed(world.hf, "support");
	});
	afterAll(() => world.end());
	const run = (args: readonly string[], options: Parameters<typeof runHere>[2] = {}) =>
		runHere(args, world, options);

	test("a file is replaced only if that is asked for, and is whole or not there", async () => {
		const file = fileIn(world, "kept.jsonl", "mine");
		const refused = await run(["export", "--all", "-o", "kept.jsonl"]);
		expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--force") });
		const missing = await run(["export", "nobody", "-o", "kept.jsonl", "--force"]);
		expect(missing.code).toBe(1);
		const stopped = await run(["export", "--all", "-o", "kept.jsonl", "--force"], {
			signal: AbortSignal.abort(),
		});
		expect(stopped).toMatchObject({ code: 130, stderr: "Interrupted: kept.jsonl was not written.\n" });
		expect(readFileSync(file, "utf8")).toBe("mine");
		const replaced = await run(["export", "one", "-o", "kept.jsonl", "--force"]);
		expect(replaced).toMatchObject({ code: 0, stderr: "" });
		expect(replaced.stdout).toMatch(/^✓ 1 session, 3 events, \d+ bytes in kept.jsonl\n$/);
		expect(readFileSync(file, "utf8").split("\n")).toHaveLength(5);
		expect(readdirSync(world.cwd).filter((name) => name.includes(".part"))).toEqual([]);
	});

	test("what to export must be said, and what cannot be meant is refused", async () => {
		mkdirSync(join(world.cwd, "folder"), { recursive: true });
		const lines = [
			["export"],
			["export", "--all", "--agent", "support"],
			["export", "one", "--all"],
			["export", "--all", "--json"],
			["export", "--all", "--force"],
			["export", "--all", "-o", "folder"],
			["import"],
			["import", "-", "--format", "word"],
			["import", "-", "--on-conflict", "guess"],
		];
		for (const line of lines) expect(await run(line)).toMatchObject({ code: 2, stdout: "" });
		for (const line of [
			["import", "nowhere.json"],
			["import", "folder"],
			["export", "one", "nobody"],
		])
			expect(await run(line)).toMatchObject({ code: 1, stdout: "" });
	});

	test("--user narrows an export, also to those without user; nothing is a valid export", async () => {
		const namesOf = (text: string): string[] =>
			[...text.matchAll(/"sessionId":"([^"]+)"/g)].map((found) => found[1] ?? "");
		expect(namesOf((await run(["export", "--user", "ann"])).stdout)).toEqual(["one"]);
		expect(namesOf((await run(["export", "--user", ""])).stdout)).toEqual(["two"]);
		expect(await run(["export", "--agent", "nobody"])).toEqual({ code: 0, stdout: "", stderr: "" });
		const empty = await expectJson("import", await run(["import", "-", "--json"]));
		expect(empty).toMatchObject({ created: 0, facts: 0 });
	});

	test("an import that fails says where, and what is in already", async () => {
		const { stdout: text } = await run(["export", "--agent", "support"]);
		const broken = text.trimEnd().split("\n").slice(0, -1).join("\n");
		const told = await run(["import", "-", "--agent", "half"], { input: broken });
		expect(told).toMatchObject({ code: 1, stdout: "" });
		expect(told.stderr).toMatch(
			/^Imported so far: 1 session created, 3 events\. To import the rest, run it again .*\n✗ line 7: session "one" ends at offset 2/,
		);
		const again = await run(["import", "-", "--agent", "half", "--json"], { input: text });
		expect(again.code).toBe(1);
		expect(JSON.parse(again.stderr)).toMatchObject({
			error: { code: "already_exists", report: { created: 0 } },
		});
		const hint = await run(["import", "-", "--agent", "half"], { input: text });
		expect(hint.stderr).toContain("--on-conflict skip or replace");
		const rest = await run(["import", "-", "--agent", "half", "--on-conflict", "skip"], { input: text });
		expect(rest).toMatchObject({
			code: 0,
			stdout: "✓ 1 session created, 1 skipped, 3 events (format holdfast)\n",
		});
	});

	test("messages of OpenAI and threads of Mastra need to know where to", async () => {
		const chat = JSON.stringify([{ role: "user", content: "Hi" }]);
		expect(await run(["import", "-"], { input: chat })).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("--session"),
		});
		const to = ["--agent", "chats", "--session", "c-1", "--user", "ann"];
		expect(await run(["import", "-", ...to], { input: chat })).toMatchObject({ code: 0 });
		const mastra = JSON.stringify({
			messages: [{ threadId: "m-1", resourceId: "ann", role: "user", content: "Hi" }],
		});
		expect(await run(["import", "-"], { input: mastra })).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("--agent"),
		});
		expect(await run(["import", "-", "--agent", "chats"], { input: mastra })).toMatchObject({ code: 0 });
		expect((await world.hf.sessions.list({ agentId: "chats", userId: "ann" })).items).toHaveLength(2);
	});

	test('--user "" is nobody: what a file says of users is left out, and facts are for everybody', async () => {
		const nobody = ["--agent", "public", "--user", ""];
		const { stdout: text } = await run(["export", "one", "--agent", "support"]);
		for (const input of [
			text,
			JSON.stringify(THREADS),
			JSON.stringify({ results: [{ memory: "Open till eight" }] }),
		])
			expect(await run(["import", "-", ...nobody], { input })).toMatchObject({ code: 0 });
		const { items } = await world.hf.sessions.list({ agentId: "public", userId: null });
		expect(items.map(({ sessionId }) => sessionId).toSorted()).toEqual(["one", "t-1", "t-2"]);
		expect((await world.hf.memory("public").list()).items).toMatchObject([
			{ content: "Open till eight", scope: "agent" },
		]);
	});

	test("a file that is not there yet is made by an import, and by no export", async () => {
		const store = "sqlite:./fresh.db";
		const empty = '{"type":"tenant","format":"holdfast-tenant/1"}\n';
		expect(await run(["export", "--all", "--store", store])).toMatchObject({ code: 0, stdout: empty });
		expect(existsSync(join(world.cwd, "fresh.db"))).toBe(false);
		const input = JSON.stringify(THREADS);
		expect(await run(["import", "-", "--store", store], { input })).toMatchObject({ code: 0 });
		expect(existsSync(join(world.cwd, "fresh.db"))).toBe(true);
	});

	test("Ctrl-C ends an import between two sessions and says what is in; the rest comes in later", async () => {
		const header = (sessionId: string, head: number): string =>
			JSON.stringify({
				type: "session",
				format: "holdfast/1",
				agentId: "typed",
				sessionId,
				mode: "auto",
				base: 0,
				head,
				metadata: {},
				createdAt: "2026-01-01T00:00:00Z",
				updatedAt: "2026-01-01T00:00:00Z",
			});
		const typed = inTerminal(["import", "-"], world);
		typed.type(`${header("first", 0)}\n${header("second", 1)}\n`);
		await typed.until("Importing 1 session");
		typed.type(CTRL_C);
		expect(await typed.ended).toBe(130);
		expect(await typed.screen()).toContain("Interrupted. Imported so far: 1 session created.");
		expect((await world.hf.sessions.list({ agentId: "typed" })).items).toHaveLength(1);
	});

	test("who has read enough of an export closes it, and nothing is said", async () => {
		const session = world.hf.session({ agentId: "long", sessionId: "long" });
		const event = {
			kind: "message",
			source: "user",
			data: { role: "user", content: "x".repeat(100_000) },
		} as const;
		for (let i = 0; i < 10; i++) await session.append(Array.from({ length: 4 }, () => event));
		const child = startPiped(["export", "--agent", "long"], world);
		child.stdout.once("data", () => child.stdout.destroy());
		expect(await child.ended).toMatchObject({ code: 0, stderr: "" });
	});
});
