import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { HoldfastError } from "../../error/index.ts";
import { messageOf } from "../read-error.ts";
import type { StaticEmbedder } from "./embedder.ts";
import { readNeighbours } from "./neighbour-table.ts";
import { readTable } from "./read-table.ts";
import { createStaticEmbedder } from "./static-embedder.ts";

/** The name goes with the table: a new table gets a new name. */
const NAME = "holdfast-static-1";

let loading: Promise<StaticEmbedder> | undefined;

/**
 * The embedder that comes with Holdfast: a table of word vectors, which needs no key and no network. Its files are read
 * when it is first asked for, once in a process.
 */
export function loadBuiltinEmbedder(): Promise<StaticEmbedder> {
	if (!loading) {
		loading = load();
		// The next one may find the files.
		loading.catch(() => {
			loading = undefined;
		});
	}
	return loading;
}

async function load(): Promise<StaticEmbedder> {
	try {
		const [table, near, words] = await Promise.all([
			readFile(pathOf("table.bin")),
			readFile(pathOf("neighbours.bin")),
			readFile(pathOf("vocabulary.txt"), "utf8"),
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

/** Through the package's own "imports", so that it is the same from the sources and from what is built of them. */
const pathOf = (file: string): string => createRequire(import.meta.url).resolve(`#embedder/${file}`);
