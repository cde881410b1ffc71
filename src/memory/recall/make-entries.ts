import type { Embedder, StaticEmbedder } from "../../model/index.ts";
import { type Analysed, analyse, type Entry, withVector } from "../index/index.ts";
import { takeTurns } from "../take-turns.ts";
import { isOutage } from "./is-outage.ts";
import type { SpokenLine } from "./read-message.ts";

export const isStatic = (embedder: Embedder): embedder is StaticEmbedder => "embedSync" in embedder;

/** Analyses texts. If the embedder is not in this process, one call returns all vectors. */
async function analyseAll<T extends { text: string }>(
	embedder: Embedder | undefined,
	items: readonly T[],
	one: (item: T, embedder: StaticEmbedder | undefined) => Analysed,
): Promise<Analysed[]> {
	if (!embedder || isStatic(embedder)) {
		const turn = takeTurns();
		const analyses: Analysed[] = [];
		for (const item of items) {
			analyses.push(one(item, embedder));
			await turn();
		}
		return analyses;
	}
	if (items.length === 0) return [];
	const vectors = await embedder.embed(items.map(({ text }) => text));
	return items.map((item, i) => withVector(one(item, undefined), vectors[i] ?? new Float32Array(0)));
}

/** Creates the index entries of messages. */
export async function makeEntries(
	embedder: Embedder | undefined,
	lines: readonly SpokenLine[],
): Promise<Entry[]> {
	const analyses = await analyseAll(embedder, lines, ({ text, kind, speaker }, inProcess) =>
		analyse(text, {
			kind,
			...(speaker !== undefined && { speaker }),
			...(inProcess && { embedder: inProcess }),
		}),
	);
	return lines.map(({ offset, at }, i) => ({ ...(analyses[i] as Analysed), offset, at }));
}

/** Creates the analyses of facts. */
export function analyseFacts(
	embedder: Embedder | undefined,
	contents: readonly string[],
): Promise<Analysed[]> {
	const items = contents.map((text) => ({ text }));
	return analyseAll(embedder, items, ({ text }, inProcess) =>
		analyse(text, inProcess && { embedder: inProcess }),
	);
}

/** The same for new facts. If the embedder is unreachable, they are stored without vectors, which are added later. */
export async function analyseNewFacts(
	embedder: Embedder | undefined,
	contents: readonly string[],
): Promise<Analysed[]> {
	return analyseFacts(embedder, contents).catch((error) => {
		if (!isOutage(error)) throw error;
		return analyseFacts(undefined, contents);
	});
}
