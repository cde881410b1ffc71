/** How cosines with a query lie among the documents of a view: what is usual, and how far from it they stray. */
export interface Calibration {
	mean: number;
	deviation: number;
}

/** As many documents are looked at. */
const SAMPLE = 256;
/** As how many documents counts what is taken for usual before anything is seen; it fades as more are seen. */
const USUAL_COUNTS = 6;
const FADES_AT = 16;

/**
 * Embedders differ in what a cosine means: with one 0.8 is a match, with another any two texts have it. What it means is
 * told by the others of the view, so a cosine is measured by how far it stands out among them.
 */
export function calibrate(size: number, cosine: (doc: number) => number, usual: Calibration): Calibration {
	const step = Math.max(1, size / SAMPLE);
	let count = (USUAL_COUNTS * FADES_AT) / (FADES_AT + size);
	let sum = count * usual.mean;
	let squares = count * (usual.mean ** 2 + usual.deviation ** 2);
	for (let at = 0; at < size; at += step) {
		const value = cosine(Math.floor(at));
		// A document without a vector is no document to compare with.
		if (value === 0) continue;
		count++;
		sum += value;
		squares += value * value;
	}
	const mean = sum / count;
	return { mean, deviation: Math.sqrt(Math.max(squares / count - mean * mean, 1e-6)) };
}

/** How far a cosine stands out: 0 is usual, 1 is as much as the best match of many shows. */
export function standsOut(cosine: number, { mean, deviation }: Calibration): number {
	if (cosine === 0) return 0;
	return Math.max(-0.75, Math.min((cosine - mean) / deviation / 4, 1.5));
}

/** What shares no word with a query must stand out as much to be a hit: an empty result is a result, too. */
export const LEAST_LIKENESS = 0.25;
