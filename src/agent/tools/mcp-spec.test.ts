import { describe, expect, test } from "vitest";
import { parse } from "../../error/index.ts";
import { labelOf, mcpSpec } from "./mcp-spec.ts";
import { mcp } from "./mcp-toolset.ts";

describe("AG4 the definition of an MCP server", () => {
	test("a command or an address, with what belongs to it", () => {
		const command = { command: "npx", args: ["-y", "server"], env: { A: "1" }, cwd: "/tmp", prefix: "a_" };
		const url = { url: "https://user.example:8443/mcp?x=1", headers: { a: "b" }, tools: ["t"], timeoutMs: 1 };
		expect(parse(mcpSpec, command, "mcp")).toEqual(command);
		expect(parse(mcpSpec, url, "mcp")).toEqual(url);
		expect(labelOf(command)).toBe("npx");
		expect(labelOf(url)).toBe("user.example:8443");
	});

	test.each<[unknown, string]>([
		[{}, "mcp: must have either command or url"],
		[{ command: "a", url: "https://a.example" }, "mcp: must have either command or url"],
		[{ command: "" }, "mcp.command: must not be empty"],
		[{ command: "a\0b" }, "mcp.command: must not contain NUL"],
		[{ command: "a", headers: {} }, "mcp.headers: can only be set together with url"],
		[{ url: "https://a.example", env: {} }, "mcp.env: can only be set together with command"],
		[{ url: "ftp://a.example" }, "mcp.url: must be an http or https address"],
		[{ url: "a.example" }, "mcp.url: must be an http or https address"],
		[{ url: "https://me:pw@a.example" }, "mcp.url: must not contain a user or password"],
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users would write it.
		[{ url: "https://a.example/?k=${KEY}" }, "mcp.url: must not contain {…}"],
		[{ command: "a", env: { "A=B": "x" } }, "mcp.env.A=B: "],
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
		[{ command: "a", env: { A: "${}" } }, "mcp.env.A: has a ${ that names no"],
		[{ command: "a", prefix: "9" }, "mcp.prefix: must be 1 to 32 letters"],
		[{ command: "a", nope: 1 }, 'unknown field "nope"'],
		["npx server", "mcp: "],
	])("%j is refused with the field named", (given, message) => {
		expect(() => parse(mcpSpec, given, "mcp")).toThrow(
			expect.objectContaining({ code: "invalid", message: expect.stringContaining(message) }),
		);
	});

	test("ST7 an invalid rule is refused immediately", () => {
		expect(() => mcp({ command: "a", allow: "role ==" })).toThrow(
			expect.objectContaining({ code: "invalid", message: expect.stringMatching(/^mcp\.allow: /) }),
		);
	});
});
