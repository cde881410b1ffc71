import { loadBuiltinEmbedder, vectorMatrix } from "../../src/model/index.ts";
import { atLeast, elapsed, forInformation, median, perSecond, type Row } from "../measure.ts";

const DIMENSIONS = 256;
const SENTENCES = 10_000;

const PLACES = ["lake", "museum", "pottery class", "hospital", "new office", "farmers market", "harbour"];
const PEOPLE = ["my sister", "two colleagues", "the neighbours", "an old friend", "our dog"];
const MOODS = ["It was lovely!", "Never again.", "We laughed a lot.", "I'd like to go back soon."];

const sentences = Array.from({ length: SENTENCES }, (_, i) => {
	const at = (words: readonly string[]): string => words[i % words.length] as string;
	return `Went to the ${at(PLACES)} with ${at(PEOPLE)} on day ${i}. ${at(MOODS)}`;
});

/** Short sentences through the built-in embedder on one core, and what it takes to load it. */
export async function embedSentences(): Promise<Row[]> {
	const before = process.memoryUsage().rss;
	const load = await elapsed(loadBuiltinEmbedder);
	const grown = (process.memoryUsage().rss - before) / 2 ** 20;
	const embedder = await loadBuiltinEmbedder();
	const times: number[] = [];
	for (let i = 0; i < 9; i++) times.push(await elapsed(() => embedder.embed(sentences)));
	const ms = median(times);
	const rate = (SENTENCES / ms) * 1000;
	return [
		atLeast("embed short sentences, built in", perSecond(SENTENCES, ms), "20,000/s", rate / 20_000, 1),
		forInformation(
			"load the built-in embedder",
			`${load.toFixed(0)} ms, ${grown.toFixed(0)} MiB`,
			"–",
			Number.NaN,
		),
	];
}

/** An exact scan over vectors in bytes, beside a plain loop over 32-bit floats. */
export async function scanVectors(rows: number, mostMs: number): Promise<Row[]> {
	const floats = new Float32Array(rows * DIMENSIONS).map(() => Math.random() - 0.5);
	const query = Float32Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5);
	const [fast, plain] = (["auto", "js"] as const).map((kernel) => {
		const matrix = vectorMatrix(DIMENSIONS, { kernel });
		for (let row = 0; row < rows; row++) {
			matrix.append(floats.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS));
		}
		return matrix;
	});
	const time = async (scan: () => unknown): Promise<number> => {
		const times: number[] = [];
		for (let i = 0; i < 25; i++) times.push(await elapsed(async () => scan()));
		return median(times);
	};
	const ours = await time(() => fast?.scan(query));
	const js = await time(() => plain?.scan(query));
	const raw = await time(() => scanFloats(floats, query));
	const ms = (value: number): string => `${value.toFixed(2)} ms`;
	const what = `scan ${rows.toLocaleString("en")} × ${DIMENSIONS}`;
	return [
		{
			what,
			ours: ms(ours),
			raw: ms(raw),
			ratio: ours / raw,
			target: `≤ ${mostMs} ms`,
			meets: ours <= mostMs,
		},
		forInformation(`${what}, without WebAssembly`, ms(js), ms(raw), js / raw),
	];
}

function scanFloats(rows: Float32Array, query: Float32Array): Float32Array {
	const scores = new Float32Array(rows.length / query.length);
	for (let row = 0; row < scores.length; row++) {
		let sum = 0;
		const start = row * query.length;
		for (let i = 0; i < query.length; i++) sum += (rows[start + i] as number) * (query[i] as number);
		scores[row] = sum;
	}
	return scores;
}
