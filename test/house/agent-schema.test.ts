import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { agentSchema, schemaText } from "../../tools/make-agent-schema.ts";
import { codeBlocks } from "./code-blocks.ts";
import { root } from "./root.ts";

type Schema = { [key: string]: unknown; description?: string; properties?: Record<string, Schema> };

/** Every property anywhere in a schema, by its path. */
function properties(schema: unknown, path = ""): [string, Schema][] {
	if (typeof schema !== "object" || schema === null) return [];
	return Object.entries(schema).flatMap(([key, value]) => {
		if (key !== "properties") return properties(value, path);
		return Object.entries(value as Record<string, Schema>).flatMap(([name, property]): [string, Schema][] => [
			[`${path}.${name}`, property],
			...properties(property, `${path}.${name}`),
		]);
	});
}

describe("schema/agent.schema.json (AG1)", () => {
	test("is what the checks of manifests say; if not, run: node tools/make-agent-schema.ts", () => {
		const written = readFileSync(root("schema/agent.schema.json"), "utf8");
		expect(written, "run: node tools/make-agent-schema.ts").toBe(schemaText(agentSchema()));
	});

	test("explains every key", () => {
		const all = properties(agentSchema());
		expect(all.length).toBeGreaterThan(50);
		expect(all.filter(([, schema]) => !schema.description).map(([path]) => path)).toEqual([]);
	});

	test("accepts what the guide shows, and sees a wrong key", async () => {
		const { parse } = await import("yaml");
		const schema = z.fromJSONSchema(agentSchema() as Parameters<typeof z.fromJSONSchema>[0]);
		const guide = readFileSync(root("docs/guides/manifest.md"), "utf8");
		const examples = codeBlocks(guide, "yaml").map(({ text }) => parse(text) as Record<string, unknown>);
		expect(examples.length).toBeGreaterThan(2);
		for (const example of examples) {
			expect(schema.safeParse(example)).toMatchObject({ success: true });
			expect(schema.safeParse({ ...example, modle: "x" }).success).toBe(false);
		}
	});
});
