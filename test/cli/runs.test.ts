import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Explained } from "../../src/cli/explain-run.ts";
import { widthOf } from "../../src/cli/screen/fit-text.ts";
import { defineAgent, holdfast as open } from "../../src/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import type { Span } from "../../src/trace/index.ts";
import type { Run } from "../../src/turn/index.ts";
import { expectHarmless, HOSTILE } from "./expect-harmless.ts";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { typeHere } from "./type-here.ts";
import { type CliWorld, describeOnce, describeWorlds, sqliteWorld } from "./worlds.ts";

describeWorlds("IF4: holdfast runs", (world) => {
	const json = async <T = Run>(name: string, ...args: string[]): Promise<T> =>
		expectJson<T>(`runs ${name}`, await runHere(["runs", name, ...args, "--json"], world()));
	const typed = async (...args: string[]): Promise<string> => {
		const terminal = typeHere(["runs", ...args], world(), { columns: 100 });
		expect(await terminal.ended, await terminal.screen()).toBe(0);
		expectHarmless(terminal.bytes());
		return terminal.screen();
	};

	test("ls, show, trace, why and cancel tell of what an agent did, as JSON and on a terminal", async () => {
		const { hf } = world();
		const ref = { agentId: "support", userId: "ada", sessionId: "s1" };
		const factId = await hf.memory("support", { userId: "ada" }).write("Ada's order number is 4711");
		await hf.agents.run({ ...ref, input: `Hello ${HOSTILE}` });
		const { runId } = await hf.agents.run({ ...ref, input: "What is my order number?" });
		const [page, shown, trace, why, cancelled] = await Promise.all([
			json<{ items: Run[] }>("ls", "--session", "s1"),
			json("show", runId),
			json<{ items: Span[] }>("trace", runId),
			json<Omit<Run, "recalled"> & { recalled: Explained }>("why", "s1"),
			json("cancel", runId),
		]);
		expect(page.items).toMatchObject([{ id: runId, status: "completed" }, { status: "completed" }]);
		expect(shown).toMatchObject({ id: runId, ...ref, input: "What is my order number?" });
		expect(trace.items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["run", "memory", "model"]));
		expect(why).toMatchObject({ id: runId, recalled: { strategy: "all" } });
		expect(why.recalled.facts).toMatchObject([{ id: factId, content: "Ada's order number is 4711" }]);
		expect(why.recalled.messages[0]).toMatchObject({ offset: 0, from: "user", content: `Hello ${HOSTILE}` });
		// It had ended: it stays as it is.
		expect(cancelled).toMatchObject({ id: runId, status: "completed" });
		const screens = await Promise.all([
			typed("ls"),
			typed("show", "s1"),
			typed("trace", "s1"),
			typed("why", runId),
			typed("cancel", runId),
		]);
		expect(screens[0]).toMatch(new RegExp(`^RUN +STATUS +STARTED.*\\n${runId} +completed`));
		expect(screens[1]).toMatch(/INPUT\nWhat is my order number\?\n\nOUTPUT\n/);
		expect(screens[2]).toMatch(/^invoke_agent support +[\d.]+ m?s +█+\n {2}recall .*█/);
		expect(screens[3]).toMatch(/SCORE +FACT[\s\S]*4711[\s\S]*OFFSET +FROM +MESSAGE[\s\S]*TOKENS[\s\S]*total/);
		expect(screens[4]).toContain("had ended already: completed");
	});

	test("why says what scores are made of, which facts are pinned, and what was passed over for want of room", async () => {
		const { hf } = world();
		const memory = hf.memory("support", { userId: "bob" });
		await memory.write("Bob prefers short answers", { pinned: true });
		await memory.writeMany(["Bob's parcel is number 4711", `Bob's parcel number ${"is long, ".repeat(60)}`]);
		const { runId } = await hf.agents.run({
			agentId: "support",
			userId: "bob",
			sessionId: "s2",
			input: "What is my parcel's number?",
			memory: { factBudget: 60 },
		});
		const why = await json<{ recalled: Explained }>("why", runId);
		expect(why.recalled.facts).toMatchObject([
			{ pinned: true, content: "Bob prefers short answers" },
			{ parts: { keyword: expect.any(Number) }, content: "Bob's parcel is number 4711" },
		]);
		expect(why.recalled.passedOver).toMatchObject([
			{ kind: "fact", reason: "budget", content: expect.stringContaining("is long") },
		]);
		const shown = await runHere(["runs", "why", runId], world(), { columns: 140 });
		const stdout = stripVTControlCharacters(shown.stdout);
		expect(stdout).toMatch(/SCORE +FACT +SCORE PARTS +ID\n *pinned.*Bob prefers/);
		expect(stdout).toMatch(/4711 +keyword 0\.\d\d, /);
		expect(stdout).toMatch(/SCORE +NOT USED +REASON[\s\S]*is long.* over budget/);
	});
});

describeOnce("IF4: holdfast runs, as one may call it", () => {
	let world: CliWorld;
	beforeAll(async () => {
		world = await sqliteWorld();
	});
	afterAll(() => world.end());
	const run = (...args: string[]) => runHere(["runs", ...args], world);

	test("nothing has run: an empty list and a hint; what is not there fails and says so", async () => {
		expect(await run("ls")).toMatchObject({
			code: 0,
			stdout: "",
			stderr: expect.stringContaining("holdfast chat"),
		});
		expect(await expectJson("runs ls", await run("ls", "--json"))).toEqual({ items: [] });
		await world.hf.sessions.open({ agentId: "support", sessionId: "quiet" });
		expect(await run("why", "quiet")).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("has no runs yet"),
		});
		expect(await run("show", "nothing")).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("there is no run or session"),
		});
		expect(await run("cancel", "nothing")).toMatchObject({ code: 1 });
		expect(await run("ls", "--session", "nothing")).toMatchObject({ code: 1 });
		expect(await run("ls", "--status", "odd")).toMatchObject({ code: 2 });
		expect(await run("ls", "--user", "")).toMatchObject({ code: 2 });
	});

	test("a run that goes on is cancelled from another process' side, one that failed says why", async () => {
		const model = scriptedModel(({ prompt }) =>
			JSON.stringify(prompt).includes("fail")
				? { error: new Error(`no ${HOSTILE}`) }
				: { text: "late", before: () => new Promise(() => {}) },
		);
		const hf = await open({
			agents: [defineAgent({ id: "slow", model })],
			store: sqlite(join(world.cwd, ".holdfast", "holdfast.db")),
		});
		try {
			await expect(hf.agents.run({ agentId: "slow", sessionId: "f", input: "fail" })).rejects.toThrow();
			const going = hf.agents.run({ agentId: "slow", sessionId: "w", input: "wait" });
			const outcome = expect(going).rejects.toMatchObject({ code: "cancelled" });
			await expect
				.poll(async () => (await hf.runs.list({ agentId: "slow", status: "running" })).items.length)
				.toBe(1);
			const id = (await hf.runs.list({ agentId: "slow", status: "running" })).items[0]?.id ?? "";
			expect(await run("cancel", id)).toMatchObject({ code: 0, stdout: `✓ Run ${id} cancelled.\n` });
			await outcome;
			const { items } = await expectJson<{ items: Run[] }>(
				"runs ls",
				await run("ls", "--agent", "slow", "--status", "failed", "--json"),
			);
			expect(items).toMatchObject([{ sessionId: "f", error: { code: "model_failed" } }]);
			const shown = await run("show", "f");
			expect(shown.stdout).toMatch(/error +model_failed/);
			expectHarmless(shown.stdout);
			expect((await run("trace", "f")).stdout).toContain("✗");
		} finally {
			await hf.close({ cancel: true });
		}
	});

	test("why tells what was left out, what is gone since, and fits the width", async () => {
		const ref = { agentId: "support", userId: "bob", sessionId: "long" };
		const memory = world.hf.memory("support", { userId: "bob" });
		const [kept, gone] = [
			await memory.write(`Bob likes ${HOSTILE}`),
			await memory.write("Bob's code is 9999"),
		];
		for (let i = 0; i < 4; i++)
			await world.hf.agents.run({ ...ref, input: `message ${i} ${"wörd🙂".repeat(50)}` });
		await world.hf.agents.run({ ...ref, input: "What is the code?", memory: { limit: 2 } });
		await memory.forget(gone);
		await memory.update(kept, { content: "Bob likes tea" });
		const told = await run("why", "long", "--user", "bob");
		expect(told.stdout).toContain("(changed since)");
		expect(told.stdout).not.toContain("Bob likes tea");
		const asJson = await expectJson<{ recalled: Explained }>(
			"runs why",
			await run("why", "long", "--user", "bob", "--json"),
		);
		expect(asJson.recalled.facts).toContainEqual(
			expect.objectContaining({ id: kept, content: `Bob likes ${HOSTILE}`, current: "Bob likes tea" }),
		);
		expect(asJson.recalled.facts.find(({ id }) => id === gone)).not.toHaveProperty("content");
		expect(told.stdout).toContain("(deleted since)");
		expect(told.stdout).toContain(kept);
		expect(told.stdout).toMatch(/DROPPED +OFFSETS +REASON\n +\d+ +\d+–\d+ +over the limit of messages/);
		const env = { ...world.env, NO_COLOR: "1" };
		for (const columns of [60, 80, 120])
			for (const name of ["why", "trace", "show"]) {
				const { stdout } = await runHere(["runs", name, "long"], { ...world, env }, { columns });
				for (const line of stdout.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(columns);
				expectHarmless(stdout);
			}
	});
});
