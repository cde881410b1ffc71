import { readFileSync } from "node:fs";

/*
 * Made-up facts for measuring speed: sentences with frames of personal facts and words drawn with the frequencies of
 * language, so that some words are in many facts and most in few. The same for the same count.
 */

const FRAMES = [
	"The user likes # and # in the #.",
	"The user's # works as a # at #.",
	"The user moved from # to # because of the #.",
	"The user plans to # the # next # with #.",
	"The user prefers # to # when # is #.",
	"# is allergic to # and avoids #.",
	"The user bought a # # for the #.",
	"The user's favourite # is # from #.",
] as const;

/** A small generator of numbers that are the same each time. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
	};
}

const vocabulary = readFileSync(new URL("../../data/embedder/vocabulary.txt", import.meta.url), "utf8")
	.split("\n")
	.filter((word) => /^[a-z]{4,}$/.test(word));

export function madeUpFacts(count: number): string[] {
	const random = randomFrom(42);
	// The rank of a word is drawn so that its frequency falls with the rank, as in any language.
	const word = (): string => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? "thing";
	return Array.from({ length: count }, (_, i) => {
		const frame = FRAMES[Math.floor(random() * FRAMES.length)] as string;
		// Two words that no other fact has in this order: none is there twice.
		const only = `${vocabulary[i % vocabulary.length]} ${vocabulary[Math.floor(i / vocabulary.length)]}`;
		// In one piece, as it would come from outside.
		return Buffer.from(`${frame.replace(/#/g, word)} It was ${only}.`).toString();
	});
}

/** Questions about some of them, in some of their words. */
export function madeUpQueries(count: number, facts: readonly string[]): string[] {
	const random = randomFrom(7);
	return Array.from({ length: count }, () => {
		const fact = facts[Math.floor(random() * facts.length)] as string;
		const words = (fact.match(/[a-z]{4,}/g) ?? []).filter(() => random() < 0.6);
		return `what about ${words.join(" ")}?`;
	});
}
