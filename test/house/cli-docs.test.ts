import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { commands } from "../../src/cli/commands/index.ts";
import { cliDocs } from "../../tools/write-cli-docs.ts";
import { root } from "./root.ts";

const read = (path: string): string => readFileSync(root(path), "utf8");

describe("the reference of the command line (IF4)", () => {
	test.each(["docs/cli.md", "schema/cli.schema.json"])(
		"%s is what the commands say; if not, run: node tools/write-cli-docs.ts",
		async (path) => {
			expect(read(path), "run: node tools/write-cli-docs.ts").toBe((await cliDocs()).get(path));
		},
	);

	test("every command has a heading of its own, and a shape that leads somewhere", () => {
		const page = read("docs/cli.md");
		const { $defs } = JSON.parse(read("schema/cli.schema.json")) as { $defs: Record<string, unknown> };
		for (const { spec } of commands) {
			expect(page.split("\n")).toContain(`### holdfast ${spec.name}`);
			expect($defs).toHaveProperty([spec.name]);
		}
		const refs = [...read("schema/cli.schema.json").matchAll(/"\$ref": "([^"]+)"/g)].map(([, ref]) => ref);
		expect(refs.length).toBeGreaterThan(10);
		expect(refs.filter((ref) => !Object.hasOwn($defs, ref?.replace("#/$defs/", "") ?? ""))).toEqual([]);
	});
});
