import type { SpokenLine } from "./read-message.ts";

/**
 * Texts of messages that were read lately, by the number of the message in its view. Messages do not change, and a view
 * is replaced when one is erased, so an entry is valid as long as its view.
 */
export interface LineCache {
	get(doc: number): SpokenLine | undefined;
	set(doc: number, line: SpokenLine): void;
	/** Estimated size in memory. */
	readonly bytes: number;
}

/** What an entry takes in addition to its text. */
const ENTRY_BYTES = 150;
const MAX_BYTES = 2 * 1024 * 1024;

/** Keeps the newest entries, up to a number of bytes. */
export function createLineCache(maxBytes = MAX_BYTES): LineCache {
	const lines = new Map<number, SpokenLine>();
	let bytes = 0;
	const sizeOf = ({ text }: SpokenLine): number => ENTRY_BYTES + 2 * text.length;
	const remove = (doc: number): void => {
		const line = lines.get(doc);
		if (!line) return;
		lines.delete(doc);
		bytes -= sizeOf(line);
	};
	return {
		get: (doc) => lines.get(doc),
		set(doc, line) {
			remove(doc);
			lines.set(doc, line);
			bytes += sizeOf(line);
			for (const oldest of lines.keys()) {
				if (bytes <= maxBytes) break;
				remove(oldest);
			}
		},
		get bytes() {
			return bytes;
		},
	};
}
