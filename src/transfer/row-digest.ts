import { hash } from "node:crypto";
import type { TransferKind, TransferRow, TransferValue } from "../store/ports/index.ts";

const plain = (value: TransferValue): unknown =>
	value instanceof Uint8Array ? { bytes: Buffer.from(value).toString("base64") } : value;

/** A row as text that is equal for equal rows of any two stores. */
export function rowText({ key, values }: TransferRow): string {
	const columns = Object.keys(values).sort();
	return JSON.stringify([key, columns.map((column) => [column, plain(values[column] ?? null)])]);
}

/**
 * Counts rows of a kind and sums them up. Stores sort most kinds in their own way, so that the order decides nothing; but
 * facts of a space have the same order everywhere, and it counts.
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
