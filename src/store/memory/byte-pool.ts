const BLOCK = 256 * 1024;

/** Where a piece of bytes is kept. */
export interface PooledBytes {
	readonly block: Uint8Array;
	readonly start: number;
	readonly length: number;
}

/**
 * Keeps many small pieces of bytes in a few large blocks: separate arrays would take twice the memory. A
 * released piece is overwritten immediately, and a block is released with its last piece.
 */
export class BytePool {
	#block = new Uint8Array(0);
	#used = 0;

	keep(bytes: Uint8Array): PooledBytes {
		if (this.#used + bytes.length > this.#block.length) {
			this.#block = new Uint8Array(Math.max(BLOCK, bytes.length));
			this.#used = 0;
		}
		const piece = { block: this.#block, start: this.#used, length: bytes.length };
		this.#block.set(bytes, this.#used);
		this.#used += bytes.length;
		return piece;
	}
}

/** A copy. */
export const readBytes = ({ block, start, length }: PooledBytes): Uint8Array =>
	block.slice(start, start + length);

export function freeBytes({ block, start, length }: PooledBytes): void {
	block.fill(0, start, start + length);
}
