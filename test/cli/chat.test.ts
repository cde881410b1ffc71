import { expect, test } from "vitest";
import { expectLines } from "./expect-json.ts";
import { CTRL_D, ENTER, holdfast, inTerminal } from "./start-process.ts";
import { describeWorlds } from "./worlds.ts";

interface Line {
	command?: string;
	output?: string;
	sessionId?: string;
	next?: string;
	items?: { content: string }[];
	recalled?: { facts: { content?: string; score: number }[] };
}

const PROMPT = /\n›$/;

describeWorlds("IF4: holdfast chat", (world) => {
	test("on a terminal talks, says why, ends the session, and knows in the next one what was said", async () => {
		const typed = inTerminal(["chat", "--user", "ada"], world(), { columns: 80 });
		const say = async (line: string, then: string | RegExp): Promise<string> => {
			await typed.until(PROMPT);
			typed.type(line + ENTER);
			return typed.until(then);
		};
		await typed.until("support, user ada");
		await say("My name is Ada and I live in Vienna.", /› My name.*\nsupport: [\s\S]*\n›$/);
		await say("/session", /session +\S+\nagent +support\nuser +ada\ntitle +My name is Ada.*\nmessages +2/);
		await say("/facts", "No facts yet");
		await say("/end", "? End this session (2 messages)? [y/N]");
		typed.type(`y${ENTER}`);
		await typed.until(/from it\.\nFACT[\s\S]*lives in Vienna/);
		await say("Where do I live?", /support: [\s\S]*Vienna[\s\S]*\n›$/);
		await say("/why", /SCORE +FACT[\s\S]*\d\.\d{3} +The user lives in Vienna[\s\S]*total +\d+/);
		await typed.until(PROMPT);
		typed.type(CTRL_D);
		expect(await typed.ended).toBe(0);
		const { items } = await world().hf.sessions.list({ agentId: "support", userId: "ada" });
		expect(items.map(({ endedAt }) => endedAt === undefined)).toEqual([true, false]);
	});

	test("without a terminal answers each line, as JSON too; a slip fails, and the next line is answered", async () => {
		const input = "I live in Graz.\n\n/state\nWhere \\\ndo I live?\n/end\n/facts\n/why\n";
		const args = ["chat", "support", "--user", "bob", "--session", "piped"];
		const [told, plain] = await Promise.all([
			holdfast([...args, "--json", "--yes"], world(), { input }),
			holdfast(["chat", "--user", "eve"], world(), { input: "Hello\n/fatcs\n/exit\nnot said\n" }),
		]);
		const lines = await expectLines<Line>("chat", told);
		const [first, state, second, end, facts, why] = lines;
		expect(lines).toHaveLength(6);
		expect(first).toMatchObject({ sessionId: "piped", status: "completed" });
		expect(state).toEqual({ command: "state", state: {}, variables: {} });
		expect(second?.output).toContain("Graz");
		expect(end).toMatchObject({ command: "end", ended: true, sessionId: "piped", next: expect.any(String) });
		expect(facts?.items).toEqual(end?.items);
		expect(facts?.items?.[0]?.content).toContain("Graz");
		// The session is a new one: nothing was answered there.
		expect(why).toEqual({ command: "why" });

		expect(plain.code).toBe(1);
		expect(plain.stdout).toMatch(/^Demo model.*\n$/);
		expect(plain.stderr).toContain("did you mean /facts?");
		const { items } = await world().hf.sessions.list({ agentId: "support", userId: "eve" });
		expect(items.map(({ messageCount }) => messageCount)).toEqual([2]);
	});
});
