import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";
import { type Entry, SPEAKER_KINDS } from "./analysed.ts";
import { decodeSegment, encodeSegment } from "./segment.ts";

const speakers = [
	{ speaker: 0, names: new Int32Array(0) },
	{ speaker: -7, names: Int32Array.of(4, -5) },
	{ speaker: 9, names: Int32Array.of(9) },
];

const entries = (dimensions: number): fc.Arbitrary<Entry[]> =>
	fc.array(
		fc
			.record({
				offset: fc.nat(),
				at: fc.double({ noNaN: true }),
				words: fc.nat(0xffff),
				flags: fc.nat(0xffff),
				you: fc.nat(255),
				temporal: fc.nat(255),
				kind: fc.constantFrom(...SPEAKER_KINDS),
				who: fc.constantFrom(...speakers),
				counted: fc.uniqueArray(fc.tuple(fc.integer(), fc.integer({ min: 1, max: 255 })), {
					selector: ([term]) => term,
				}),
				vector: fc.option(fc.int8Array({ minLength: dimensions, maxLength: dimensions }), { nil: undefined }),
			})
			.map(({ who, counted, vector, ...rest }) => ({
				...rest,
				...who,
				terms: Int32Array.from(counted, ([term]) => term),
				counts: Uint8Array.from(counted, ([, count]) => count),
				...(vector && dimensions > 0 && { vector }),
			})),
		{ maxLength: 20 },
	);

const sample = (): Entry[] =>
	["I have two dogs", "Do they bark?", ""].map((text, offset) => ({
		...analyse(text, { speaker: "Ada Byron" }),
		offset,
		at: 1_700_000_000_000 + offset,
	}));

describe("a segment of analysed texts", () => {
	it("gives back what was put in", () => {
		fc.assert(
			fc.property(fc.constantFrom(0, 1, 16, 256).chain(entries), (given) => {
				expect(decodeSegment(encodeSegment(given))).toEqual(given);
			}),
		);
	});

	it("can be read at any address, as engines give it", () => {
		const packed = encodeSegment(sample());
		const elsewhere = new Uint8Array(packed.length + 3);
		elsewhere.set(packed, 3);
		expect(decodeSegment(elsewhere.subarray(3))).toEqual(sample());
	});

	it("is not read when a byte of it is another", () => {
		const packed = encodeSegment(sample());
		fc.assert(
			fc.property(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
				const damaged = packed.slice();
				damaged[at] = (damaged[at] ?? 0) ^ change;
				const read = decodeSegment(damaged);
				// The last word of the header is unused.
				if (at < 28 || at >= 40) expect(read).toBeUndefined();
			}),
		);
	});

	it("is not read when it is cut, foreign, empty or noise", () => {
		const packed = encodeSegment(sample());
		fc.assert(
			fc.property(fc.nat(packed.length - 1), (end) => decodeSegment(packed.subarray(0, end)) === undefined),
		);
		fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => decodeSegment(noise) === undefined));
		const other = packed.slice();
		other[4] = (other[4] ?? 0) + 1;
		expect(decodeSegment(other)).toBeUndefined();
	});

	it("keeps a segment of nothing", () => {
		expect(decodeSegment(encodeSegment([]))).toEqual([]);
	});

	it("drops a vector that is shorter than the others", () => {
		const [first, second] = sample() as [Entry, Entry];
		const packed = encodeSegment([
			{ ...first, vector: Int8Array.of(1, 2, 3) },
			{ ...second, vector: Int8Array.of(1) },
		]);
		expect(decodeSegment(packed)?.map(({ vector }) => vector?.length)).toEqual([3, undefined]);
	});
});
