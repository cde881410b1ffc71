/** A vector in bytes for each token of a vocabulary. */
export interface TokenTable {
	rows: number;
	dimensions: number;
	/** The factor for the values of each row. */
	scales: Float32Array;
	/** Row by row. */
	values: Int8Array;
}

const MAGIC = "HFST";
const FORMAT = 1;
const HEADER = 16;

/**
 * Reads the output of tools/distill-embedder: the magic, format, rows and columns, then the scales, then the
 * rows.
 */
export function readTable(bytes: Uint8Array): TokenTable {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const magic = bytes.length < HEADER ? "" : String.fromCharCode(...bytes.subarray(0, MAGIC.length));
	if (magic !== MAGIC) throw new Error("this is not a table of token vectors");
	const format = view.getUint32(4, true);
	if (format !== FORMAT) throw new Error(`the table of token vectors has the unknown format ${format}`);
	const rows = view.getUint32(8, true);
	const dimensions = view.getUint32(12, true);
	const start = HEADER + 4 * rows;
	if (bytes.length !== start + rows * dimensions) throw new Error("the table of token vectors is truncated");
	// Read one by one: the file is little-endian on every machine.
	const scales = new Float32Array(rows);
	for (let row = 0; row < rows; row++) scales[row] = view.getFloat32(HEADER + 4 * row, true);
	const values = new Int8Array(bytes.buffer, bytes.byteOffset + start, rows * dimensions);
	return { rows, dimensions, scales, values };
}
