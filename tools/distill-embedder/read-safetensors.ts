import { readFileSync } from "node:fs";

/** A tensor, row by row, in double precision: JavaScript computes in it anyway. */
export interface Tensor {
	shape: readonly number[];
	values: Float64Array;
}

interface Entry {
	dtype: string;
	shape: number[];
	data_offsets: [number, number];
}

/** Opens a safetensors file of half-precision weights: the length of a JSON header, the header, the bytes. */
export function openTensors(path: string): (name: string) => Tensor {
	const bytes = readFileSync(path);
	const headerLength = Number(bytes.readBigUInt64LE(0));
	const header: Record<string, Entry | undefined> = JSON.parse(bytes.toString("utf8", 8, 8 + headerLength));
	return (name) => {
		const entry = header[name];
		if (entry?.dtype !== "F16") throw new Error(`${path} has no half-precision tensor "${name}"`);
		const [start, end] = entry.data_offsets.map((offset) => 8 + headerLength + offset) as [number, number];
		const values = new Float64Array((end - start) / 2);
		for (let i = 0; i < values.length; i++) values[i] = readHalf(bytes.readUInt16LE(start + 2 * i));
		return { shape: entry.shape, values };
	};
}

/** IEEE 754 half precision: 1 bit sign, 5 bits exponent, 10 bits fraction. */
function readHalf(bits: number): number {
	const sign = bits & 0x8000 ? -1 : 1;
	const exponent = (bits >> 10) & 31;
	const fraction = bits & 1023;
	if (exponent === 0) return sign * fraction * 2 ** -24;
	if (exponent === 31) throw new Error("a weight is not finite");
	return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
