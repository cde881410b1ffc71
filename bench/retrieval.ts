/*
 * node bench/retrieval.ts [folder]
 *
 * Measures how well messages and facts are found, compared with plain BM25.
 *
 * LoCoMo: conversations of two people, turn level, evidence recall, five kinds of questions. The data is not part of
 * the project: the folder (the argument, LOCOMO, or ../shared/locomo) has one JSON file for each conversation.
 *
 * Assistant logs: users with an assistant, code, tools, other languages, and a list of facts. No slice may be worse
 * than plain BM25 by more than one question.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { memoryStore } from "../src/index.ts";
import { sqlite } from "../src/store/sqlite/index.ts";
import type { Dataset, Open } from "./retrieval/dataset.ts";
import { ask, bySlice, type Figures, macro, micro } from "./retrieval/metrics.ts";
import { ourMemory, ourWrittenFacts, withPrefix } from "./retrieval/our-memory.ts";
import { plainBm25 } from "./retrieval/plain-bm25.ts";
import { readAssistantFacts, readAssistantLogs } from "./retrieval/read-assistant-logs.ts";
import { readLocomo } from "./retrieval/read-locomo.ts";
import { inFolder } from "./stores.ts";

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
await inFolder(async (dir) => {
	let files = 0;
	const onDisk = () => sqlite(join(dir, `${files++}.db`), { durability: "normal" });
	// All but the first use the public API. The sessions of each user are in their own store.
	const messages = {
		"plain BM25": plainBm25,
		"by words, in memory": ourMemory(memoryStore, { embedder: false }),
		"in memory": ourMemory(memoryStore),
		SQLite: ourMemory(onDisk),
	};
	if (existsSync(folder)) {
		const named = { "names before the text, in memory": ourMemory(memoryStore, { log: withPrefix }) };
		await compare("LoCoMo", readLocomo(folder), { ...messages, ...named });
	} else console.log(`LoCoMo skipped: there is no folder ${folder}`);
	await compare("Assistant logs", readAssistantLogs(), messages);
	await compare("Facts", readAssistantFacts(), {
		"plain BM25": plainBm25,
		"by words, in memory": ourWrittenFacts(memoryStore, { embedder: false }),
		"in memory": ourWrittenFacts(memoryStore),
		SQLite: ourWrittenFacts(onDisk),
	});
});
