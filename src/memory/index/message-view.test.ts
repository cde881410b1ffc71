import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";
import type { Entry } from "./analysed.ts";
import { createMessageView, type MessageView } from "./message-view.ts";

const say = (text: string, offset: number, speaker = "Ada"): Entry => ({
	...analyse(text, { speaker }),
	offset,
	at: 1_000 * offset,
});

/** The data of a view that the ranker can read, by session and offset. */
function contents(view: MessageView): unknown {
	const { columns, sessions } = view;
	const placeOf = (doc: number): string =>
		doc < 0 ? "-" : `${sessions[columns.session[doc] as number]?.key} ${columns.offset[doc]}`;
	const messages = Array.from({ length: view.size }, (_, doc) => ({
		place: placeOf(doc),
		prev: placeOf(columns.prev[doc] as number),
		next: placeOf(columns.next[doc] as number),
		at: columns.at[doc],
		speaker: view.speakers[columns.speaker[doc] as number]?.hash,
	}));
	const lengths = sessions.map(({ key, head, size }, i) => ({
		key,
		head,
		size,
		length: view.sessionLengths[i],
	}));
	const byName = <T>(list: T[]): T[] =>
		list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
	return {
		messages: byName(messages),
		lengths: byName(lengths),
		terms: view.postings.terms,
		words: view.words,
	};
}

describe("a view of messages", () => {
	it("is the same whether its messages came one by one or at once (FA2)", () => {
		const word = fc.constantFrom("dogs", "cats", "rain", "piano", "I", "the");
		const message = fc.tuple(fc.constantFrom("a", "b", "c"), fc.array(word, { maxLength: 6 }));
		fc.assert(
			fc.property(fc.array(message, { maxLength: 150 }), (messages) => {
				const grown = createMessageView();
				const sessions = new Map<string, Entry[]>();
				for (const [session, text] of messages) {
					const entries = sessions.get(session) ?? [];
					const entry = say(text.join(" "), 2 * entries.length, session === "b" ? "Bob" : "Ada");
					sessions.set(session, [...entries, entry]);
					grown.add(session, [entry]);
				}
				const built = createMessageView();
				for (const [session, entries] of sessions) built.add(session, entries);
				expect(contents(grown)).toEqual(contents(built));
			}),
			{ numRuns: 40 },
		);
	});

	it("passes over what it knows already", () => {
		const view = createMessageView();
		const entries = [say("one dog", 0), say("two dogs", 3)];
		view.add("s", entries);
		view.add("s", [...entries, say("three dogs", 4)]);
		expect([view.size, view.head("s"), view.head("other")]).toEqual([3, 4, -1]);
	});

	it("says about how much it holds", () => {
		const view = createMessageView();
		const before = view.bytes;
		view.add(
			"s",
			Array.from({ length: 500 }, (_, i) => say(`word${i} and another${i}`, i)),
		);
		expect(view.bytes).toBeGreaterThan(before + 500 * 30);
	});

	it("counts how each participant talks", () => {
		const view = createMessageView();
		view.add("s", [say("I have a dog", 0), say("Nice dog!", 1, "Bob"), say("He is my friend", 2)]);
		const [ada, bob] = view.sessions[0]?.participants ?? [];
		expect([ada?.messages, ada?.firstPerson, bob?.messages, bob?.firstPerson]).toEqual([2, 2, 1, 0]);
	});
});
