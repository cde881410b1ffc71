import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recallTwice } from "./recall-twice.ts";

describe("a bounded memory of answers", () => {
	test("what is asked again is not worked out again", () => {
		const asked: string[] = [];
		const recall = recallTwice((key) => {
			asked.push(key);
			return key.toUpperCase();
		});
		expect([recall("a"), recall("b"), recall("a")]).toEqual(["A", "B", "A"]);
		expect(asked).toEqual(["a", "b"]);
	});

	test("what is in use stays while the rest is forgotten", () => {
		let worked = 0;
		const recall = recallTwice((key) => {
			worked++;
			return key;
		}, 4);
		for (let i = 0; i < 100; i++) {
			recall("often");
			recall(`once ${i}`);
		}
		expect(worked).toBe(101);
		recall("once 0");
		expect(worked).toBe(102);
	});

	test("answers are those of the function, whatever is asked in whatever order", () => {
		fc.assert(
			fc.property(fc.array(fc.string({ unit: "binary" })), (keys) => {
				const recall = recallTwice((key) => `<${key}>`, 3);
				for (const key of [...keys, ...keys]) expect(recall(key)).toBe(`<${key}>`);
			}),
		);
	});
});
