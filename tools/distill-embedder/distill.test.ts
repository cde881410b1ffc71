import { describe, expect, test } from "vitest";
import { readTable } from "../../src/model/embedder/read-table.ts";
import { applyLinear } from "./apply-linear.ts";
import { tableBytes } from "./distill.ts";
import { principalAxes } from "./principal-axes.ts";
import { reduceRows } from "./reduce-rows.ts";

const tensor = (shape: number[], values: number[]) => ({ shape, values: Float64Array.from(values) });

describe("the tool that makes the table of the embedder", () => {
	test("a layer is its weight times the input and its bias, for every row and output", () => {
		const size = 4;
		const weight = Array.from({ length: size * size }, (_, i) => i + 1);
		const layer = { weight: tensor([size, size], weight), bias: tensor([size], [1, 0, -1, 2]) };
		const rows = [1, 0, 0, 0, 0, 2, 0, 1, 1, 1, 1, 1];
		expect([...applyLinear(layer, Float64Array.from(rows), 3)]).toEqual([
			2, 5, 8, 15, 9, 20, 31, 46, 11, 26, 41, 60,
		]);
	});

	test("the axes of a symmetric matrix are its eigenvectors, largest first, pointing forward", () => {
		const [first, second] = principalAxes(Float64Array.of(2, -1, -1, 2), 2);
		const half = Math.SQRT1_2;
		expect(first?.map(Math.abs)).toEqual(second?.map(Math.abs));
		expect((first?.[0] ?? 0) * (first?.[1] ?? 0)).toBeCloseTo(-0.5);
		expect([...(second ?? [])].map((value) => value - half)).toEqual([expect.closeTo(0), expect.closeTo(0)]);
		expect(Math.max(...(first ?? []))).toBeCloseTo(half);
	});

	test("rows keep their lengths and angles where they need fewer axes than they have", () => {
		const rows = Float32Array.of(3, 0, 4, 0, 0, 0, 6, 0, 8);
		const reduced = reduceRows(rows, 3, 1);
		expect([...reduced].map(Math.abs)).toEqual([5, 0, 10].map((length) => expect.closeTo(length, 5)));
	});

	test("what is written can be read", () => {
		const { rows, dimensions, scales, values } = readTable(
			tableBytes(Float32Array.of(1, -2, 0, 0, 127, 1), 2),
		);
		expect({ rows, dimensions, values: [...values] }).toEqual({
			rows: 3,
			dimensions: 2,
			values: [64, -127, 0, 0, 127, 1],
		});
		expect([...scales]).toEqual([Math.fround(2 / 127), 0, 1]);
	});
});
