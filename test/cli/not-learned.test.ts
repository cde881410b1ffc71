import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdfast as open } from "../../src/index.ts";
import type { Holdfast } from "../../src/interface.ts";
import { serve } from "../../src/server/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { scratchFolder } from "../house/built-package.ts";
import { expectJson, expectLines } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import type { Surroundings } from "./start-process.ts";

const ADMIN_KEY = "root-key-of-the-tests";

interface Ended {
	session: { endedAt?: string };
	consolidation: { status: string; error?: string; job?: { id: string } };
}

/** A server whose model answers in conversations, and fails when facts are to be made. */
describe("FA3: a session that ends without being learned from", () => {
	let world: Surroundings;
	let hf: Holdfast;
	let end: () => Promise<void>;
	beforeAll(async () => {
		const cwd = scratchFolder("cli-not-learned");
		const server = await serve({
			agents: [{ id: "support", model: scriptedModel(() => "I hear you.") }],
			model: scriptedModel(() => ({ error: new Error("no connection") })),
			port: 0,
			drainMs: 1_000,
			adminKey: ADMIN_KEY,
		});
		hf = await open({ url: server.url, apiKey: ADMIN_KEY });
		const env = { HOLDFAST_HOME: join(cwd, "home"), HOLDFAST_URL: server.url, HOLDFAST_KEY: ADMIN_KEY };
		world = { cwd, env };
		end = async () => {
			await hf.close({ cancel: true });
			await server.close();
		};
	});
	afterAll(() => end?.());

	const talk = (sessionId: string): Promise<unknown> =>
		hf
			.session({ agentId: "support", userId: "ada", sessionId })
			.history.append({ role: "user", content: "I live in Oslo." });

	test.each([
		["memory end", ["memory", "end"]],
		["sessions end", ["sessions", "end"]],
	])("%s says that nothing was learned and why, and fails", async (name, command) => {
		await talk(name);
		const shown = await runHere([...command, name, "--yes"], world);
		expect(shown.code).toBe(1);
		const words = shown.stdout.replace(/\s+/g, " ");
		expect(words).toMatch(/Ended session .*but its consolidation failed: .*no connection.*retried/);
		expect(words).toMatch(/To retry: `holdfast jobs retry \S+`/);
		// It has ended: the second time there is nothing to ask.
		const { session, consolidation } = await expectJson<Ended>(
			name,
			await runHere([...command, name, "--json"], world),
			1,
		);
		expect(session.endedAt).toBeDefined();
		expect(consolidation).toMatchObject({ status: "failed", job: { id: expect.any(String) } });
		expect(consolidation.error).toContain("no connection");
	});

	test("a key that may not see jobs is told as well", async () => {
		await talk("key");
		const { key } = await hf.keys.create({ scope: "agent" });
		const env = { ...world.env, HOLDFAST_KEY: key };
		const shown = await runHere(["memory", "end", "key", "--yes"], { ...world, env });
		expect(shown.code).toBe(1);
		expect(shown.stdout.replace(/\s+/g, " ")).toContain("but its consolidation failed");
	});

	test("/end in a chat says so, and the chat fails", async () => {
		const args = ["chat", "support", "--user", "ada", "--session", "chat", "--yes"];
		const shown = await runHere(args, world, { input: "I live in Oslo.\n/end\n" });
		expect(shown.code).toBe(1);
		expect(shown.stderr.replace(/\s+/g, " ")).toMatch(/but its consolidation failed: .*no connection/);
		const lines = await expectLines<{ error?: object }>(
			"chat",
			await runHere([...args, "--json"], world, { input: "/end\n" }),
			1,
		);
		expect(lines).toMatchObject([{ error: { code: "model_failed", sessionId: "chat" } }]);
	});
});
