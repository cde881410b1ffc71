import { describe, expect, test } from "vitest";
import { describeDatabase, shortPath } from "./describe-server.ts";

describe("IF4: a server in a few words", () => {
	test("paths are as one would type them", () => {
		expect(shortPath("/home/ada/shop/agents", "/home/ada/shop")).toBe("agents");
		expect(shortPath("/home/ada", "/home/ada")).toBe(".");
		expect(shortPath("/var/data/x.db", "/home/ada")).toBe("/var/data/x.db");
	});

	test("the database is told without its password", () => {
		const cwd = "/home/ada";
		expect(describeDatabase({ sqlite: ":memory:" }, cwd)).toBe("memory (lost when it stops)");
		const url = "postgres://ada:s3cret@db.example.com:5433/shop?sslmode=require";
		expect(describeDatabase({ postgres: { url } }, cwd)).toBe("postgres://db.example.com:5433/shop");
		const block = { hostname: "db.example.com", password: "s3cret" };
		expect(describeDatabase({ postgres: block }, cwd)).toBe("postgres://db.example.com/postgres");
	});
});
