import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { tool } from "../../src/index.ts";
import type { HoldfastServer } from "../../src/server/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { scratchFolder } from "../house/built-package.ts";
import { ADMIN, ask, served } from "../server/ask.ts";
import { expectJson, expectLines } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import type { Surroundings } from "./start-process.ts";

const say = "A colleague answers shortly.";

/** SE7: an agent that calls a human as soon as it is asked. */
describe("SE7: a handover, for those who talk to the agent", () => {
	let world: Surroundings;
	let server: HoldfastServer;
	let end: () => Promise<void>;
	beforeAll(async () => {
		const cwd = scratchFolder("cli-handover");
		const callHuman = tool({
			name: "call_human",
			description: "Brings a person in.",
			input: z.object({}),
			execute: (_, ctx) => ctx.handover("wants \u001b[31ma refund", { say }),
		});
		const model = scriptedModel(() => ({ toolCalls: [{ name: "call_human" }] }));
		server = await served({
			agents: [{ id: "support", model, tools: [callHuman] }],
		});
		const env = { HOLDFAST_HOME: join(cwd, "home"), HOLDFAST_URL: server.url, HOLDFAST_KEY: ADMIN };
		world = { cwd, env };
		end = () => server.close();
	});
	afterAll(() => end?.());

	test("chat prints what was said, and says that a human has the conversation and why", async () => {
		const args = ["chat", "support", "--user", "ada"];
		const plain = await runHere([...args, "--session", "piped"], world, { input: "Help!\nHello?\n" });
		expect(plain).toMatchObject({ code: 0, stdout: `${say}\n` });
		expect(plain.stderr).toContain("handed over to a human: wants ␛[31ma refund.");
		expect(plain.stderr).toContain("A human has taken over. The agent is silent.");
		const shown = await runHere([...args, "--session", "typed"], world, { input: "Help!\n", columns: 200 });
		expect(shown.stdout).toContain(say);
		expect(shown.stdout).toMatch(/The agent handed over to a human: wants .*a refund/);
		const lines = await expectLines("chat", await runHere([...args, "--json"], world, { input: "Help!\n" }));
		const handover = { reason: "wants \u001b[31ma refund", by: "agent" };
		expect(lines).toMatchObject([{ output: say, mode: "manual", handover }]);
	});

	test("run says so too", async () => {
		const plain = await runHere(["run", "support", "Help!"], world);
		expect(plain).toMatchObject({ code: 0, stdout: `${say}\n` });
		expect(plain.stderr).toContain("handed over to a human");
		expect(
			await expectJson("run", await runHere(["run", "support", "Help!", "--json"], world)),
		).toMatchObject({
			output: say,
			mode: "manual",
			handover: { by: "agent" },
		});
	});

	test("ID7: a user's token gets the words, and not the reason", async () => {
		const { token } = (
			await ask(server, "/v1/tokens", { method: "POST", key: ADMIN, body: { userId: "bob" } })
		).body;
		const body = { input: "Help!" };
		for (const way of ["run", "stream"]) {
			const path = `/v1/agents/support/${way}`;
			const answer = await ask(server, path, { method: "POST", key: token, body });
			expect(answer.status).toBe(200);
			expect(JSON.stringify(answer.body)).toContain(say);
			expect(JSON.stringify(answer.body)).not.toContain("refund");
		}
	});
});
