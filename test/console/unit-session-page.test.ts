import { describe, expect, test } from "vitest";
import { costWords } from "../../console/src/pages/session/cost-words.ts";
import { SPAN, slideWindow, windowAround } from "../../console/src/pages/session/log-window.ts";
import { binEvents, manualStretches, samplePlaces } from "../../console/src/pages/session/timeline-bins.ts";
import { splitUnseen } from "../../console/src/pages/session/unseen-characters.ts";
import type { Event } from "../../src/index.ts";

const common = (offset: number) => ({ id: `e${offset}`, offset, at: "2026-01-01T00:00:00.000Z" });
const said = (offset: number): Event => ({
	...common(offset),
	kind: "message",
	source: "user",
	data: { role: "user", content: "hello" },
});
const mode = (offset: number, to: "auto" | "manual"): Event => ({
	...common(offset),
	kind: "mode",
	source: "system",
	data: { from: to === "auto" ? "manual" : "auto", to },
});

describe("IF5: what it took to make facts", () => {
	const one = {
		at: "2026-01-01T00:00:00.000Z",
		from: 0,
		to: 12,
		extractor: "model:openai/gpt-5-mini",
		statements: 3,
		ms: 2_340,
		calls: 1,
		inputTokens: 1_204,
		outputTokens: 96,
		dropped: [],
	};

	test("is one sentence: what was read, found and paid", () => {
		expect(costWords(one)).toBe(
			"model:openai/gpt-5-mini read events #0 to #11 and found 3 statements in 2.3 s, with 1 model call, 1,204 input tokens and 96 output tokens.",
		);
	});

	test("rules take no tokens", () => {
		const rules = { ...one, to: 1, extractor: "rules", statements: 1, ms: 4, calls: 0, inputTokens: 0 };
		expect(costWords({ ...rules, outputTokens: 0 })).toBe(
			"rules read event #0 and found 1 statement in 4 ms.",
		);
	});
});

describe("IF5: the window of a long log", () => {
	const bounds = { base: 0, head: 100_000 };

	test("a short log is all of it; a long one a window that is open at the end", () => {
		expect(windowAround(50, { base: 10, head: 90 })).toEqual({ start: 10, end: undefined });
		expect(windowAround(100_000, bounds)).toEqual({ start: 100_000 - SPAN, end: undefined });
		expect(windowAround(0, bounds)).toEqual({ start: 0, end: SPAN });
	});

	test("slides when the reader comes near its edge, and not before", () => {
		const window = windowAround(50_000, bounds);
		expect(slideWindow(window, { first: 50_000, last: 50_020 }, bounds)).toBe(window);
		const slid = slideWindow(window, { first: window.start + 10, last: window.start + 30 }, bounds);
		expect(slid.start).toBeLessThan(window.start - 1_000);
		expect(slid.end).toBeGreaterThan(window.start + 1_000);
	});

	test("never holds more than its span and some slack, however many events come", () => {
		let window = windowAround(100_000, bounds);
		for (let head = 100_000; head < 120_000; head += 60) {
			window = slideWindow(window, { first: head - 10, last: head - 1 }, { base: 0, head });
			expect((window.end ?? head) - window.start).toBeLessThanOrEqual(SPAN + 2_000);
			expect(window.end).toBeUndefined();
		}
	});

	test("whoever reads further up is not moved when the end is cut off", () => {
		const window = windowAround(100_000, bounds);
		const reader = { first: 97_000, last: 97_020 };
		const slid = slideWindow(window, reader, { base: 0, head: 110_000 });
		expect(slid.start).toBeLessThan(reader.first);
		expect(slid.end).toBeGreaterThan(reader.last);
	});
});

describe("IF5: the timeline of a session", () => {
	const log = (head: number) => ({ base: 0, head, get: () => undefined });

	test("each event of a short log has its place", () => {
		const bins = binEvents([said(0), mode(2, "manual")], log(4), 100);
		expect(bins.map(({ known }) => known)).toEqual([true, false, true, false]);
		expect([...(bins[0]?.lanes ?? [])]).toEqual(["user"]);
	});

	test("a long log has no more pieces than there is room for", () => {
		const bins = binEvents([said(99_999)], log(100_000), 250);
		expect(bins.length).toBe(250);
		expect(bins.at(-1)?.known).toBe(true);
	});

	test("shades what a human had, also where one end is not known", () => {
		const bounds = { base: 0, head: 20 };
		expect(manualStretches([mode(3, "manual"), mode(7, "auto"), mode(3, "manual")], bounds, "auto")).toEqual([
			{ from: 3, to: 7 },
		]);
		expect(manualStretches([mode(7, "auto")], bounds, "auto")).toEqual([{ from: 0, to: 7 }]);
		expect(manualStretches([mode(9, "manual")], bounds, "manual")).toEqual([{ from: 9, to: 20 }]);
		expect(manualStretches([], bounds, "manual")).toEqual([{ from: 0, to: 20 }]);
	});

	test("reads few places of a long log, and all of a short one", () => {
		expect(samplePlaces({ base: 0, head: 100_000 }, 5, 200)).toEqual([0, 24_950, 49_900, 74_850, 99_800]);
		expect(samplePlaces({ base: 100, head: 500 }, 5, 200)).toEqual([100, 300]);
	});
});

describe("IF5: characters that nobody sees", () => {
	test("are told; joiners that emoji and languages need are left alone", () => {
		expect(splitUnseen("invoice\u202Efdp.exe")).toEqual([
			{ text: "invoice" },
			{ text: "\u202E", unseen: "U+202E" },
			{ text: "fdp.exe" },
		]);
		expect(splitUnseen("a\u200B\u200Bb")[1]).toEqual({ text: "\u200B\u200B", unseen: "U+200B × 2" });
		expect(splitUnseen("👩\u200D🚀 می\u200Cخواهم")).toEqual([{ text: "👩\u200D🚀 می\u200Cخواهم" }]);
	});

	test("so many of them that marks would drown the page are left as they are", () => {
		expect(splitUnseen("a\u200B".repeat(10_000))).toHaveLength(1);
	});
});
