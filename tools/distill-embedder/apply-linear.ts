import type { Tensor } from "./read-safetensors.ts";

/** A layer `y = W x + b`; the weight has a row for each output. */
export interface Linear {
	weight: Tensor;
	bias: Tensor;
}

/**
 * Applies a layer to rows of inputs. Three rows by four outputs at a time: their twelve sums stay in registers, which is
 * most of the speed. The number of rows must be a multiple of three, of the outputs one of four.
 */
export function applyLinear({ weight, bias }: Linear, x: Float64Array, rows: number): Float64Array {
	const [outputs = 0, inputs = 0] = weight.shape;
	const w = weight.values;
	const b = bias.values;
	const y = new Float64Array(rows * outputs);
	for (let o = 0; o < outputs; o += 4) {
		const w0 = o * inputs;
		const w1 = w0 + inputs;
		const w2 = w1 + inputs;
		const w3 = w2 + inputs;
		for (let r = 0; r < rows; r += 3) {
			const x0 = r * inputs;
			const x1 = x0 + inputs;
			const x2 = x1 + inputs;
			let s00 = at(b, o);
			let s01 = at(b, o + 1);
			let s02 = at(b, o + 2);
			let s03 = at(b, o + 3);
			let [s10, s11, s12, s13] = [s00, s01, s02, s03];
			let [s20, s21, s22, s23] = [s00, s01, s02, s03];
			for (let i = 0; i < inputs; i++) {
				const a0 = at(x, x0 + i);
				const a1 = at(x, x1 + i);
				const a2 = at(x, x2 + i);
				const c0 = at(w, w0 + i);
				s00 += a0 * c0;
				s10 += a1 * c0;
				s20 += a2 * c0;
				const c1 = at(w, w1 + i);
				s01 += a0 * c1;
				s11 += a1 * c1;
				s21 += a2 * c1;
				const c2 = at(w, w2 + i);
				s02 += a0 * c2;
				s12 += a1 * c2;
				s22 += a2 * c2;
				const c3 = at(w, w3 + i);
				s03 += a0 * c3;
				s13 += a1 * c3;
				s23 += a2 * c3;
			}
			const y0 = r * outputs + o;
			y.set([s00, s01, s02, s03], y0);
			y.set([s10, s11, s12, s13], y0 + outputs);
			y.set([s20, s21, s22, s23], y0 + 2 * outputs);
		}
	}
	return y;
}

/** An element that is known to be there. */
const at = (values: Float64Array, index: number): number => values[index] as number;
