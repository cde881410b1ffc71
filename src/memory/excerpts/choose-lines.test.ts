import { describe, expect, test } from "vitest";
import { type Asking, chooseBar, evidence, overBar } from "./choose-lines.ts";
import type { FoundLine } from "./find-lines.ts";

const line = (keyword: number, prior = 0): FoundLine =>
	({ offset: 0, score: keyword + prior, parts: { keyword, prior } }) as unknown as FoundLine;
const asking: Asking = { young: true, personal: false, otherLanguage: false };
const most = (lines: readonly FoundLine[], more: Partial<Asking> = {}): number =>
	chooseBar(lines, { ...asking, ...more }).most;

describe("how many lines a run quotes (ME11)", () => {
	test("the better the lines fit, the more; and none where all fit by chance", () => {
		const steps = [0.01, 0.04, 0.1, 0.4].map((keyword) => most([line(keyword)]));
		expect(steps[0]).toBe(0);
		expect(steps).toEqual(steps.toSorted((a, b) => a - b));
		expect(new Set(steps).size).toBe(4);
		expect(most([])).toBe(0);
	});

	test("one line that shares a word by chance counts for little: the third-best decides", () => {
		expect(most([line(0.4), line(0.01), line(0.01)])).toBe(0);
		expect(most([line(0.4), line(0.1), line(0.1)])).toBe(most([line(0.1)]));
	});

	test("what would fit any other input is no evidence", () => {
		expect(evidence(line(0.1, 0.5))).toBeCloseTo(0.1);
		expect(most([line(0.01, 0.5)])).toBe(0);
	});

	test("users who speak of themselves get lines whatever fits; so do those of other languages, but fewer", () => {
		const personal = most([line(0)], { personal: true });
		expect(personal).toBeGreaterThan(20);
		const other = chooseBar([line(0)], { ...asking, otherLanguage: true });
		expect(other.most).toBeGreaterThan(0);
		expect(other.most).toBeLessThan(personal);
	});

	test("in a long conversation only what fits well", () => {
		expect(most([line(0.1)], { young: false, personal: true })).toBe(0);
		const bar = chooseBar([line(0.5)], { ...asking, young: false });
		expect(overBar([line(0.5), line(0.3), line(0.1)], bar)).toHaveLength(2);
	});
});
