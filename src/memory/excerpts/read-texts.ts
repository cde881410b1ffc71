import { decodeEvent, type EventKind, type SessionUid } from "../../event/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import { readMessage, type SpokenLine } from "../recall/read-message.ts";
import type { SessionMessages } from "../recall/views.ts";
import type { FoundLine } from "./find-lines.ts";

/** Messages of people and agents. Tool results do not explain other messages. */
const SPOKEN: readonly EventKind[] = ["message", "reply"];

/** The texts of the lines that one recall looks at. */
export interface Texts {
	/** Reads lines and their neighbours: from the cache of their view, and the others in one call. */
	read(found: readonly FoundLine[]): Promise<void>;
	/** A text that was read; undefined for a message that no longer exists. */
	of(from: SessionMessages, doc: number): SpokenLine | undefined;
}

export function openTexts({ platform }: Pick<MemoryContext, "platform">): Texts {
	/** Keeps the lines during the whole recall, even if the caches drop them. */
	const read = new Map<SessionMessages, Map<number, SpokenLine>>();
	const linesOf = (from: SessionMessages): Map<number, SpokenLine> => {
		const known = read.get(from) ?? new Map<number, SpokenLine>();
		read.set(from, known);
		return known;
	};
	return {
		of: (from, doc) => read.get(from)?.get(doc),
		async read(found) {
			const missing = new Map<
				string,
				{ from: SessionMessages; doc: number; uid: SessionUid; offset: number }
			>();
			for (const { from, doc, before, after, member } of found) {
				const known = linesOf(from);
				for (const one of [before, doc, after]) {
					if (one < 0 || known.has(one)) continue;
					const line = from.lines.get(one);
					if (line) {
						known.set(one, line);
						continue;
					}
					const offset = from.view.columns.offset[one] as number;
					missing.set(`${offset} ${member.uid}`, { from, doc: one, uid: member.uid, offset });
				}
			}
			if (missing.size === 0) return;
			const { store, tenant } = platform;
			const stretches = Array.from(missing.values(), ({ uid, offset }) => ({
				uid,
				from: offset,
				to: offset,
			}));
			for (const { uid, offset, body } of await store.log.stretches(tenant, stretches, SPOKEN)) {
				const place = missing.get(`${offset} ${uid}`);
				const line = place && readMessage(decodeEvent(offset, body));
				if (!line) continue;
				linesOf(place.from).set(place.doc, line);
				place.from.lines.set(place.doc, line);
			}
		},
	};
}
