/*
 * node bench/retrieval.ts [folder]
 *
 * How well messages and facts are found, beside plain BM25. LoCoMo: talk of two people, turn level, evidence recall, five
 * kinds of question; the data stays outside of the project, the folder holds one JSON file a conversation (LOCOMO, or
 * ../shared/locomo). Assistant logs: users with an assistant, code, tools, other languages, and a list of facts; there no
 * slice may be worse than plain BM25 by more than one question.
 */
import { existsSync } from "node:fs";
import { loadBuiltinEmbedder } from "../src/model/embedder/index.ts";
import type { Dataset, Open } from "./retrieval/dataset.ts";
import { ask, bySlice, type Figures, macro, micro } from "./retrieval/metrics.ts";
import { ourFacts, ourView } from "./retrieval/our-view.ts";
import { plainBm25 } from "./retrieval/plain-bm25.ts";
import { readAssistantFacts, readAssistantLogs } from "./retrieval/read-assistant-logs.ts";
import { readLocomo } from "./retrieval/read-locomo.ts";

const percent = (value: number): string => (100 * value).toFixed(1);
const shown = ({ recall5, recall10, ndcg10 }: Figures): string =>
	[recall5, recall10, ndcg10].map(percent).join(" / ");

/** A table of a data set: a row for each slice, a column for each system. */
async function compare(
	title: string,
	datasets: readonly Dataset[],
	systems: Record<string, Open>,
): Promise<void> {
	const columns: ReadonlyMap<string, Figures>[] = [];
	for (const open of Object.values(systems)) {
		const answered = await ask(datasets, open);
		columns.push(
			new Map([["**macro**", macro(answered)], ["**micro**", micro(answered)], ...bySlice(answered)]),
		);
	}
	console.log(`\n${title}: R@5 / R@10 / nDCG@10\n`);
	console.log(
		`| | questions | ${Object.keys(systems).join(" | ")} |\n|---|---|${"---|".repeat(columns.length)}`,
	);
	const [plain] = columns;
	for (const [slice, { questions }] of plain ?? []) {
		const cells = columns.map((column) => {
			const figures = column.get(slice);
			const lost = ((plain?.get(slice)?.recall10 ?? 0) - (figures?.recall10 ?? 0)) * questions;
			return figures ? shown(figures) + (lost > 1 ? " **worse**" : "") : "–";
		});
		console.log(`| ${slice} | ${questions} | ${cells.join(" | ")} |`);
	}
}

const folder = process.argv[2] ?? process.env.LOCOMO ?? "../shared/locomo";
const embedder = await loadBuiltinEmbedder();
const systems = { "plain BM25": plainBm25, keyword: ourView(), hybrid: ourView(embedder) };
if (existsSync(folder)) await compare("LoCoMo", readLocomo(folder), systems);
else console.log(`LoCoMo is left out: there is no folder ${folder}`);
await compare("Assistant logs", readAssistantLogs(), systems);
await compare("Facts", readAssistantFacts(), {
	"plain BM25": plainBm25,
	keyword: ourFacts(),
	hybrid: ourFacts(embedder),
});
