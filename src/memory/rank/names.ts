import type { MessageView } from "../index/message-view.ts";
import type { Query } from "./query.ts";

/** A word of a query that names a speaker of a view. */
export interface NamedTerm {
	hash: number;
	/**
	 * For each session, 1 if a speaker of that name takes part. There the name counts as present, even if
	 * nobody says it.
	 */
	sessions: Uint8Array;
	/** How many messages these sessions have. */
	messages: number;
}

/** The speakers of a view that a query names. */
export interface Names {
	/** Names of speakers who take part in every session. They do not distinguish one message from another. */
	everywhere: ReadonlySet<number>;
	/** Names of speakers who take part in some sessions, by term. */
	somewhere: ReadonlyMap<number, NamedTerm>;
	/** Whether the query names the speaker of a message and no other participant of its session. */
	speaks(doc: number): boolean;
}

const NOBODY: Names = { everywhere: new Set(), somewhere: new Map(), speaks: () => false };

export function readNames(view: MessageView, query: Query): Names {
	const asked = new Set(query.terms.map(({ hash }) => hash));
	const named = new Set<number>();
	const bearers = new Map<number, Set<number>>();
	view.speakers.forEach(({ names }, speaker) => {
		for (const word of names) {
			if (!asked.has(word)) continue;
			named.add(speaker);
			bearers.set(word, (bearers.get(word) ?? new Set()).add(speaker));
		}
	});
	if (named.size === 0) return NOBODY;
	const everywhere = new Set<number>();
	const somewhere = new Map<number, NamedTerm>();
	for (const [hash, speakers] of bearers) {
		const term = whereNamed(view, hash, speakers);
		if (term.messages < view.size) somewhere.set(hash, term);
		// A query that consists only of names searches for the messages that contain them.
		else if (bearers.size < asked.size) everywhere.add(hash);
	}
	const { session, speaker } = view.columns;
	const alone = new Map<number, boolean>();
	return {
		everywhere,
		somewhere,
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

function whereNamed(view: MessageView, hash: number, speakers: ReadonlySet<number>): NamedTerm {
	const sessions = new Uint8Array(view.sessions.length);
	let messages = 0;
	view.sessions.forEach(({ participants, size }, number) => {
		if (!participants.some((one) => speakers.has(one.speaker))) return;
		sessions[number] = 1;
		messages += size;
	});
	return { hash, sessions, messages };
}
