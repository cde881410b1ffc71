import { applyLinear, type Linear } from "./apply-linear.ts";
import type { Tensor } from "./read-safetensors.ts";

/** The shape of MiniLM-L6-H384. */
const LAYERS = 6;
const HIDDEN = 384;
const HEADS = 12;
const HEAD = HIDDEN / HEADS;
const EPSILON = 1e-12;

const CLS = 101;
const SEP = 102;
/** `[CLS] token [SEP]` */
const LENGTH = 3;

interface Norm {
	weight: Tensor;
	bias: Tensor;
}

interface Layer {
	query: Linear;
	key: Linear;
	value: Linear;
	attended: Linear;
	attendedNorm: Norm;
	wide: Linear;
	narrow: Linear;
	norm: Norm;
}

/** Gives for each token the mean of what the model makes of `[CLS] token [SEP]`, row by row. */
export function openBert(tensor: (name: string) => Tensor): (tokens: readonly number[]) => Float64Array {
	const both = (name: string): Linear & Norm => ({
		weight: tensor(`${name}.weight`),
		bias: tensor(`${name}.bias`),
	});
	const words = tensor("embeddings.word_embeddings.weight").values;
	const positions = tensor("embeddings.position_embeddings.weight").values;
	const types = tensor("embeddings.token_type_embeddings.weight").values;
	const norm = both("embeddings.LayerNorm");
	const layers = Array.from({ length: LAYERS }, (_, i): Layer => {
		const name = (part: string): string => `encoder.layer.${i}.${part}`;
		return {
			query: both(name("attention.self.query")),
			key: both(name("attention.self.key")),
			value: both(name("attention.self.value")),
			attended: both(name("attention.output.dense")),
			attendedNorm: both(name("attention.output.LayerNorm")),
			wide: both(name("intermediate.dense")),
			narrow: both(name("output.dense")),
			norm: both(name("output.LayerNorm")),
		};
	});
	return (tokens) => {
		const rows = tokens.length * LENGTH;
		let x: Float64Array = new Float64Array(rows * HIDDEN);
		for (let r = 0; r < rows; r++) {
			const place = r % LENGTH;
			const token = place === 0 ? CLS : place === 2 ? SEP : (tokens[(r - place) / LENGTH] as number);
			for (let i = 0; i < HIDDEN; i++) {
				x[r * HIDDEN + i] = at(words, token * HIDDEN + i) + at(positions, place * HIDDEN + i) + at(types, i);
			}
		}
		normalise(x, norm);
		for (const layer of layers) x = applyLayer(layer, x, rows);
		return meanOfTokens(x, tokens.length);
	};
}

function applyLayer(layer: Layer, x: Float64Array, rows: number): Float64Array {
	const q = applyLinear(layer.query, x, rows);
	const k = applyLinear(layer.key, x, rows);
	const v = applyLinear(layer.value, x, rows);
	const attended = applyLinear(layer.attended, attend(q, k, v, rows), rows);
	add(attended, x);
	normalise(attended, layer.attendedNorm);
	const wide = applyLinear(layer.wide, attended, rows);
	for (let i = 0; i < wide.length; i++) wide[i] = gelu(at(wide, i));
	const y = applyLinear(layer.narrow, wide, rows);
	add(y, attended);
	normalise(y, layer.norm);
	return y;
}

/** Each token looks at the three of its own sequence. */
function attend(q: Float64Array, k: Float64Array, v: Float64Array, rows: number): Float64Array {
	const out = new Float64Array(rows * HIDDEN);
	const scores = new Float64Array(LENGTH);
	for (let r = 0; r < rows; r++) {
		const first = r - (r % LENGTH);
		for (let head = 0; head < HIDDEN; head += HEAD) {
			let total = 0;
			for (let s = 0; s < LENGTH; s++) {
				let score = 0;
				for (let i = head; i < head + HEAD; i++) {
					score += at(q, r * HIDDEN + i) * at(k, (first + s) * HIDDEN + i);
				}
				scores[s] = Math.exp(score / Math.sqrt(HEAD));
				total += at(scores, s);
			}
			for (let i = head; i < head + HEAD; i++) {
				let sum = 0;
				for (let s = 0; s < LENGTH; s++) sum += at(scores, s) * at(v, (first + s) * HIDDEN + i);
				out[r * HIDDEN + i] = sum / total;
			}
		}
	}
	return out;
}

function add(to: Float64Array, what: Float64Array): void {
	for (let i = 0; i < to.length; i++) to[i] = at(to, i) + at(what, i);
}

function normalise(x: Float64Array, { weight, bias }: Norm): void {
	for (let row = 0; row < x.length; row += HIDDEN) {
		let mean = 0;
		for (let i = 0; i < HIDDEN; i++) mean += at(x, row + i) / HIDDEN;
		let variance = 0;
		for (let i = 0; i < HIDDEN; i++) variance += (at(x, row + i) - mean) ** 2 / HIDDEN;
		const deviation = Math.sqrt(variance + EPSILON);
		for (let i = 0; i < HIDDEN; i++) {
			x[row + i] = ((at(x, row + i) - mean) / deviation) * at(weight.values, i) + at(bias.values, i);
		}
	}
}

function meanOfTokens(x: Float64Array, count: number): Float64Array {
	const means = new Float64Array(count * HIDDEN);
	for (let i = 0; i < means.length; i++) {
		const token = Math.floor(i / HIDDEN);
		const start = token * LENGTH * HIDDEN + (i % HIDDEN);
		means[i] = (at(x, start) + at(x, start + HIDDEN) + at(x, start + 2 * HIDDEN)) / LENGTH;
	}
	return means;
}

const gelu = (x: number): number => (x * (1 + erf(x / Math.SQRT2))) / 2;

/** The error function, by formula 7.1.26 of Abramowitz and Stegun: exact to 1.5e-7. */
function erf(x: number): number {
	const t = 1 / (1 + 0.3275911 * Math.abs(x));
	const series =
		t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
	return Math.sign(x) * (1 - series * Math.exp(-x * x));
}

/** An element that is known to be there. */
const at = (values: Float64Array, index: number): number => values[index] as number;
