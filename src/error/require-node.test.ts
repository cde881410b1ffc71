import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkNode, OLDEST_NODE } from "./require-node.ts";

describe("a Node that is too old is refused", () => {
	test.each(["18.20.8", "20.20.2", "22.0.0", "22.15.1"])(
		"%s: what is needed, what this is, what to do",
		(version) => {
			expect(() => checkNode(version)).toThrow(
				expect.objectContaining({
					name: "HoldfastError",
					code: "capability_missing",
					found: version,
					message: expect.stringMatching(
						/^Holdfast needs Node 22\.16 or newer; this is v\d+.*Install a newer one/,
					),
				}),
			);
		},
	);

	test.each(["22.16.0", "22.22.1", "23.0.0", "24.21.0", "26.0.0-nightly"])("%s is accepted", (version) => {
		expect(() => checkNode(version)).not.toThrow();
	});

	test("where there is no Node, nothing is refused", () => {
		expect(() => checkNode(undefined)).not.toThrow();
	});

	test("package.json says the same", () => {
		const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
		expect(engines.node).toBe(`>=${OLDEST_NODE}`);
	});
});
