import fc from "fast-check";
import { expect, test } from "vitest";
import { toolName } from "../tool.ts";
import { mcpToolNames } from "./mcp-names.ts";

test("AG4 good names stay, others are made good, and the prefix stands before all", () => {
	expect(Object.fromEntries(mcpToolNames(["search", "get.item", "9lives", "-x", "ü"]))).toEqual({
		search: "search",
		"get.item": "get_item",
		"9lives": "_9lives",
		"-x": "_-x",
		ü: "_",
	});
	expect(mcpToolNames(["9lives"], "cat_").get("9lives")).toBe("cat_9lives");
});

test("AG4 a changed name never takes the place of an unchanged one, in any order", () => {
	for (const names of [
		["a.b", "a_b"],
		["a_b", "a.b"],
	]) {
		const found = mcpToolNames(names);
		expect(found.get("a_b")).toBe("a_b");
		expect(found.get("a.b")).toMatch(/^a_b_[0-9a-f]{8}$/);
	}
});

test("AG4 any names of any server become different names that models accept, the same each time", () => {
	const names = fc.array(
		fc.oneof(
			fc.string({ unit: "binary", maxLength: 100 }),
			fc.stringMatching(/^[ab._]{1,3}$/),
			fc.stringMatching(/^x{60,70}$/),
		),
	);
	fc.assert(
		fc.property(names, fc.constantFrom("", "p_", "P".repeat(32)), (given, prefix) => {
			const found = mcpToolNames(given, prefix);
			expect(new Set(found.keys())).toEqual(new Set(given));
			expect(new Set(found.values()).size).toBe(found.size);
			for (const name of found.values()) expect(toolName.safeParse(name).success).toBe(true);
			expect(mcpToolNames(given, prefix)).toEqual(found);
		}),
	);
});
