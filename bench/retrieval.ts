/*
 * node bench/retrieval.ts [folder]
 *
 * How well messages are found: LoCoMo, turn level, evidence recall, five kinds of question. The data stays outside of the
 * project: the folder holds one JSON file a conversation (LOCOMO, or ../shared/locomo).
 */
import { loadBuiltinEmbedder } from "../src/model/embedder/index.ts";
import type { Open } from "./retrieval/dataset.ts";
import { ask, bySlice, type Figures, macro, micro } from "./retrieval/metrics.ts";
import { ourView } from "./retrieval/our-view.ts";
import { plainBm25 } from "./retrieval/plain-bm25.ts";
import { readLocomo } from "./retrieval/read-locomo.ts";

const percent = (value: number): string => (100 * value).toFixed(1);
const shown = ({ recall5, recall10, ndcg10 }: Figures): string =>
	[recall5, recall10, ndcg10].map(percent).join(" / ");

const folder = process.argv[2] ?? process.env.LOCOMO ?? "../shared/locomo";
const datasets = readLocomo(folder);
const embedder = await loadBuiltinEmbedder();
const systems: [string, Open][] = [
	["plain BM25", plainBm25],
	["keyword", ourView()],
	["hybrid", ourView(embedder)],
];
for (const [name, open] of systems) {
	const answered = await ask(datasets, open);
	console.log(`${name}: macro ${shown(macro(answered))}   micro ${shown(micro(answered))}`);
	for (const [slice, figures] of bySlice(answered))
		console.log(`   ${slice} (${figures.questions}): ${shown(figures)}`);
}
