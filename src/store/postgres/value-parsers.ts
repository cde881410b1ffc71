/** Types by their number in PostgreSQL's catalog. */
const INT8 = 20;
const BYTEA = 17;
const NUMERIC = 1700;

/** Where the driver looks up how to parse a column. */
interface TypeParsers {
	getTypeParser(oid: number, format?: string): (value: string) => unknown;
}

/**
 * Counters and times are whole numbers below 2^53, which the driver would return as text. Bytes are plain
 * bytes.
 */
export function valueParsers(standard: TypeParsers): TypeParsers {
	const bytes = (value: string): Uint8Array => {
		const buffer = Buffer.from(value.slice(2), "hex");
		return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
	};
	return {
		getTypeParser(oid, format) {
			if (oid === INT8 || oid === NUMERIC) return Number;
			if (oid === BYTEA) return bytes;
			return standard.getTypeParser(oid, format);
		},
	};
}
