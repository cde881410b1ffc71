import { describe, expect, test } from "vitest";
import type { AgentInfo } from "../../turn/index.ts";
import { checkModels, describeDatabase, shortPath } from "./describe-server.ts";

const agent = (id: string, model: string): AgentInfo => ({
	...{ id, model, memory: false, tools: [], agents: [] },
});

describe("IF4: a server in a few words", () => {
	test("paths are as one would type them", () => {
		expect(shortPath("/home/ada/shop/agents", "/home/ada/shop")).toBe("agents");
		expect(shortPath("/home/ada", "/home/ada")).toBe(".");
		expect(shortPath("/var/data/x.db", "/home/ada")).toBe("/var/data/x.db");
	});

	test("the database is told without its password", () => {
		const cwd = "/home/ada";
		expect(describeDatabase({ sqlite: ":memory:" }, cwd)).toBe("memory, until it stops");
		const url = "postgres://ada:s3cret@db.example.com:5433/shop?sslmode=require";
		expect(describeDatabase({ postgres: { url } }, cwd)).toBe("postgres://db.example.com:5433/shop");
		const block = { hostname: "db.example.com", password: "s3cret" };
		expect(describeDatabase({ postgres: block }, cwd)).toBe("postgres://db.example.com/postgres");
	});

	test("models that cannot answer are told once each, with what to do", async () => {
		const agents = [agent("a", "demo"), agent("b", "nobody/x"), agent("c", "nobody/x")];
		expect(await checkModels(agents)).toEqual([
			expect.stringMatching(/^model "nobody\/x" is of a provider that is not known by name: write /),
		]);
	});
});
