import type { StaticEmbedder } from "../../model/embedder/embedder.ts";
import type { Calibration } from "./calibrate.ts";

/** Sentences about various topics. Most of them are unrelated to any query. */
const ANYTHING = [
	"The user lives in a small flat near the station.",
	"I had a long day at work and went to bed early.",
	"The invoice was paid on Tuesday.",
	"She plays the piano in a band.",
	"The build fails because a type is missing.",
	"We are flying to the coast in spring.",
	"Prefers tea over coffee.",
	"His brother studies medicine.",
	"The meeting was moved to the afternoon.",
	"Can you write a letter to the landlord?",
	"The dog had to see the vet again.",
	"The server runs out of memory at night.",
	"I am training for a race.",
	"He cannot eat nuts.",
	"The package arrived with a broken lid.",
	"My daughter starts school next year.",
	"Thanks, that sounds great!",
	"They painted the kitchen green.",
	"The contract ends in December.",
	"Here is a list of books about history.",
	"The car needs new tires.",
	"It rained all week.",
	"I would like the answers to be short.",
	"Her favourite film is an old comedy.",
];

const known = new WeakMap<StaticEmbedder, readonly Float32Array[]>();

/** The cosines that a vector of the built-in embedder has with unrelated texts. */
export function usualCosines(embedder: StaticEmbedder, vector: Float32Array): Calibration {
	let others = known.get(embedder);
	if (!others) {
		others = ANYTHING.map((text) => embedder.embedSync(text));
		known.set(embedder, others);
	}
	let sum = 0;
	let squares = 0;
	for (const other of others) {
		let cosine = 0;
		for (let i = 0; i < other.length; i++) cosine += (other[i] as number) * (vector[i] ?? 0);
		sum += cosine;
		squares += cosine * cosine;
	}
	const mean = sum / others.length;
	return { mean, deviation: Math.sqrt(Math.max(squares / others.length - mean * mean, 1e-6)) };
}
