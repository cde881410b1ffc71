import type { MessageView } from "../index/message-view.ts";
import type { Query } from "./query.ts";

/** Which of those who speak in a view a query names. */
export interface Names {
	/** Terms of the query that name someone who takes part in every session: they tell no message from another. */
	everywhere: ReadonlySet<number>;
	/** Whether the query names the speaker of a message and no other participant of its session. */
	speaks(doc: number): boolean;
}

export function readNames(view: MessageView, query: Query): Names {
	const asked = new Set(query.terms.map(({ hash }) => hash | 0));
	const named = new Set<number>();
	const words = new Map<number, Set<number>>();
	view.speakers.forEach(({ names }, speaker) => {
		for (const word of names) {
			if (!asked.has(word)) continue;
			named.add(speaker);
			const bearers = words.get(word) ?? new Set();
			words.set(word, bearers.add(speaker));
		}
	});
	if (named.size === 0) return { everywhere: new Set(), speaks: () => false };
	const everywhere = new Set<number>();
	for (const [word, bearers] of words) {
		const all = view.sessions.every(({ participants }) =>
			participants.some((one) => bearers.has(one.speaker)),
		);
		if (all) everywhere.add(word);
	}
	const alone = new Map<number, boolean>();
	const { session, speaker } = view.columns;
	return {
		everywhere,
		speaks(doc) {
			if (!named.has(speaker[doc] as number)) return false;
			const number = session[doc] as number;
			let only = alone.get(number);
			if (only === undefined) {
				const participants = view.sessions[number]?.participants ?? [];
				only = participants.filter((one) => named.has(one.speaker)).length === 1;
				alone.set(number, only);
			}
			return only;
		},
	};
}
