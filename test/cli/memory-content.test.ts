import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { widthOf } from "../../src/cli/screen/fit-text.ts";
import { type NewEvent, holdfast as open } from "../../src/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { expectJson } from "./expect-json.ts";
import { HOSTILE, OBEYED } from "./memory-seed.ts";
import { runHere } from "./run-line.ts";
import { inTerminal } from "./start-process.ts";
import { TENANT, withStore } from "./store-of.ts";
import { type CliWorld, sqliteWorld } from "./worlds.ts";

const message = (content: string): NewEvent => ({
	kind: "message",
	source: "user",
	data: { role: "user", content },
});

describe("IF4: memory of any content", () => {
	let world: CliWorld;
	beforeAll(async () => {
		world = await sqliteWorld();
	});
	afterAll(() => world.end());

	test("what a terminal would obey is shown and not sent, wherever it stands", async () => {
		const { hf } = world;
		const [agentId, userId, sessionId] = [`a${HOSTILE}`, `u${HOSTILE}`, `s${HOSTILE}`];
		const session = hf.session({ agentId, userId, sessionId });
		await session.append([
			message(`says ${HOSTILE}\r\nand more`),
			{ kind: "tool_call", source: "agent", data: { toolCallId: "c", name: HOSTILE, input: HOSTILE } },
			{ kind: "tool_result", source: "tool", data: { toolCallId: "c", name: HOSTILE, output: HOSTILE } },
		]);
		await session.setTitle(HOSTILE);
		await session.postAsHuman({ content: HOSTILE, displayName: HOSTILE });
		await session.write(`knows ${HOSTILE}`, { source: HOSTILE, metadata: { [HOSTILE]: HOSTILE } });
		const id = await hf.memory(agentId).write(`fact ${HOSTILE}`, { kind: HOSTILE });
		const shown = [
			"memory ls",
			"memory ls --agent",
			"memory show",
			"memory search",
			"facts ls",
			"facts show",
		];
		const lines: string[][] = [
			["memory", "ls"],
			["memory", "ls", "--agent", agentId],
			["memory", "show", sessionId],
			["memory", "search", "knows", "--agent", agentId, "--include", "facts,messages"],
			["facts", "ls", "--agent", agentId],
			["facts", "show", id],
		];
		for (const [i, args] of lines.entries()) {
			for (const columns of [60, 120]) {
				const { code, stdout } = await runHere(args, world, { columns });
				expect(code, shown[i]).toBe(0);
				expect(stdout).toContain("␛[2J");
				for (const sequence of OBEYED) expect(stdout, shown[i]).not.toContain(sequence);
			}
			const json = await runHere([...args, "--json"], world);
			for (const sequence of OBEYED) expect(json.stdout, shown[i]).not.toContain(sequence);
			expect(json.stdout).toContain(String.raw`\u001b[2J`);
		}
		const typed = inTerminal(["memory", "show", sessionId], world);
		expect(await typed.ended).toBe(0);
		for (const sequence of OBEYED) expect(typed.bytes()).not.toContain(sequence);
		// Questions and receipts, too.
		const asked = await runHere(["memory", "rm", sessionId], world, { columns: 80, input: "y\n" });
		expect(asked).toMatchObject({ code: 0 });
		for (const sequence of OBEYED) expect(asked.stdout + asked.stderr).not.toContain(sequence);
	});

	test("a session of 5,000 messages is shown in parts, or wholly", async () => {
		const session = world.hf.session({ agentId: "support", sessionId: "long" });
		for (let i = 0; i < 5; i++)
			await session.append(Array.from({ length: 1_000 }, (_, k) => message(`line ${i * 1_000 + k}.`)));
		const newest = await runHere(["memory", "show", "long"], world, { columns: 80 });
		expect(newest.stdout).not.toContain("line 3999.");
		expect(newest.stdout).toContain("line 4000.");
		expect(newest.stdout).toContain("line 4999.");
		expect(newest.stderr).toContain("Older lines are not shown");
		const all = await runHere(["memory", "show", "long", "--limit", "5000", "--json"], world);
		const { events, older } = await expectJson<{ events: unknown[]; older: boolean }>("memory show", all);
		expect([events.length, older]).toEqual([5_000, false]);
		await session.setTitle("Long");
		const few = await runHere(["memory", "show", "long", "-n", "2"], world);
		expect(few.stdout.match(/line \d+\./g)).toEqual(["line 4998.", "line 4999."]);
		expect(await runHere(["memory", "show", "long", "-n", "0"], world)).toMatchObject({ code: 0 });
	});

	test("words without end, emoji, other scripts and other directions stay within the terminal", async () => {
		const session = world.hf.session({ agentId: "support", sessionId: "wide" });
		const texts = [
			"x".repeat(100_000),
			"漢".repeat(20_000),
			"👩‍👩‍👧‍👦".repeat(500),
			"שלום עולם ".repeat(50),
			"a\tb\tc",
			"",
		];
		await session.append(texts.map((text) => message(text === "" ? " " : text)));
		await session.append({
			kind: "message",
			source: "user",
			data: { role: "user", content: [{ type: "file", url: "https://example.com/a.png" }] },
		});
		for (const columns of [20, 60, 120]) {
			const { code, stdout } = await runHere(["memory", "show", "wide"], world, { columns });
			expect(code).toBe(0);
			expect(stdout).toMatch(/\[file\s+https:/);
			const plain = stripVTControlCharacters(stdout);
			// A name or a time is not broken: a line of the frame may be a little longer than 20 columns.
			const room = Math.max(columns, 40);
			expect(plain.split("\n").filter((line) => widthOf(line) > room)).toEqual([]);
		}
	});

	test("a consolidation that failed, or was given up, is told", async () => {
		const model = scriptedModel(() => ({ error: new Error("the model is away") }));
		await using hf = await open({ store: sqlite(join(world.cwd, ".holdfast", "holdfast.db")), model });
		const session = hf.session({ agentId: "support", sessionId: "failing" });
		await session.append(message("My sister Anna lives in Oslo."));
		await expect(session.end({ wait: true })).rejects.toMatchObject({ code: "model_failed" });
		const shown = await runHere(["memory", "show", "failing"], world);
		expect(shown).toMatchObject({ code: 0 });
		expect(shown.stdout).toMatch(/✗ consolidation failed: .*away/);
		expect(shown.stdout).toMatch(/It is retried at .*`holdfast jobs retry [\w-]+`/);
		const ended = await runHere(["memory", "end", "failing", "--json"], world);
		const answer = await expectJson<{ consolidation: { job: { id: string } } }>("memory end", ended, 1);
		expect(answer).toMatchObject({ consolidation: { status: "failed" }, facts: [] });
		const { id } = answer.consolidation.job;
		await withStore(world, ({ work }) =>
			work.settle({ tenant: TENANT, id, attempt: undefined, outcome: { dead: { error: "enough" } } }),
		);
		const dead = await runHere(["memory", "show", "failing"], world);
		expect(dead.stdout).toContain("✗ consolidation failed permanently: enough");
		const listed = await runHere(["memory", "ls", "--agent", "support"], world);
		expect(listed.stdout).toMatch(/failing .* failed permanently /);
	});
});
