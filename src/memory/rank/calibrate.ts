/** The distribution of the cosines between a query and the documents of a view. */
export interface Calibration {
	mean: number;
	deviation: number;
}

/** How many documents are sampled. */
const SAMPLE = 256;
/**
 * In an empty view, the expected distribution (`usual`) counts as this many documents. Its weight falls as
 * the view grows, and is half of that at `FADES_AT` documents.
 */
const USUAL_COUNTS = 6;
const FADES_AT = 16;

/**
 * Measures which cosines are usual in a view. Embedders differ in scale: with one of them 0.8 is a match,
 * with another any two texts reach it. So a cosine means something only in comparison with the other
 * documents of the view. See `standsOut`.
 */
export function calibrate(size: number, cosine: (doc: number) => number, usual: Calibration): Calibration {
	const step = Math.max(1, size / SAMPLE);
	let count = (USUAL_COUNTS * FADES_AT) / (FADES_AT + size);
	let sum = count * usual.mean;
	let squares = count * (usual.mean ** 2 + usual.deviation ** 2);
	for (let at = 0; at < size; at += step) {
		const value = cosine(Math.floor(at));
		// 0 means that the document has no vector.
		if (value === 0) continue;
		count++;
		sum += value;
		squares += value * value;
	}
	const mean = sum / count;
	return { mean, deviation: Math.sqrt(Math.max(squares / count - mean * mean, 1e-6)) };
}

/**
 * How far a cosine stands out: 0 is usual, 1 is four standard deviations above that, as the best match of
 * many has. The result is from -0.75 to 1.5.
 */
export function standsOut(cosine: number, { mean, deviation }: Calibration): number {
	if (cosine === 0) return 0;
	return Math.max(-0.75, Math.min((cosine - mean) / deviation / 4, 1.5));
}

/**
 * A document that shares no word with the query must stand out this much to be a hit. An empty result is a
 * valid result.
 */
export const LEAST_LIKENESS = 0.25;
