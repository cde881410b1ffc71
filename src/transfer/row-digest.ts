import { hash } from "node:crypto";
import type { TransferKind, TransferRow, TransferValue } from "../store/ports/index.ts";

const plain = (value: TransferValue): unknown =>
	value instanceof Uint8Array ? { bytes: Buffer.from(value).toString("base64") } : value;

/** A row as text. Equal rows of any two stores give equal text. */
export function rowText({ key, values }: TransferRow): string {
	const columns = Object.keys(values).sort();
	return JSON.stringify([key, columns.map((column) => [column, plain(values[column] ?? null)])]);
}

/**
 * Counts and hashes the rows of a kind. Stores sort most kinds differently, so the order does not count. Facts of a
 * space have the same order everywhere, so there it counts.
 */
export class RowDigest {
	rows = 0;
	readonly #isOrdered: boolean;
	readonly #sum = Buffer.alloc(32);

	constructor(kind: TransferKind) {
		this.#isOrdered = kind === "facts";
	}

	add(row: TransferRow): void {
		const text = this.#isOrdered ? `${this.rows} ${rowText(row)}` : rowText(row);
		const one = hash("sha256", text, "buffer");
		for (let i = 0; i < one.length; i++) this.#sum[i] = (this.#sum[i] ?? 0) ^ (one[i] ?? 0);
		this.rows += 1;
	}

	get hash(): string {
		return this.#sum.toString("hex");
	}
}
