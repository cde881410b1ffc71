import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldText } from "./fold-text.ts";
import { termHash } from "./term-hash.ts";
import { readWords, words } from "./words.ts";

const texts = (text: string): string[] => words(text).map((word) => word.text);
const stems = (text: string): string[] => words(text).map((word) => word.stem);

/** Any text that a program may pass: halves of surrogate pairs, marks, control characters, long repeats. */
const anyText = fc.oneof(
	fc.string({ unit: "binary" }),
	fc.string({ unit: "grapheme" }),
	fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
	fc
		.tuple(fc.string({ unit: "grapheme" }), fc.nat(600))
		.map(([text, times]) => text.slice(0, 6).repeat(times)),
);

describe("words of a text", () => {
	test.each([
		["I don't know", ["i", "don", "know"]],
		["Ada's and Ada’s", ["ada", "and", "ada"]],
		["we'll they've you're I'd", ["we", "they", "you", "i"]],
		["l'homme d'accord O'Brien", ["l", "homme", "d", "accord", "o", "brien"]],
		["ORD-1234, snake_case a@b.com", ["ord", "1234", "snake", "case", "a", "b", "com"]],
		["1,000 or 1,000,000 or 5,6", ["1000", "or", "1000000", "or", "5", "6"]],
		["3.5 kg, v1.2.3, 19.99.", ["3.5", "kg", "v1.2.3", "19.99"]],
		["am 08.05.2023", ["am", "08.05", "2023"]],
		["7:30pm 8th", ["7", "30pm", "8th"]],
		[
			"Ｃａｆé Straße ŁÓDŹ Ørsted Đorđe Æsir İstanbul",
			"cafe strasse lodz orsted dorde aesir istanbul".split(" "),
		],
		["Ёлка мой ΟΔΟΣ", ["елка", "мой", "οδοσ"]],
		["مُدَرِّسَة שָׁלוֹם", ["مدرسة", "שלום"]],
		["हिन्दी भाषा ٣ ३", ["हिन्दी", "भाषा", "3", "3"]],
		["東京に行った。水", ["東", "東京", "京", "京に", "に行", "行", "行っ", "った", "水"]],
		["iPhone手机3月", ["iphone", "手", "手机", "机", "3", "月"]],
		["ﾊﾞﾅﾅ バナナ", ["バナ", "ナナ", "バナ", "ナナ"]],
		["학교에 가", ["학교", "교에", "가"]],
		["กินข้าว", ["กิน", "นข้", "ข้า", "าว"]],
		["😀 👩‍👩‍👧 1️⃣ … — !?", ["1"]],
		["soft\u00adhyphen zero\u200bwidth", ["softhyphen", "zero", "width"]],
		["", []],
		["\0\ud800a\udc00 \u0301", ["a"]],
	])("%j", (text, expected) => {
		expect(texts(text)).toEqual(expected.map((word) => word.normalize("NFC")));
	});

	test("stems: English by Porter2, ordinals by their number, Cyrillic without its ending, ids as they are", () => {
		expect(stems("Counselors adopted the 8th of 21st")).toEqual("counselor adopt the 8 of 21".split(" "));
		expect(new Set(stems("собака собаки собаку собакой собаками")).size).toBe(1);
		expect(stems("abc123ing")).toEqual(["abc123ing"]);
	});

	test("terms know their hash and whether they are stop words", () => {
		const seen: [string, boolean][] = [];
		readWords("Don't sell the café", (term) => {
			expect(term.hash).toBe(termHash(term.stem));
			seen.push([term.text, term.stop]);
		});
		expect(seen).toEqual([
			["don", true],
			["sell", false],
			["the", true],
			["cafe", false],
		]);
	});

	test("a blob is one word of bounded length", () => {
		const [word, ...more] = words("x".repeat(100_000));
		expect(word?.text.length).toBe(64);
		expect(word?.end).toBe(100_000);
		expect(more).toEqual([]);
	});

	test.each([
		["Han", "水", 199_999],
		["kana with marks", "ﾊﾞ", 99_999],
		["Thai", "ก้", 99_999],
	])("a long run of %s loses no pair", (_, unit, pairs) => {
		expect(words(unit.repeat(100_000)).length).toBe(pairs);
	});

	test("floods of marks are read in one pass", () => {
		for (const base of ["e", "水", "ก", ""]) {
			expect(words(base + "\u0301\u0323".repeat(250_000)).length).toBe(base === "" ? 0 : 1);
		}
	});

	test("any text is survived; places are inside the text and never go back; no word is empty", () => {
		fc.assert(
			fc.property(anyText, (text) => {
				let last = 0;
				for (const word of words(text)) {
					expect(word.start).toBeGreaterThanOrEqual(last);
					expect(word.end).toBeGreaterThan(word.start);
					expect(word.end).toBeLessThanOrEqual(text.length);
					expect(word.text).not.toBe("");
					last = word.start;
				}
			}),
		);
	});

	test("words of spaced scripts do not depend on what stands beside them", () => {
		const word = fc.stringMatching(/^[a-zé]{1,12}$/);
		fc.assert(
			fc.property(fc.array(word), (list) => {
				expect(texts(list.join(" "))).toEqual(list.map((item) => texts(item)[0]));
			}),
		);
	});
});

describe("folding", () => {
	test("folding twice is folding once", () => {
		fc.assert(
			fc.property(anyText, (text) => {
				const once = foldText(text);
				expect(foldText(once)).toBe(once);
			}),
			{ numRuns: 1_000 },
		);
		for (let unit = 0; unit < 0x10000; unit++) {
			const once = foldText(String.fromCharCode(unit));
			if (foldText(once) !== once) expect.fail(`U+${unit.toString(16)}`);
		}
	});

	test("how a letter is composed does not matter", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme" }), (text) => {
				expect(foldText(text.normalize("NFD"))).toBe(foldText(text.normalize("NFC")));
			}),
		);
	});
});

describe("hashes of terms", () => {
	test("never change: indexes that were written hold them", () => {
		expect(["", "a", "dog", "東京", "собак"].map(termHash)).toMatchInlineSnapshot(`
			[
			  2872998923,
			  444641715,
			  2443789735,
			  3582675122,
			  546393331,
			]
		`);
	});

	test("are 32 bits without sign", () => {
		fc.assert(fc.property(anyText, (text) => termHash(text) === termHash(text) >>> 0));
	});

	test("spread: 100,000 terms share about as many as chance has them share, in the whole and in their low bits", () => {
		const hashes = Array.from({ length: 100_000 }, (_, i) => termHash(`term${i}`));
		expect(new Set(hashes).size).toBeGreaterThan(99_990);
		const buckets = new Uint32Array(1024);
		for (const hash of hashes) buckets[hash & 1023] = (buckets[hash & 1023] ?? 0) + 1;
		expect(Math.max(...buckets)).toBeLessThan(160);
		expect(Math.min(...buckets)).toBeGreaterThan(50);
	});
});
