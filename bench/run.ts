/*
 * npm run bench            everything, as a table
 * npm run bench -- read    the suites whose name contains "read"
 *
 * Each figure is shown next to the raw engine's in the same run: one prepared one-row insert per transaction on
 * node:sqlite with the same durability, or on `pg`. BENCH_TMP sets the folder, and so the disk.
 */
import { cpus } from "node:os";
import type { Row } from "./measure.ts";
import { cliStart } from "./suites/cli.ts";
import { coldStart } from "./suites/cold-start.ts";
import { consoleLive, consoleOpen } from "./suites/console.ts";
import { diskBytes } from "./suites/disk-bytes.ts";
import { embedSentences, scanVectors } from "./suites/embedder.ts";
import { excerpts } from "./suites/excerpts.ts";
import { factPairs } from "./suites/fact-pairs.ts";
import { followLatency } from "./suites/follow-latency.ts";
import { httpAppend, httpFanOut } from "./suites/http.ts";
import { manyWriters } from "./suites/many-writers.ts";
import { coldSearch, consolidation, memoryOfFacts, searchFacts } from "./suites/memory.ts";
import { growth, oneWriter } from "./suites/one-writer.ts";
import { postgresSuites } from "./suites/postgres/index.ts";
import { postgresSearch } from "./suites/postgres-search.ts";
import { promptPrefix } from "./suites/prompt-prefix.ts";
import { readNewest } from "./suites/read-newest.ts";
import { firstTurns, runsAtOnce, warmTurns } from "./suites/recall-cost.ts";
import { sdkCost, streamedDeltas, turnOverhead } from "./suites/turn.ts";
import { twoProcesses } from "./suites/two-processes.ts";

const suites: Record<string, () => Promise<Row | Row[]>> = {
	"one-writer-normal": () => oneWriter("normal", 0.5),
	"one-writer-full": () => oneWriter("full", 0.85),
	growth,
	"many-writers-normal": () => manyWriters("normal", 0.8),
	"many-writers-full": () => manyWriters("full", 3),
	"read-newest": readNewest,
	"disk-bytes": diskBytes,
	"cold-start": coldStart,
	cli: cliStart,
	"console-open": consoleOpen,
	"console-live": consoleLive,
	"two-processes": twoProcesses,
	"follow-latency": followLatency,
	embedder: embedSentences,
	"vectors-10k": () => scanVectors(10_000, 0.4),
	"vectors-100k": () => scanVectors(100_000, 4),
	"facts-10k": () => searchFacts(10_000, 3),
	"facts-100k": () => searchFacts(100_000, 15),
	"facts-restart": () => coldSearch(100_000),
	"facts-memory": () => memoryOfFacts(100_000),
	"postgres-search": postgresSearch,
	consolidation,
	"fact-pairs": factPairs,
	excerpts,
	"recall-cost-warm": warmTurns,
	"recall-cost-first": firstTurns,
	"recall-cost-at-once": runsAtOnce,
	"prompt-prefix": promptPrefix,
	turn: turnOverhead,
	"turn-stream": streamedDeltas,
	"turn-sdk": sdkCost,
	"http-append": httpAppend,
	"http-fan-out": httpFanOut,
	...postgresSuites,
};

const wanted = process.argv.slice(2);
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown CPU"}\n`);
console.log("| | Holdfast | raw | ratio | target | |\n|---|---|---|---|---|---|");
for (const [name, run] of Object.entries(suites)) {
	if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
	for (const { what, ours, raw, ratio, target, meets } of [await run()].flat()) {
		const shown = Number.isNaN(ratio) ? "–" : ratio.toFixed(2);
		console.log(`| ${what} | ${ours} | ${raw} | ${shown} | ${target} | ${meets ? "met" : "**missed**"} |`);
	}
}
