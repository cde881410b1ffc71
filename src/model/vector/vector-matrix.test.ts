import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type VectorMatrix, vectorMatrix } from "./vector-matrix.ts";

afterEach(() => {
	vi.unstubAllGlobals();
});

/** Numbers that are the same in every run. */
function numbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 31 - 1;
	};
}

const filled = (rows: number, dimensions: number, kernel: "js" | "wasm" | "auto"): VectorMatrix => {
	const matrix = vectorMatrix(dimensions, { kernel });
	const next = numbers(7);
	for (let row = 0; row < rows; row++) matrix.append(Float32Array.from({ length: dimensions }, next));
	return matrix;
};

const cosine = (a: Float32Array, b: Float32Array): number => {
	const dot = (x: Float32Array, y: Float32Array): number =>
		x.reduce((sum, v, i) => sum + v * (y[i] as number), 0);
	return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

describe.each(["js", "wasm"] as const)("a matrix of vectors in bytes, by %s (FA2)", (kernel) => {
	test("a scan gives the cosine of the query with each row, to a hundredth", () => {
		const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 });
		fc.assert(
			fc.property(fc.array(vector, { minLength: 1, maxLength: 9 }), vector, (rows, query) => {
				const matrix = vectorMatrix(20, { kernel });
				for (const row of rows) matrix.append(Float32Array.from(row));
				const scores = matrix.scan(Float32Array.from(query));
				for (const [i, row] of rows.entries()) {
					const exact = cosine(Float32Array.from(row), Float32Array.from(query));
					if (Number.isFinite(exact)) expect(Math.abs((scores[i] as number) - exact)).toBeLessThan(0.02);
					else expect(scores[i]).toBe(0);
				}
			}),
		);
	});

	test("rows can be changed, and taken out: the last comes in their place", () => {
		const matrix = vectorMatrix(2, { kernel });
		expect(
			[
				[1, 0],
				[0, 1],
				[-1, 0],
			].map((v) => matrix.append(Float32Array.from(v))),
		).toEqual([0, 1, 2]);
		const query = Float32Array.of(1, 0);
		matrix.remove(0);
		expect([matrix.size, ...matrix.scan(query)]).toEqual([2, -1, 0]);
		matrix.set(1, Float32Array.of(5, 0));
		expect([...matrix.scan(query)]).toEqual([-1, 1]);
		expect([...matrix.read(1)]).toEqual([1, 0]);
		matrix.remove(1);
		expect([...matrix.scan(query)]).toEqual([-1]);
		expect(() => matrix.remove(1)).toThrow("row 1 does not exist");
	});

	test("the largest values there are do not overflow", () => {
		const matrix = vectorMatrix(4_096, { kernel });
		const ones = new Float32Array(4_096).fill(1);
		matrix.append(ones);
		matrix.append(ones.map((value) => -value));
		expect([...matrix.scan(ones)]).toEqual([1, -1]);
	});

	test("a vector of another length, or with no number in it, changes nothing", () => {
		const matrix = vectorMatrix(3, { kernel });
		expect(() => matrix.append(Float32Array.of(1, 2))).toThrow("2 dimensions, but the matrix has 3");
		expect(() => matrix.append(Float32Array.of(1, 2, Number.NaN))).toThrow("not finite");
		expect(() => matrix.scan(Float32Array.of(1))).toThrow(RangeError);
		expect(matrix.size).toBe(0);
	});
});

describe("the two kernels (FA2)", () => {
	test.each([1, 16, 250, 256])("give the same to the last bit, at %i dimensions", (dimensions) => {
		const query = Float32Array.from({ length: dimensions }, numbers(3));
		for (const rows of [1, 2, 3, 5_001]) {
			const scores = filled(rows, dimensions, "wasm").scan(query);
			expect(scores).toEqual(filled(rows, dimensions, "js").scan(query));
		}
	});

	test("a matrix that grows large goes over to the faster one with all it has", () => {
		const query = Float32Array.from({ length: 24 }, numbers(3));
		expect(filled(9_000, 24, "auto").scan(query)).toEqual(filled(9_000, 24, "js").scan(query));
	});

	test("without WebAssembly a large matrix works too", () => {
		const query = Float32Array.from({ length: 24 }, numbers(3));
		const expected = filled(5_000, 24, "js").scan(query);
		vi.stubGlobal("WebAssembly", undefined);
		expect(filled(5_000, 24, "auto").scan(query)).toEqual(expected);
	});

	test("where memory ends for WebAssembly, it goes on in plain arrays", () => {
		const query = Float32Array.from({ length: 24 }, numbers(3));
		const expected = filled(9_000, 24, "js").scan(query);
		const real = (globalThis as unknown as { WebAssembly: { Memory: new (limits: object) => object } })
			.WebAssembly;
		class Small extends real.Memory {
			constructor(limits: object) {
				super({ ...limits, maximum: 3 });
			}
		}
		vi.stubGlobal("WebAssembly", Object.assign(Object.create(real), { Memory: Small }));
		expect(filled(9_000, 24, "auto").scan(query)).toEqual(expected);
	});
});
