import { readFile } from "node:fs/promises";
import { HoldfastError } from "../../error/index.ts";
import { messageOf } from "../read-error.ts";
import type { StaticEmbedder } from "./embedder.ts";
import { embedderFile } from "./embedder-file.ts";
import { readNeighbours } from "./neighbour-table.ts";
import { readTable } from "./read-table.ts";
import { createStaticEmbedder } from "./static-embedder.ts";

/** The name identifies the table: a new table gets a new name. */
const NAME = "holdfast-static-1";

let loading: Promise<StaticEmbedder> | undefined;

/**
 * The built-in embedder: a table of word vectors that needs no key and no network. Its files are read once
 * per process, on first use.
 */
export function loadBuiltinEmbedder(): Promise<StaticEmbedder> {
	if (!loading) {
		loading = load();
		// The next call may find the files.
		loading.catch(() => {
			loading = undefined;
		});
	}
	return loading;
}

async function load(): Promise<StaticEmbedder> {
	try {
		const [table, near, words] = await Promise.all([
			readFile(embedderFile("table.bin")),
			readFile(embedderFile("neighbours.bin")),
			readFile(embedderFile("vocabulary.txt"), "utf8"),
		]);
		const vocabulary = words.trimEnd().split("\n");
		return createStaticEmbedder(NAME, vocabulary, readTable(table), readNeighbours(near, vocabulary));
	} catch (cause) {
		throw new HoldfastError(
			"unavailable",
			`the built-in embedder cannot be loaded: ${messageOf(cause)}`,
			{ embedder: NAME },
			{ cause, retryable: false },
		);
	}
}
