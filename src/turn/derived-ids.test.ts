import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_ID_LENGTH } from "../event/index.ts";
import { derivedId } from "./derived-ids.ts";

/** Ids of characters that could be mistaken for a separator. */
const id = fc.string({ unit: fc.constantFrom("a", ":", "\\", "~"), minLength: 1, maxLength: 6 });
const path = fc.tuple(id, fc.array(id, { minLength: 1, maxLength: 3 }));

const derive = ([root, agents]: [string, string[]]): string =>
	agents.reduce((parent, agent, depth) => derivedId(parent, agent, depth > 0), root);

describe("derived ids (AG5)", () => {
	it("are the id and the agent with a colon between them, and nest", () => {
		expect(derivedId("u", "support", false)).toBe("u:support");
		expect(derivedId("u:support", "refunds", true)).toBe("u:support:refunds");
		expect(derivedId("user-42:billing", "support", false)).toBe("user-42\\:billing:support");
	});

	it("differ for different ids and agents, whatever characters these have", () => {
		fc.assert(
			fc.property(path, path, (a, b) => {
				expect(derive(a) === derive(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
			}),
			{ numRuns: 2_000 },
		);
	});

	it("stay within what an id may be, well-formed and different, however long the parts are", () => {
		const long = "🙂".repeat(MAX_ID_LENGTH / 2);
		const ids = ["a", "b"].map((agent) => derivedId(long, agent, false));
		for (const derived of ids) {
			expect(derived.length).toBeLessThanOrEqual(MAX_ID_LENGTH);
			expect(derived.isWellFormed()).toBe(true);
		}
		expect(ids[0]).not.toBe(ids[1]);
		expect(derivedId(`${long.slice(2)}ab`, "a", false)).not.toBe(ids[0]);
	});
});
