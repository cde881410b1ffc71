import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/index.ts";
import { configFolder, configOf, problemsOf, refusalOf } from "./config-file.ts";

describe("holdfast.yaml", () => {
	test("says what the options say", async () => {
		const text = `
model: openai/gpt-5-mini
embedder: openai/text-embedding-3-small
tenant: acme
retention: { events: 30, agents: { audit: forever, "a b": 0.5 } }
network: { allow: [10.0.0.0/8, hooks.internal] }
server: { port: 4747, host: 0.0.0.0, adminKey: a key of some length, cors: ["https://app.example.com"] }
`;
		expect(await configOf(text)).toEqual({
			database: { sqlite: expect.any(String) },
			model: "openai/gpt-5-mini",
			embedder: "openai/text-embedding-3-small",
			tenant: "acme",
			retention: { events: 30, agents: { audit: "forever", "a b": 0.5 } },
			network: { allow: ["10.0.0.0/8", "hooks.internal"] },
			server: {
				port: 4747,
				host: "0.0.0.0",
				adminKey: "a key of some length",
				cors: ["https://app.example.com"],
			},
		});
	});

	test("agents is a folder beside it; the default is taken if it is there", async () => {
		using at = configFolder("agents: ./mine\n");
		at.put("mine/a.yaml", "");
		expect(await readConfig(at.file)).toMatchObject({ agents: join(at.folder, "mine") });
		at.put("holdfast.yaml", "model: demo\n");
		expect(await readConfig(at.file)).not.toHaveProperty("agents");
		at.put("agents/a.yaml", "");
		expect(await readConfig(at.file)).toMatchObject({ agents: join(at.folder, "agents") });
	});

	test("a folder that is named must be there", async () => {
		using at = configFolder("\nagents: holdfast.yaml\n");
		expect((await refusalOf(readConfig(at.file))).message).toBe(
			`${at.file}:2:1 agents: the folder ${at.file} does not exist; create it and add a manifest, e.g. support.yaml`,
		);
	});

	test.each([
		["agnets: x", "1:1 agnets: is not known; did you mean agents?"],
		[
			"zzz: x",
			"1:1 zzz: is not known; known here: agents, database, search, embedder, model, memory, tenant, retention, network, server",
		],
		["agents: ''", "1:1 agents: must not be empty"],
		['agents: "a\\0b"', "1:1 agents: must not contain NUL"],
		["agents: [a]", "1:1 agents: must be the path of a folder"],
		["model: 5", "1:1 model: must be provider/model, e.g. openai/gpt-5-mini"],
		["embedder: true", "1:1 embedder: must be provider/model, or false"],
		["tenant: ''", "1:1 tenant: must not be empty"],
		["retention: 30", "1:1 retention: must be a map, e.g. { events: 90 }"],
		["retention: { event: 30 }", "1:14 retention.event: is not known; did you mean events?"],
		["retention: { agents: { a: -1 } }", '1:24 retention.agents.a: must be a number of days, or "forever"'],
		["server: { port: 70000 }", "1:11 server.port: must be a whole number from 0 to 65535"],
		["network: { allow: 10.0.0.0/8 }", "1:12 network.allow: must be a list"],
		["network: [a]", '1:1 network: must be a map, e.g. { allow: ["10.0.0.0/8"] }'],
		[
			"server: { adminKey: 5 }",
			"1:11 server.adminKey: must be the admin key of the server, from an environment variable",
		],
		["server: { cors: '*' }", "1:11 server.cors: must be a list of origins"],
		["server: { prot: 1 }", "1:11 server.prot: is not known; did you mean port?"],
		["- database", "1:1 must be a map of keys, e.g. database: postgres://…"],
		["just text", "1:1 must be a map of keys, e.g. database: postgres://…"],
		["model: a\nmodel: b", "2:1 model appears twice; remove one"],
		["model: a\n---\nmodel: b", "2:1 begins a second document; a file can contain only one configuration"],
		["'__proto__': { database: x }", expect.stringContaining("1:1 __proto__: is not known")],
	])("%j is refused where it stands", async (text, problem) => {
		expect(await problemsOf(text)).toEqual([problem]);
	});

	test("a file that is not there is not_found, with the path as given", async () => {
		expect(await refusalOf(readConfig("no/such.yaml"))).toMatchObject({
			code: "not_found",
			message: expect.stringMatching(/^no\/such\.yaml does not exist; create it/),
		});
	});

	test.each(["", "a\0b", 5, null])("%j is no path", async (path) => {
		expect(await refusalOf(readConfig(path as string))).toMatchObject({ code: "invalid" });
	});

	test("what could make the reader work for ever is refused", async () => {
		expect(await problemsOf(`# ${"x".repeat(1_048_576)}\n`)).toEqual([
			"1:1 is larger than 1 MiB; make it smaller",
		]);
		expect(await problemsOf(Buffer.from([0xff, 0xfe, 0x00]))).toEqual(["1:1 is not UTF-8 text"]);
		const bomb = Array.from({ length: 12 }, (_, i) =>
			i === 0 ? "a0: &a0 [x]" : `a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]`,
		);
		expect(await problemsOf(bomb.join("\n"))).toEqual(["1:1 has too many aliases (*name); simplify it"]);
		expect((await problemsOf(`model: ${"[".repeat(100_000)}`)).join()).toMatch(/nested too deeply|Flow/);
		const unclosed = await problemsOf(`model: "${"${A:-".repeat(100_000)}"\n`);
		expect(unclosed[0]).toContain("is not an environment variable");
		using at = configFolder("");
		expect((await refusalOf(readConfig(at.folder))).message).toBe(`${at.folder}:1:1 is not a file`);
	});
});
