// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how users write it.
import { afterEach, describe, expect, test, vi } from "vitest";
import { readConfig } from "../../src/config/index.ts";
import { configFolder, configOf, problemsOf, refusalOf } from "./config-file.ts";

afterEach(() => vi.unstubAllEnvs());

const BLOCK = "database:\n  hostname: db.${HF_REGION}.example\n  password: ${HF_PASSWORD}\n";

describe("${VAR} in holdfast.yaml (BE1)", () => {
	test("is filled in wherever there is text", async () => {
		vi.stubEnv("HF_REGION", "eu");
		vi.stubEnv("HF_PASSWORD", "a: {b} #c\n");
		vi.stubEnv("HF_DAYS", "30");
		const text = `${BLOCK}model: \${HF_MODEL:-demo}\nretention: { agents: { a: "\${HF_DAYS}" } }\n`;
		expect(await configOf(text)).toEqual({
			database: { postgres: { hostname: "db.eu.example", password: "a: {b} #c\n" } },
			model: "demo",
			retention: { agents: { a: 30 } },
		});
	});

	test("a missing variable is an error naming variable, file, line and field; all of them at once", async () => {
		vi.stubEnv("HF_PASSWORD", "");
		using at = configFolder(BLOCK);
		const { code, message } = await refusalOf(readConfig(at.file));
		expect(code).toBe("invalid");
		expect(message.split("\n")).toEqual([
			`${at.file}:2:3 database.hostname: needs the environment variable HF_REGION, which is not set or empty`,
			`${at.file}:3:3 database.password: needs the environment variable HF_PASSWORD, which is not set or empty`,
		]);
	});

	test("nothing else is said about a text that could not be filled in", async () => {
		const problems = await problemsOf("database: ${HF_NONE}\nserver: { port: '${HF_NONE}' }\n");
		expect(problems).toHaveLength(2);
		expect(problems.join()).not.toContain("must");
	});

	test.each([
		"server: { port: ${HF_NONE} }",
		"server: { port: ${HF_NONE:-5}, host: a }",
		"# x\nmodel: [${HF_NONE}]",
	])("in %j YAML would take the brace for its own: quotes are asked for", async (text) => {
		const [problem, ...more] = await problemsOf(`${text}\n`);
		expect(problem).toMatch(/^\d:\d+ inside \{ \} and \[ \], put a variable in quotes: "\$\{NAME\}"$/);
		expect(more).toEqual([]);
	});

	test("a variable may have a default, which also may be empty", async () => {
		vi.stubEnv("HF_HOST", "real");
		const text = 'database: { hostname: "${HF_HOST:-other}", password: "x${HF_NONE:-}${HF_NONE:-:-y}" }\n';
		expect(await configOf(text)).toEqual({ database: { postgres: { hostname: "real", password: "x:-y" } } });
	});

	test("$${ is the text ${, and a lone $ is one", async () => {
		const text = "database: { hostname: h, password: '$${HF_NONE}$$5$' }\n";
		expect(await configOf(text)).toEqual({
			database: { postgres: { hostname: "h", password: "${HF_NONE}$$5$" } },
		});
	});

	test.each(["${", "${}", "${A", "${1}", "${A-b}", "${A:b}", "${ A }", "${A${B}}"])(
		"%s names no variable",
		async (text) => {
			const [problem] = await problemsOf(`model: '${text}'\n`);
			expect(problem).toMatch(
				/^1:1 model: contains a \$\{ that is not an environment variable; write \$\{NAME\}/,
			);
		},
	);

	test.each([
		["port", "6000", 6000],
		["pool", " 7 ", 7],
		["timeoutMs", "8", 8],
		["pollIntervalMs", "9", 9],
		["pooler", "true", true],
		["listen", "false", false],
		["vector", "false", false],
		["role", "false", false],
		["password", "0123", "0123"],
		["password", "true", "true"],
		["dbname", "5", "5"],
	])("%s takes %j as what it wants", async (field, given, wanted) => {
		vi.stubEnv("HF_VALUE", given);
		vi.stubEnv("HF_PASSWORD", "x");
		const rest = field === "password" ? "" : "  password: ${HF_PASSWORD}\n";
		const config = await configOf(`database:\n  hostname: h\n  ${field}: \${HF_VALUE}\n${rest}`);
		expect(config).toMatchObject({ database: { postgres: { [field]: wanted } } });
	});

	test("so do the fields outside of the block", async () => {
		vi.stubEnv("HF_PORT", "80");
		vi.stubEnv("HF_FALSE", "false");
		const text =
			"server: { port: '${HF_PORT}' }\nembedder: ${HF_FALSE}\nretention: { events: '${HF_PORT}' }\n";
		expect(await configOf(text)).toMatchObject({
			server: { port: 80 },
			embedder: false,
			retention: { events: 80 },
		});
	});

	test.each(["", "x", "-1", "1e3", "0x10", "99999999999999999999"])("%j is no port", async (given) => {
		vi.stubEnv("HF_PORT", given);
		const [problem] = await problemsOf("database:\n  hostname: h\n  password: p\n  port: ${HF_PORT:-}\n");
		expect(problem).toBe("4:3 database.port: must be a whole number, 1 to 65535");
	});

	test("what a variable holds is never read as YAML, nor filled in again, nor a pattern", async () => {
		vi.stubEnv("HF_VALUE", "${HF_OTHER}\nmodel: evil $& $1 $$");
		vi.stubEnv("HF_OTHER", "leaked");
		const config = await configOf("database: { hostname: h, password: '${HF_VALUE}' }\n");
		expect(config).toEqual({
			database: { postgres: { hostname: "h", password: "${HF_OTHER}\nmodel: evil $& $1 $$" } },
		});
	});

	test("names that every object has are no variables", async () => {
		for (const name of ["constructor", "__proto__", "toString"]) {
			const [problem] = await problemsOf(`model: \${${name}}\n`);
			expect(problem).toContain(`needs the environment variable ${name}`);
		}
	});

	test("secrets are in no error", async () => {
		vi.stubEnv("HF_SECRET", "q7Zkq7Zk");
		for (const text of [
			"database: ${HF_SECRET}\n",
			"database: postgres://u:${HF_SECRET}@h:x/d\n",
			"database: postgres://u:1/${HF_SECRET}@h/d\n",
			"database: { hostname: h, password: '${HF_SECRET}', port: '${HF_SECRET}', sslmode: '${HF_SECRET}', listen: '${HF_SECRET}' }\n",
			"embedder: [${HF_SECRET}]\n",
			"server: ${HF_SECRET}\n",
		]) {
			expect((await problemsOf(text)).join()).not.toContain("q7Zk");
		}
	});
});
