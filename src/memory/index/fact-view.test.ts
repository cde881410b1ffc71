import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { termHash } from "../text/term-hash.ts";
import { analyse } from "./analyse.ts";
import { createFactView, type FactEntry } from "./fact-view.ts";

const fact = (id: number, text: string): FactEntry => ({
	...analyse(text),
	id,
	importance: 0.5,
	pinned: false,
	at: 0,
	vector: Int8Array.of(id % 100, 1, 2),
});

describe("a view of facts", () => {
	it("counts exactly the facts that are there, whatever came and went (FA2)", () => {
		const words = ["dog", "cat", "tea", "rain"];
		const put = fc.record({ id: fc.nat(8), text: fc.subarray(words) });
		const step = fc.oneof(put, fc.record({ remove: fc.nat(8) }));
		fc.assert(
			fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
				const view = createFactView();
				const expected = new Map<number, string[]>();
				for (const one of steps) {
					if ("remove" in one) {
						expect(view.remove(one.remove)).toBe(expected.delete(one.remove));
					} else {
						view.put(fact(one.id, one.text.join(" ")));
						expected.set(one.id, one.text);
					}
				}
				expect(view.size).toBe(expected.size);
				for (const word of words) {
					const holding = [...expected.values()].filter((text) => text.includes(word)).length;
					expect(view.postings.live(termHash(word))).toBe(holding);
				}
				for (let id = 0; id <= 8; id++) expect(view.has(id)).toBe(expected.has(id));
			}),
		);
	});

	it("gives back the room of facts that are gone", () => {
		const view = createFactView();
		for (let id = 0; id < 3_000; id++) view.put(fact(id, `dog number${id}`));
		for (let id = 0; id < 2_900; id++) view.remove(id);
		expect(view.size).toBe(100);
		expect(view.rows).toBeLessThan(1_600);
		expect(view.postings.live(termHash("dog"))).toBe(100);
		expect(view.has(2_950)).toBe(true);
		const rows = Array.from({ length: view.rows }, (_, row) => row).filter(
			(row) => view.columns.alive[row] === 1,
		);
		expect(rows.map((row) => view.columns.id[row])).toEqual(Array.from({ length: 100 }, (_, i) => 2_900 + i));
		expect(view.vectors.get(rows[0] as number)).toEqual(Int8Array.of(0, 1, 2));
	});
});
