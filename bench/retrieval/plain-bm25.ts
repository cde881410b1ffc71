import type { Open, Place } from "./dataset.ts";

/*
 * What to compare with: BM25 (k1 1.2, b 0.75) over "name: text" with simple stemming, as the usual keyword search has it.
 * It shares no code with the product on purpose.
 */
const STOP = new Set(
	"a an the is are was were be been am do does did have has had i you he she it we they me him her us them my your his its our their and or but if of at by for with about to from in on what which who when where why how that this these those as not so".split(
		" ",
	),
);

function termsOf(text: string): string[] {
	const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.filter((word) => !STOP.has(word)).map((word) => word.replace(/(ing|ed|es|s)$/, ""));
}

export const plainBm25: Open = ({ sessions }) => {
	const docs: { place: Place; counts: Map<string, number>; length: number }[] = [];
	const holding = new Map<string, number>();
	for (const { key, messages } of sessions) {
		messages.forEach(({ displayName, content }, index) => {
			const terms = termsOf(displayName ? `${displayName}: ${content}` : content);
			const counts = new Map<string, number>();
			for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
			for (const term of counts.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
			docs.push({ place: [key, index], counts, length: terms.length });
		});
	}
	const average = docs.reduce((sum, { length }) => sum + length, 0) / docs.length;
	return (question, limit) => {
		const terms = new Set(termsOf(question));
		const scored = docs.map(({ place, counts, length }) => {
			let score = 0;
			for (const term of terms) {
				const count = counts.get(term) ?? 0;
				const held = holding.get(term) ?? 0;
				const rarity = Math.log(1 + (docs.length - held + 0.5) / (held + 0.5));
				score += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / average));
			}
			return { place, score };
		});
		return scored
			.filter(({ score }) => score > 0)
			.sort((a, b) => b.score - a.score)
			.slice(0, limit)
			.map(({ place }) => place);
	};
};
