import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/*
 * Writes src/model/vector/kernel-bytes.ts, the WebAssembly that multiplies a query with rows of bytes:
 *
 *   node tools/assemble-kernel.ts
 *
 * One function, multiply(query, rows, products, count, width), on an imported memory. Values of the query have 16
 * bits, those of a row 8, products 32. The width is a multiple of 16. Two rows are processed at a time, so that each
 * part of the query is read once for both.
 */

type Code = readonly (number | Code)[];

const flatten = (code: Code): number[] =>
	code.flatMap((item) => (typeof item === "number" ? [item] : flatten(item)));

/** A whole number in groups of 7 bits, the WebAssembly encoding (LEB128). */
function unsigned(value: number): number[] {
	return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
	const low = value & 127;
	const rest = value >> 7;
	const last = (rest === 0 && (low & 64) === 0) || (rest === -1 && (low & 64) !== 0);
	return last ? [low] : [low | 128, ...signed(rest)];
}

const counted = (items: readonly Code[]): Code => [unsigned(items.length), ...items];
const sized = (code: Code): Code => {
	const bytes = flatten(code);
	return [unsigned(bytes.length), bytes];
};
const name = (text: string): Code => sized([...text].map((letter) => letter.charCodeAt(0)));
const section = (id: number, content: Code): Code => [id, sized(content)];

const I32 = 0x7f;
const V128 = 0x7b;

const get = (local: number): Code => [0x20, unsigned(local)];
const set = (local: number, value: Code): Code => [value, 0x21, unsigned(local)];
const constant = (value: number): Code => [0x41, signed(value)];
const add = (a: Code, b: Code): Code => [a, b, 0x6a];
const subtract = (a: Code, b: Code): Code => [a, b, 0x6b];
const shiftLeft = (a: Code, bits: number): Code => [a, constant(bits), 0x74];
const lessThan = (a: Code, b: Code): Code => [a, b, 0x49];
const loop = (...body: Code[]): Code => [0x03, 0x40, ...body, 0x0b];
const when = (condition: Code, ...body: Code[]): Code => [condition, 0x04, 0x40, ...body, 0x0b];
const again = (depth: number, condition: Code): Code => [condition, 0x0d, unsigned(depth)];
const store = (address: Code, value: Code, offset = 0): Code => [address, value, 0x36, 2, unsigned(offset)];

const simd = (code: number, ...rest: Code[]): Code => [0xfd, unsigned(code), ...rest];
/** Loads sixteen bytes, or eight bytes that are each widened to 16 bits with their sign. */
const load = (address: Code, offset = 0): Code => [address, simd(0x00), 0, unsigned(offset)];
const loadWide = (address: Code, offset = 0): Code => [address, simd(0x01), 0, unsigned(offset)];
const zeros: Code = simd(0x0c, Array<number>(16).fill(0));
const addLanes = (a: Code, b: Code): Code => [a, b, simd(0xae)];
/** Multiplies eight pairs of 16 bits and adds neighbours, in four lanes of 32 bits. */
const dot = (a: Code, b: Code): Code => [a, b, simd(0xba)];
const lane = (value: Code, index: number): Code => [value, simd(0x1b), index];

const [QUERY, ROWS, PRODUCTS, COUNT, WIDTH, AT, QUERY_AT, NEXT, A, B, PART] = [
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
] as const;

const sumOfLanes = (local: number): Code =>
	[1, 2, 3].reduce((sum: Code, index) => add(sum, lane(get(local), index)), lane(get(local), 0));

const accumulate = (sum: number, address: Code, offset: number): Code =>
	set(sum, addLanes(get(sum), dot(loadWide(address, offset), get(PART))));

/** Loops over the width, sixteen values at a time, for one row or for two. */
const overWidth = (two: boolean): Code => [
	set(A, zeros),
	two ? set(B, zeros) : [],
	set(AT, get(ROWS)),
	set(QUERY_AT, get(QUERY)),
	set(NEXT, add(get(ROWS), get(WIDTH))),
	loop(
		[0, 8].map((offset) => [
			set(PART, load(get(QUERY_AT), 2 * offset)),
			accumulate(A, get(AT), offset),
			two ? accumulate(B, add(get(AT), get(WIDTH)), offset) : [],
		]),
		set(QUERY_AT, add(get(QUERY_AT), constant(32))),
		set(AT, add(get(AT), constant(16))),
		again(0, lessThan(get(AT), get(NEXT))),
	),
	store(get(PRODUCTS), sumOfLanes(A)),
	two ? store(get(PRODUCTS), sumOfLanes(B), 4) : [],
];

const body: Code = [
	when(
		lessThan(constant(1), get(COUNT)),
		loop(
			overWidth(true),
			set(ROWS, add(get(ROWS), shiftLeft(get(WIDTH), 1))),
			set(PRODUCTS, add(get(PRODUCTS), constant(8))),
			set(COUNT, subtract(get(COUNT), constant(2))),
			again(0, lessThan(constant(1), get(COUNT))),
		),
	),
	when(get(COUNT), overWidth(false)),
];

/** The bytes of the module. */
export function kernelBytes(): Uint8Array {
	const parameters = Array<Code>(5).fill([I32]);
	const locals = counted([
		[unsigned(3), I32],
		[unsigned(3), V128],
	]);
	return Uint8Array.from(
		flatten([
			[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
			section(1, counted([[0x60, counted(parameters), counted([])]])),
			section(2, counted([[name("holdfast"), name("memory"), 0x02, 0x00, 1]])),
			section(3, counted([[0]])),
			section(7, counted([[name("multiply"), 0x00, 0]])),
			section(10, counted([sized([locals, body, 0x0b])])),
		]),
	);
}

/** The source file that contains it. */
export function kernelSource(): string {
	const text = Buffer.from(kernelBytes()).toString("base64");
	const lines = (text.match(/.{1,96}/g) ?? []).map((line) => `\t"${line}",`);
	return [
		"/** Generated by tools/assemble-kernel.ts; see there for what it does. */",
		"export const KERNEL: string = [",
		...lines,
		'].join("");',
		"",
	].join("\n");
}

if (import.meta.main) {
	const path = fileURLToPath(new URL("../src/model/vector/kernel-bytes.ts", import.meta.url));
	writeFileSync(path, kernelSource());
	console.log(`Wrote ${path}`);
}
