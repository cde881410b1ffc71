import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { started } from "../../src/wire/cli/serve.ts";
import { buildPackage, scratchFolder } from "../house/built-package.ts";
import { root } from "../house/root.ts";
import { runHere } from "./run-line.ts";
import { CTRL_C, CTRL_D, ENTER, FROM_SOURCE, inTerminal } from "./start-process.ts";
import { startServerProcess } from "./start-server-process.ts";

beforeAll(async () => {
	if (!FROM_SOURCE) await buildPackage();
});

const folders: string[] = [];
afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
	const folder = scratchFolder("cli-dev");
	folders.push(folder);
	return folder;
}

const ask = async (url: string, agent: string, input: string): Promise<string> => {
	const answer = await fetch(`${url}/v1/agents/${agent}/run`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ input, userId: "ada", sessionId: "s1" }),
	});
	return ((await answer.json()) as { output: string }).output;
};

describe("IF4: holdfast dev", () => {
	test("npm start is holdfast dev", () => {
		const { scripts } = JSON.parse(readFileSync(root("package.json"), "utf8")) as {
			scripts: { start: string };
		};
		expect(scripts.start).toBe("node bin/holdfast.js dev");
	});

	test("an empty folder gets example agents and nothing but .holdfast; the next start is a new session that knows the first, with its date", async () => {
		const cwd = newFolder();
		const first = inTerminal(["dev"], { cwd, env: { HOLDFAST_PORT: "0" } }, { columns: 80 });
		onTestFinished(() => first.kill());
		const screen = await first.until("›");
		expect(screen).toMatch(/ {2}Console {3}http:\/\/127\.0\.0\.1:\d+\n/);
		expect(screen).toMatch(/ {2}Agents {4}assistant, support\n.*`holdfast init` creates your own project/);
		expect(screen).toContain("  Store     .holdfast/holdfast.db\n");
		expect(screen).toMatch(/ {2}Model {5}demo \(no API key found\)\n +To use a real model: .*OPENAI_API_KEY/);
		first.type(`I live in Lisbon.${ENTER}`);
		await first.until(/noted, you live in Lisbon/i);
		const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(screen) ?? [];
		expect(await ask(url, "support", "Where is my order A-1001?")).toContain("arrives on Friday");
		first.type(CTRL_D);
		expect(await first.ended).toBe(0);
		expect(await first.screen()).toMatch(/Stopped\.$/);
		expect(existsSync(join(cwd, ".holdfast", "holdfast.db"))).toBe(true);
		expect(existsSync(join(cwd, "agents"))).toBe(false);

		const second = inTerminal(["dev"], { cwd, env: { HOLDFAST_PORT: "0" } }, { columns: 60 });
		onTestFinished(() => second.kill());
		await second.until("›");
		second.type(`Where do I live?${ENTER}`);
		const answer = await second.until(/Demo model.*"I\s+live\s+in\s+Lisbon"/s);
		expect(answer.replaceAll(/\s+/g, " ")).toMatch(
			/You told me on \d{1,2} [A-Z][a-z]{2} \d{4}: "I live in Lisbon"/,
		);
		second.type(CTRL_C);
		second.type(CTRL_C);
		expect(await second.ended).toBe(0);

		const third = inTerminal(["dev", "-c"], { cwd, env: { HOLDFAST_PORT: "0" } }, { columns: 60 });
		onTestFinished(() => third.kill());
		// The session of before, with its last messages.
		expect(await third.until("›")).toContain("you: Where do I live?");
		third.type(CTRL_D);
		expect(await third.ended).toBe(0);
	});

	test("without a terminal it is the server alone; what changes in the agents is told, and Ctrl-C ends it with 0", async () => {
		const cwd = newFolder();
		expect((await runHere(["init"], { cwd, env: {} })).code).toBe(0);
		const manifest = join(cwd, "agents", "assistant.yaml");
		const dev = startServerProcess(["dev"], { cwd, env: { HOLDFAST_PORT: "0" } });
		onTestFinished(() => dev.kill());
		const text = await dev.until(/To chat: holdfast chat\n/);
		expect(text).toContain("Agents    assistant (./agents)\n");
		const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
		expect(await ask(url, "assistant", "I like tea.")).toContain("tea");
		appendFileSync(manifest, "maxSteps: 3\n");
		await dev.until("✓ reloaded agents/assistant.yaml\n");
		appendFileSync(manifest, "maxStep: 3\n");
		await dev.until(/✗ agents\/assistant\.yaml:\d+:1 maxStep: is not known; did you mean maxSteps\?\n/);
		writeFileSync(join(cwd, "agents", "other.yaml"), "schema: 1\nid: other\n");
		await dev.until("✓ reloaded agents/other.yaml\n");
		rmSync(join(cwd, "agents", "other.yaml"));
		await dev.until("✓ removed agents/other.yaml\n");
		dev.signal("SIGINT");
		expect(await dev.ended).toMatchObject({ code: 0, stderr: "" });
		expect(await dev.until("Stopped.\n")).toBeTruthy();
	});

	test("with --json one line says where it is; SIGTERM ends it with 0", async () => {
		const cwd = newFolder();
		const dev = startServerProcess(["dev", "--json", "--port", "0"], { cwd, env: {} });
		onTestFinished(() => dev.kill());
		const line = started.parse(JSON.parse(await dev.until("\n")));
		expect(line).toMatchObject({ agents: ["assistant", "support"], model: "demo" });
		expect((await fetch(`${line.url}/health`)).status).toBe(200);
		dev.signal("SIGTERM");
		expect(await dev.ended).toMatchObject({ code: 0, stderr: "" });
	});

	test("starts with a model that cannot answer, and says so with the fix", async () => {
		const cwd = newFolder();
		const around = { cwd, env: { HOLDFAST_PORT: "0", HOLDFAST_MODEL: "openai/gpt-5" } };
		for (const args of [["dev"], ["dev", "--json"]]) {
			const dev = startServerProcess(args, around);
			onTestFinished(() => dev.kill());
			await dev.until(/http:\/\/127/);
			const text = await dev.until("export OPENAI_API_KEY=…");
			expect(text.replaceAll(/\s+/g, " ")).toContain('model "openai/gpt-5" needs a key');
			dev.signal("SIGTERM");
			expect((await dev.ended).code).toBe(0);
		}
	});

	test("a port that was asked for and is taken is refused; the usual one is not insisted on", async () => {
		const cwd = newFolder();
		const other = createServer();
		await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
		onTestFinished(() => void other.close());
		const { port } = other.address() as { port: number };
		const refused = await runHere(["dev", "--port", String(port)], { cwd, env: {} });
		expect(refused).toMatchObject({ code: 1, stdout: "" });
		expect(refused.stderr).toContain(`cannot listen on 127.0.0.1:${port}`);
		const unreadable = await runHere(["dev"], { cwd, env: { HOLDFAST_PORT: "many" } });
		expect(unreadable).toMatchObject({ code: 2, stdout: "" });
		expect(unreadable.stderr).toContain("HOLDFAST_PORT must be a whole number");
	});

	test("what is wrong is said before anything listens: a folder, an agent, a manifest", async () => {
		const cwd = newFolder();
		const nowhere = await runHere(["dev", "nowhere"], { cwd, env: {} });
		expect(nowhere).toMatchObject({ code: 2 });
		expect(nowhere.stderr).toContain("`holdfast init nowhere` creates a project");
		const nobody = await runHere(["dev", "--agent", "nobody", "--port", "0"], { cwd, env: {} });
		expect(nobody).toMatchObject({ code: 1, stdout: "" });
		expect(nobody.stderr).toContain('there is no agent "nobody"');
		const url = await runHere(["dev", "--url", "http://127.0.0.1:1"], { cwd, env: {} });
		expect(url).toMatchObject({ code: 2 });
	});
});
