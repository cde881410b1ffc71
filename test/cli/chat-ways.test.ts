import { mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectLines } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import type { Ended } from "./start-process.ts";
import { type CliWorld, sqliteWorld } from "./worlds.ts";

interface Line {
	command?: string;
	sessionId: string;
	session?: { messageCount: number };
	output?: string;
	error?: { code: string };
}

/** What a terminal shows of it, without colours and movements of the cursor. */
const plain = (ended: Ended): string => stripVTControlCharacters(ended.stdout).replaceAll("\r", "");

describe("IF4: ways to chat", () => {
	let world: CliWorld;
	beforeAll(async () => {
		world = await sqliteWorld();
	});
	afterAll(() => world?.end());

	const chat = (args: readonly string[], input: string, columns?: number): Promise<Ended> =>
		runHere(["chat", ...args], world, { input, ...(columns !== undefined && { columns }) });
	const lines = async (args: readonly string[], input: string, code = 0): Promise<Line[]> =>
		expectLines<Line>("chat", await chat([...args, "--json"], input), code);

	test("a new session each time; -c goes on with the newest that is open, and shows where one was", async () => {
		const [first] = await lines(["--user", "ann"], "My dog is called Rex.\n");
		const [second] = await lines(["--user", "ann"], "Hello\n");
		expect(second?.sessionId).not.toBe(first?.sessionId);
		const [third] = await lines(["--user", "ann", "-c"], "/session\n");
		expect(third).toMatchObject({ sessionId: second?.sessionId, session: { messageCount: 2 } });
		const seen = plain(await chat(["--user", "ann", "--continue"], "", 80));
		expect(seen).toContain(`session ${second?.sessionId}`);
		expect(seen).toMatch(/you: Hello\nsupport: Demo model/);
		const fresh = await chat(["--user", "zoe", "-c"], "");
		expect(fresh).toMatchObject({ code: 0, stdout: "" });
		expect(fresh.stderr).toContain("No open session");
	});

	test("a session that is named says whose it is; of several users one must be named", async () => {
		const ref = { agentId: "support", sessionId: "shared" };
		await world.hf.session({ ...ref, userId: "bea" }).history.append({ role: "user", content: "x" });
		expect(await lines(["--session", "shared"], "/session\n")).toMatchObject([{ userId: "bea" }]);
		await world.hf.session({ ...ref, userId: "ben" }).history.append({ role: "user", content: "x" });
		const several = await chat(["--session", "shared"], "Hello\n");
		expect(several.code).toBe(1);
		expect(several.stderr).toMatch(/shared --agent support --user ben\n.*--user bea/);
		expect(await lines(["--session", "shared", "--user", "ben"], "/session\n")).toMatchObject([
			{ userId: "ben" },
		]);
		expect(await lines([], "/session\n")).toMatchObject([{ userId: userInfo().username }]);
	});

	test("/session switches and begins anew", async () => {
		const args = ["--user", "cat", "--session", "one"];
		const answers = await lines(args, "Hello\n/session two\nHi\n/session new\n/session one\n/why\n");
		expect(answers.map(({ sessionId }) => sessionId)).toMatchObject([
			"one",
			"two",
			"two",
			expect.any(String),
			"one",
			undefined,
		]);
		expect(answers[1]).not.toHaveProperty("session");
		expect(answers[4]).toMatchObject({ session: { messageCount: 2 } });
		expect(answers[5]).toMatchObject({ command: "why", recalled: { strategy: "all" } });
	});

	test("a human takes over and gives back; messages are heard and not answered meanwhile", async () => {
		const input = "/handover angry\nHello?\n/session\n/handback\nHello!\n";
		const answers = await lines(["--user", "dan", "--session", "h"], input);
		expect(answers).toMatchObject([
			{ command: "handover", mode: "manual" },
			{ mode: "manual", output: "" },
			{ command: "session", session: { mode: "manual" } },
			{ command: "handback", mode: "auto" },
			{ output: expect.stringContaining("Demo model") },
		]);
		const told = await chat(["--user", "dan", "--session", "h"], "/handover\nHello?\n");
		expect(told.stderr).toContain("A human has taken over.");
	});

	test("ending asks: without a terminal it takes --yes, on one an answer", async () => {
		const args = ["--user", "eli", "--session", "e"];
		const refused = await chat(args, "I live in Oslo.\n/end\n");
		expect(refused.code).toBe(2);
		expect(refused.stderr).toContain("--yes");
		const declined = plain(await chat(args, "/end\nn\n/end\ny\n/facts\n", 80));
		expect(declined).toMatch(/\[y\/N\] n\nNothing changed\./);
		expect(declined).toMatch(/\[y\/N\] y\n[\s\S]*1 fact from it\.[\s\S]*\/facts\nFACT[\s\S]*Oslo/);
		expect(await lines(["--user", "eli", "--yes"], "/end\n", 1)).toMatchObject([
			{ error: { code: "invalid" } },
		]);
	});

	test("hostile and huge words, ids and widths do no harm", async () => {
		const id = "s\u001b[2J\u202e";
		const word = "x".repeat(100_000);
		for (const columns of [20, 60, 120]) {
			const input = `/session\n${word}\n/search ${word.slice(0, 300)}\n/help\n/facts\n/state\n/nosuch\u0007\n`;
			const ended = await chat(["--user", id, "--session", `${id}${columns}`], input, columns);
			expect(ended.code).toBe(0);
			expect(ended.stdout).not.toContain("\u001b[2J");
			expect(ended.stdout).not.toContain("\u202e");
		}
	});

	test("which agent must be clear", async () => {
		const both = await sqliteWorld();
		try {
			writeFileSync(join(both.cwd, "agents", "sales.yaml"), "schema: 1\nid: sales\ninstructions: Sell.\n");
			const unclear = await runHere(["chat"], both);
			expect(unclear).toMatchObject({ code: 2, stdout: "" });
			expect(unclear.stderr).toContain("sales, support");
			expect(await runHere(["chat", "sales"], both, { input: "Hi\n" })).toMatchObject({ code: 0 });
			expect(await runHere(["chat", "nobody"], both, { input: "Hi\n" })).toMatchObject({ code: 1 });
			const excluding = await runHere(["chat", "sales", "-c", "--session", "x"], both);
			expect(excluding).toMatchObject({ code: 2 });
			const empty = join(both.cwd, "empty");
			mkdirSync(empty);
			const none = await runHere(["chat"], { ...both, cwd: empty });
			expect(none).toMatchObject({ code: 2 });
			expect(none.stderr).toContain("holdfast init");
		} finally {
			await both.end();
		}
	});
});
