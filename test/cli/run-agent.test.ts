import { userInfo } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { type ScriptedWorld, scriptedWorld } from "./scripted-world.ts";
import { CTRL_C, holdfast, inTerminal } from "./start-process.ts";
import { describeOnce, describeWorlds } from "./worlds.ts";

interface Result {
	runId: string;
	sessionId: string;
	status: string;
	output: string;
}

describeWorlds("IF4: holdfast run", (world) => {
	test("asks once: the answer on a terminal, as text and as JSON, in the session that was named", async () => {
		const named = ["run", "support", "--session", "r1", "--user", "ada"];
		const typed = inTerminal([...named, "I live in Vienna."], world(), { columns: 60 });
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/^Demo model[\s\S]*Vienna/);
		const state = ["--state", "plan=gold", "--state", "seats=3"];
		const ended = await holdfast([...named, ...state, "--json"], world(), { input: "Where do I live?\n" });
		const result = await expectJson<Result>("run", ended);
		expect(result).toMatchObject({ sessionId: "r1", status: "completed" });
		expect(result.output).toContain("Vienna");
		const session = world().hf.session({ agentId: "support", userId: "ada", sessionId: "r1" });
		expect(await session.state.get()).toEqual({ plan: "gold", seats: 3 });
		const messages = await session.history.last(10);
		expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
	});

	test("speaks for the user of this machine as chat does, for somebody else or for nobody when told to", async () => {
		const { hf } = world();
		const own = userInfo().username;
		const ask = async (...args: string[]) =>
			expectJson<Result & { userId?: string }>(
				"run",
				await runHere(["run", "support", ...args, "--json"], world()),
			);
		const { sessionId, userId } = await ask("Hello");
		expect(userId).toBe(own);
		const owner = async (id: string): Promise<unknown> =>
			(await hf.sessions.list({ agentId: "support", sessionId: id })).items.map((one) => one.userId);
		expect(await owner(sessionId)).toEqual([own]);
		// chat goes on with what run began.
		const piped = await runHere(["chat", "support", "-c", "--json"], world(), { input: "Hello again\n" });
		expect(JSON.parse(piped.stdout.split("\n")[0] ?? "")).toMatchObject({ sessionId });
		expect(await ask("Hello", "--user", "bob")).toMatchObject({ userId: "bob" });
		const nobody = await ask("Hello", "--user", "");
		expect(nobody).not.toHaveProperty("userId");
		const unowned = hf.session({ agentId: "support", sessionId: nobody.sessionId });
		expect(await owner(nobody.sessionId)).toEqual([undefined]);
		// A session that is named says whose it is.
		expect(await ask("Hello", "--session", nobody.sessionId)).not.toHaveProperty("userId");
		const alone = ["chat", "support", "--user", "", "--session", nobody.sessionId, "--json"];
		expect(await runHere(alone, world(), { input: "Hello\n" })).toMatchObject({ code: 0 });
		expect(await unowned.history.last(10)).toHaveLength(6);
		const typed = inTerminal(["run", "support", "Hello"], world());
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(new RegExp(`session \\S+, user ${own}`));
	});

	test("speaks for the user of a token", async ({ skip }) => {
		const { name, hf, env } = world();
		if (name !== "http") skip("tokens are for servers");
		const { token } = await hf.tokens.create({ userId: "tess" });
		const ended = await runHere(["run", "support", "Hello", "--json"], {
			...world(),
			env: { ...env, HOLDFAST_KEY: token },
		});
		expect(await expectJson("run", ended)).toMatchObject({ userId: "tess" });
	});

	test("a repeat with the same key gives the first answer; what cannot be meant is said", async () => {
		const run = (...args: string[]) => runHere(["run", ...args], world());
		const keyed = ["support", "Hello", "--session", "r2", "--idempotency-key", "k1", "--json"];
		const first = await expectJson<Result>("run", await run(...keyed));
		expect(await expectJson<Result>("run", await run(...keyed))).toMatchObject({ runId: first.runId });
		const refused: [args: string[], code: number, message: string][] = [
			[["support", "Hello", "--idempotency-key", "k1"], 2, "--session"],
			[["support", "Hello", "--state", "plan"], 2, "key=value"],
			[["support", "Hello", "--timeout", "soon"], 2, "--timeout"],
			[["support"], 2, "the standard input is empty"],
			[["suport", "Hello"], 1, "suport"],
		];
		for (const [args, code, message] of refused) {
			const ended = await run(...args);
			expect(ended).toMatchObject({ code, stdout: "" });
			expect(ended.stderr).toContain(message);
		}
	});
});

describeOnce("IF4: a run that does not go well", () => {
	let world: ScriptedWorld;
	beforeAll(async () => {
		world = await scriptedWorld();
	});
	afterAll(() => world?.end());

	test("fails with the library's error, or is cancelled by Ctrl-C or its time", async () => {
		world.answers.set("broken", () => ({ error: new Error("the provider is on fire") }));
		const failed = await runHere(["run", "support", "broken", "--json"], world);
		expect(failed).toMatchObject({ code: 1, stdout: "" });
		expect(JSON.parse(failed.stderr)).toMatchObject({ error: { code: "model_failed" } });

		const between = (delta: number) => (delta > 0 ? new Promise<void>(() => {}) : undefined);
		world.answers.set("forever", () => ({ deltas: ["Once upon a time ", "never"], between }));
		const late = await runHere(["run", "support", "forever", "--timeout", "1s"], world);
		expect(late).toMatchObject({ code: 1, stdout: "" });
		expect(late.stderr).toContain("longer than 1s");

		const typed = inTerminal(["run", "support", "forever", "--session", "stopped"], world);
		await typed.until("Once upon a time");
		typed.type(CTRL_C);
		expect(await typed.ended).toBe(130);
		const runs = await world.hf.runs.list({ agentId: "support" });
		expect(runs.items.map(({ status }) => status)).toEqual(["cancelled", "cancelled", "failed"]);
	});

	test("a human who has the conversation is named; hostile words do no harm", async () => {
		world.answers.set("hostile", () => "\u001b]0;pwned\u0007\u202e");
		const hostile = await runHere(["run", "support", "hostile"], world);
		expect(hostile).toMatchObject({ code: 0, stdout: "␛]0;pwned␇\\u202e\n", stderr: "" });
		await world.hf.session({ agentId: "support", sessionId: "manual" }).setMode("manual");
		const silent = await runHere(["run", "support", "Hello", "--session", "manual"], world);
		expect(silent).toMatchObject({ code: 0, stdout: "" });
		expect(silent.stderr).toContain("A human has taken over.");
	});
});
