import { hash } from "node:crypto";
import type { NewEvent } from "../../../src/index.ts";

/** What each event of a keyed batch says: enough to tell a half batch from a whole one. */
export interface Keyed {
	type: "keyed";
	key: string;
	index: number;
	size: number;
	padding: string;
}

export const keyOf = (life: number, writer: number, n: number): string => `${life}/${writer}/${n}`;
export const sessionOf = (writer: number): string => `w${writer % 2}`;

/** The batch of a key. The same in every process, so that another one can repeat it. */
export function batchOf(key: string): NewEvent[] {
	const bytes = hash("sha256", key, "buffer");
	const size = 1 + ((bytes[0] as number) % 5);
	// Up to several pages, so that batches span pages and the log is checkpointed now and then.
	const padding = "x".repeat((bytes[1] as number) * 20);
	return Array.from({ length: size }, (_, index): NewEvent => {
		const data: Keyed = { type: "keyed", key, index, size, padding };
		return { kind: "custom", source: "integration", data: { ...data } };
	});
}
