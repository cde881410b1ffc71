import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ScriptedWorld, scriptedWorld } from "./scripted-world.ts";
import { CTRL_C, CTRL_D, ENTER, inTerminal, type Typed } from "./start-process.ts";

const PROMPT = /\n›$/;

describe("IF4: a chat while it streams", () => {
	let world: ScriptedWorld;
	beforeAll(async () => {
		world = await scriptedWorld();
	});
	afterAll(() => world?.end());

	const startChat = async (sessionId: string, columns = 80): Promise<Typed> => {
		const args = ["chat", "support", "--user", "ada", "--session", sessionId];
		const typed = inTerminal(args, world, { columns });
		await typed.until(PROMPT);
		return typed;
	};
	const session = (sessionId: string) => world.hf.session({ agentId: "support", userId: "ada", sessionId });

	test("shows what no terminal may obey, what tools do, and what failed; then it goes on", async () => {
		const hostile = ["Hi \u001b", "]0;pwned\u0007 \u001b", "[2J \ud83d", "\ude00 \u202eevil\r", "\nend"];
		world.answers.set("hostile", () => ({ deltas: hostile }));
		world.answers.set("where is it", () => ({ toolCalls: [{ name: "order_status", input: { id: "A-1" } }] }));
		world.answers.set("broken", () => ({ error: new Error("the provider is on fire \u001b[2J") }));
		const typed = await startChat("hostile");
		typed.type(`hostile${ENTER}`);
		await typed.until(/support: Hi ␛\]0;pwned␇ ␛\[2J \u{1f600} \\u202eevil\nend\n\n›$/u);
		typed.type(`where is it${ENTER}`);
		await typed.until(
			/→ order_status \{"id":"A-1"\}\n {2}← order_status .*shipped[\s\S]*support: I hear you\.\n\n›$/,
		);
		typed.type(`broken${ENTER}`);
		await typed.until(/✗ .*the provider is on fire ␛\[2J\.\n[\s\S]*runs trace [\s\S]*\n›$/);
		typed.type(`again${ENTER}`);
		await typed.until(/› again\nsupport: I hear you\.\n\n›$/);
		typed.type(CTRL_D);
		expect(await typed.ended).toBe(0);
		const bytes = typed.bytes();
		for (const never of ["\u001b]0;", "\u001b[2J", "\u202e", "\u0007"]) expect(bytes).not.toContain(never);
	});

	test("Ctrl-C cancels the answer and not the chat; what was typed meanwhile is there afterwards", async () => {
		const started = Promise.withResolvers<void>();
		const between = (delta: number): Promise<void> | undefined => {
			if (delta < 1) return undefined;
			started.resolve();
			return new Promise(() => {});
		};
		world.answers.set("forever", () => ({ deltas: ["Once upon a time ", "never"], between }));
		const typed = await startChat("cancelled");
		typed.type(`forever${ENTER}`);
		await started.promise;
		await typed.until("support: Once upon a time");
		typed.type(CTRL_C);
		await typed.until(/Cancelled\.[\s\S]*\n›$/);
		const [run] = (await world.hf.runs.list({ agentId: "support", userId: "ada", sessionId: "cancelled" }))
			.items;
		expect(run?.status).toBe("cancelled");

		const held = Promise.withResolvers<void>();
		world.answers.set("slowly", () => ({
			deltas: ["One ", "two."],
			between: (i) => (i > 0 ? held.promise : undefined),
		}));
		typed.type(`slowly${ENTER}`);
		await typed.until("support: One");
		typed.type("typed ahead");
		held.resolve();
		await typed.until(/support: One two\.\n\n› typed ahead$/);
		typed.type(ENTER);
		await typed.until(/› typed ahead\nsupport: I hear you\.\n\n›$/);

		// With text it empties the line; without it asks whether that is meant.
		typed.type("no, not");
		await typed.until(/› no, not$/);
		typed.type(CTRL_C);
		await typed.until(PROMPT);
		typed.type(CTRL_C);
		await typed.until(/Press Ctrl-C again to leave\.\n›$/);
		typed.type(CTRL_C);
		expect(await typed.ended).toBe(0);
	});

	test("SE7: a human's words appear above the line that is being typed, each once, also after a break", async () => {
		const typed = await startChat("human", 60);
		typed.type(`hello${ENTER}`);
		await typed.until(/support: I hear you\.\n\n›$/);
		// As pasted: all at once, over the edge of the terminal.
		const long = "a line that does not fit, because it is far too long for that, half a li";
		const rows = /\n\n› a line that .*\n.*, half a li$/;
		typed.type(long);
		await typed.until(rows);
		const handle = session("human");
		await handle.setMode("manual", "maria");
		await typed.until(/\n\n· A human has taken over \(maria\)[\s\S]*\n› a line that .*\n.*, half a li$/);
		await handle.postAsHuman({ content: "Maria here.\u001b[2J", displayName: "Maria" });
		const above = await typed.until(/Maria \(human\): Maria here\.␛\[2J\n› a line that .*\n.*, half a li$/);
		expect(above.match(/a line that/g)).toHaveLength(1);
		// The line is still being edited where it was.
		typed.type(`ne${ENTER}`);
		await typed.until(/, half a line\n· A human has taken over\.[\s\S]*\n›$/);

		world.proxy.cut();
		await handle.postAsHuman({ content: "first of many", displayName: "Maria" });
		await handle.postAsHuman({ content: "second of many", displayName: "Maria" });
		const screen = await typed.until(/first of many\n[\s\S]*second of many\n›$/);
		expect(screen.match(/first of many/g)).toHaveLength(1);
		typed.type(`/handback${ENTER}`);
		await typed.until(/The agent answers again\.\n\n›$/);
		typed.type(`still there?${ENTER}`);
		await typed.until(/support: I hear you\.\n\n›$/);
		typed.type(`/exit${ENTER}`);
		expect(await typed.ended).toBe(0);
	});

	test("what is pasted is one message; a backslash goes on in the next line; tab and arrows work", async () => {
		const typed = await startChat("pasted", 60);
		typed.type("\u001b[200~one\r\n\ttwo\u001b[31m\nthree\u001b[201~");
		await typed.until(/› one⏎ {4}two␛\[31m⏎three$/);
		typed.type(ENTER);
		await typed.until(/support: I hear you\.\n\n›$/);
		typed.type(`four\\${ENTER}`);
		await typed.until(/\n…$/);
		typed.type(`five${ENTER}`);
		await typed.until(/… five\nsupport: I hear you\.\n\n›$/);
		// Arrow up twice is the line before the last.
		typed.type("\u001b[A\u001b[A");
		await typed.until(/› four\\$/);
		typed.type(CTRL_C);
		await typed.until(PROMPT);
		typed.type("/handb\t");
		await typed.until(/› \/handback$/);
		typed.type(CTRL_C);
		await typed.until(PROMPT);
		typed.type(`//why${ENTER}`);
		await typed.until(/› \/\/why\nsupport: I hear you\.\n\n›$/);
		typed.type(CTRL_D);
		expect(await typed.ended).toBe(0);
		const messages = await session("pasted").history.last(10);
		const said = messages.filter(({ role }) => role === "user").map(({ content }) => content);
		expect(said).toEqual(["one\n    two␛[31m\nthree", "four\nfive", "/why"]);
	});
});
