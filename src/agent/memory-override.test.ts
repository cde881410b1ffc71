import { describe, expect, test } from "vitest";
import type { MemorySettings } from "./definition.ts";
import { memoryNow } from "./memory-override.ts";
import { DEFAULT_MEMORY, toMemory } from "./to-memory.ts";

const now = (defined: MemorySettings | false, memory: MemorySettings | false) =>
	memoryNow(toMemory(defined), { memory, changedAt: 0 });

describe("the settings that hold (IF5)", () => {
	test("are the definition's, where nothing stands in for them", () => {
		const defined = toMemory({ limit: 5 });
		expect(memoryNow(defined, undefined)).toBe(defined);
	});

	test("are those that stand in, with what they leave open from the definition", () => {
		expect(now({ limit: 5, space: "team" }, { recall: "both" })).toEqual({
			...DEFAULT_MEMORY,
			limit: 5,
			space: "team",
			recall: "both",
		});
		expect(now({ facts: "agent" }, { facts: false })).toMatchObject({ active: true, facts: false });
	});

	test("are on with the defaults where an object stands in for false, and off where false stands in", () => {
		expect(now(false, {})).toEqual(DEFAULT_MEMORY);
		expect(now(false, { limit: 5 })).toEqual({ ...DEFAULT_MEMORY, limit: 5 });
		expect(now({ limit: 5 }, false)).toMatchObject({ active: false, facts: false });
		expect(now(false, false)).toMatchObject({ active: false, facts: false });
	});
});
