import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { commands } from "../../src/cli/commands/index.ts";
import { configFields } from "../../src/config/config-schema.ts";
import { holdfast, loadConfig } from "../../src/index.ts";
import { started } from "../../src/wire/cli/serve.ts";
import { buildPackage, scratchFolder } from "../house/built-package.ts";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { FROM_SOURCE } from "./start-process.ts";
import { startServerProcess } from "./start-server-process.ts";
import { WALKS } from "./walk-lines.ts";
import type { CliWorld } from "./worlds.ts";

/** Every key there is, except `search`, which needs a PostgreSQL server. */
const FULL = `agents: ./agents
database: sqlite:./.holdfast/holdfast.db
model: demo
embedder: false
memory: { excerptBudget: 500 }
tenant: default
retention: { events: 90, agents: { support: forever } }
network: { allow: ["10.0.0.0/8"] }
server:
  port: 4850
  host: 127.0.0.1
  adminKey: key-of-whoever-runs-the-server
  cors: ["https://app.example.com"]
  console: false
`;

const AGENT = "schema: 1\nid: support\ninstructions: You help customers of Acme.\n";

/** Commands that are not run to their end here, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
	dev: "it starts a server, which the test below does",
	serve: "it starts a server, which the test below does",
	"upkeep reembed": "the configuration has no embedder",
};

describe("IF4: a holdfast.yaml with every key", () => {
	let world: CliWorld;
	beforeAll(async () => {
		if (!FROM_SOURCE) await buildPackage();
		const cwd = scratchFolder("cli-full-config");
		mkdirSync(join(cwd, "agents"));
		writeFileSync(join(cwd, "agents", "support.yaml"), AGENT);
		writeFileSync(join(cwd, "holdfast.yaml"), FULL);
		const hf = await holdfast(await loadConfig(join(cwd, "holdfast.yaml")));
		const end = async (): Promise<void> => {
			await hf.close({ cancel: true });
			rmSync(cwd, { recursive: true, force: true });
		};
		world = { name: "sqlite", cwd, env: { HOLDFAST_HOME: join(cwd, "home") }, hf, end };
	});
	afterAll(() => world.end());

	test("this configuration has all of them", () => {
		const given = parse(FULL) as Record<string, object>;
		const known = Object.keys(configFields.shape).filter((key) => key !== "search");
		expect(Object.keys(given).sort()).toEqual(known.sort());
		const { server } = configFields.shape;
		expect(Object.keys(given.server ?? {}).sort()).toEqual(Object.keys(server.unwrap().shape).sort());
	});

	for (const { spec } of commands) {
		const walk = WALKS[spec.name];
		test(`holdfast ${spec.name} works in its folder`, async ({ skip }) => {
			const reason = NOT_HERE[spec.name];
			if (reason !== undefined) skip(reason);
			if (!walk) throw new Error(`no line to type for ${spec.name}`);
			const args = await walk.args(world, `full-${spec.name.replace(" ", "-")}`);
			const ended = await runHere(args, world, { input: walk.input ?? "" });
			expect(ended, ended.stderr).toMatchObject({ code: 0 });
		});
	}

	test.each(["dev", "serve"])("holdfast %s listens as its server: block says", async (name) => {
		const server = startServerProcess([name, "--json", "--port", "0"], world);
		onTestFinished(() => server.kill());
		await server.until(/^\{"url".*\n/m);
		const { url } = started.parse(JSON.parse((await server.until("\n")).match(/^\{"url".*$/m)?.[0] ?? ""));
		const ask = (headers: Record<string, string>): Promise<Response> =>
			fetch(`${url}/v1/sessions`, { headers });
		expect((await ask({})).status).toBe(401);
		const allowed = await ask({
			authorization: "Bearer key-of-whoever-runs-the-server",
			origin: "https://app.example.com",
		});
		expect(allowed.status).toBe(200);
		expect(allowed.headers.get("access-control-allow-origin")).toBe("https://app.example.com");
		server.signal("SIGTERM");
		expect((await server.ended).code).toBe(0);
	});
});

test("IF4: a project made by init works with the lines of its holdfast.yaml that are comments", async () => {
	const cwd = scratchFolder("cli-init-config");
	onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
	const around = { cwd, env: { HOLDFAST_HOME: join(cwd, "home") } };
	expect(await runHere(["init"], around)).toMatchObject({ code: 0 });
	const file = join(cwd, "holdfast.yaml");
	// A commented setting has a key in it, or is a line inside of one; a comment for readers is a sentence.
	const uncommented = readFileSync(file, "utf8").replaceAll(/^# (?=[a-z]+:| {2}\w+:)/gm, "");
	expect(uncommented).toContain("\nserver:\n  port:");
	writeFileSync(file, uncommented.replace("openai/gpt-5-mini", "demo"));
	process.env.HOLDFAST_ADMIN_KEY = "key-of-whoever-runs-the-server";
	onTestFinished(() => void delete process.env.HOLDFAST_ADMIN_KEY);
	for (const args of [
		["run", "assistant", "Hello"],
		["memory", "ls"],
		["sessions", "ls"],
		["agents", "ls"],
	])
		expect(await runHere(args, around), args.join(" ")).toMatchObject({ code: 0 });
	const report = await expectJson<{ ok: boolean }>("doctor", await runHere(["doctor", "--json"], around));
	expect(report.ok).toBe(true);
});
