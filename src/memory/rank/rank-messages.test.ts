import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { StaticEmbedder } from "../../model/embedder/embedder.ts";
import { loadBuiltinEmbedder } from "../../model/embedder/index.ts";
import { analyse, withVector } from "../index/analyse.ts";
import type { Entry, SpeakerKind } from "../index/analysed.ts";
import { createMessageView, type MessageView } from "../index/message-view.ts";
import { readQuery } from "./query.ts";
import { type RankMessagesOptions, rankMessages } from "./rank-messages.ts";

const DAY = 86_400_000;
const START = Date.UTC(2024, 2, 1);

let embedder: StaticEmbedder;
beforeAll(async () => {
	embedder = await loadBuiltinEmbedder();
});

interface Line {
	text: string;
	speaker?: string;
	kind?: SpeakerKind;
}

/** A view of sessions, one per day, each a list of lines ("Name> text"). */
function viewOf(sessions: Record<string, readonly (string | Line)[]>, withVectors = true): MessageView {
	const view = createMessageView();
	Object.entries(sessions).forEach(([key, lines], day) => {
		view.add(
			key,
			lines.map((line, offset): Entry => {
				const { text, ...who } = typeof line === "string" ? { text: line } : line;
				const [, speaker, rest] = /^(\w+)> (.*)$/s.exec(text) ?? [];
				return {
					...analyse(rest ?? text, { ...(speaker && { speaker }), ...who, ...(withVectors && { embedder }) }),
					offset,
					at: START + day * DAY + 1_000 * offset,
				};
			}),
		);
	});
	return view;
}

const find = (view: MessageView, question: string, options?: RankMessagesOptions) =>
	rankMessages(view, readQuery(question, { embedder }), options).map(
		({ session, offset }) => `${session} ${offset}`,
	);

const talk = (): MessageView =>
	viewOf({
		monday: [
			"Ada> Hi Bob! My sister bought a violin and I am so happy for her.",
			"Bob> Great! I went fishing with my uncle at the lake. How are your cats?",
			"Ada> They are fine, thank you. One of them caught a mouse in our kitchen.",
			"Bob> I would love to see that.",
		],
		tuesday: [
			"Bob> Good morning! Did you ever learn to swim?",
			"Ada> I did, when I was nine, in the river behind our house.",
			"Bob> I never learned it. My uncle wants to teach me.",
			"Ada> You should let him, I think.",
		],
		wednesday: [
			"Ada> I started a new job at the library yesterday.",
			"Bob> Congratulations! I bet you love it there.",
			"Ada> I do. My desk is next to a window.",
		],
	});

describe("the ranking of messages", () => {
	it("finds what shares words with the query", () => {
		expect(find(talk(), "violin")[0]).toBe("monday 0");
		expect(find(talk(), "Where does the desk stand?")[0]).toBe("wednesday 2");
	});

	it("finds what means the same in other words", () => {
		expect(find(talk(), "employment")[0]).toBe("wednesday 0");
	});

	it("finds the answer to a question that holds the words", () => {
		expect(find(talk(), "When did Ada learn to swim?").slice(0, 2)).toContain("tuesday 1");
	});

	it("ranks a statement above the same question asked before, but not above a question that tells more", () => {
		const view = viewOf({
			told: ["We have 2 cats, Miso and Udon.", { text: "Noted.", kind: "assistant" }],
			asked: ["What are my cats called?", { text: "I cannot tell.", kind: "assistant" }],
			more: ["My cats Miso and Udon are called by a whistle at night, is that cruel?"],
		});
		const found = find(view, "What are my cats called?");
		expect(found.indexOf("told 0")).toBeLessThan(found.indexOf("asked 0"));
		expect(found.indexOf("more 0")).toBeLessThan(found.indexOf("asked 0"));
	});

	it("prefers the one whom the query names", () => {
		const view = viewOf({
			s: ["Ada> I have a boat.", "Bob> Fine weather.", "Ada> Yes, it is.", "Bob> I have a boat too."],
		});
		expect(find(view, "Does Bob have a boat?")[0]).toBe("s 3");
		expect(find(view, "Does Ada have a boat?")[0]).toBe("s 0");
	});

	it('takes "I" for the user and "you" for the assistant', () => {
		const view = viewOf({
			s: [
				{ text: "A good book about the sea is on the shelf.", kind: "user" },
				{ text: "A good book about the sea is on the shelf.", kind: "assistant" },
			],
		});
		expect(find(view, "Which book did I mention?")[0]).toBe("s 0");
		expect(find(view, "Which book did you mention?")[0]).toBe("s 1");
	});

	it("does not let a long text win by holding many words", () => {
		const long = Array.from({ length: 300 }, (_, i) => `topic${i}`).join(" ");
		const view = viewOf({ a: [`${long} kayak`], b: ["The kayak is in the shed."], c: ["It is late."] });
		expect(find(view, "kayak")[0]).toBe("b 0");
	});

	it("prefers the conversations of the one whom the query names", () => {
		const view = viewOf({
			first: ["Ada> I have a boat.", "Bob> Nice one."],
			second: ["Cem> I have a boat.", "Dan> Nice one."],
			third: ["Eve> I have a boat.", "Fay> Nice one."],
		});
		expect(find(view, "Tell me of the boat of Dan")[0]).toMatch(/second/);
	});

	it("prefers the day that the query names", () => {
		const line = "Ada> I went to the market and bought some bread.";
		const view = viewOf({ a: [line], b: [line], c: [line], d: [line] });
		expect(find(view, "What did Ada buy on 3 March 2024?")[0]).toBe("c 0");
		expect(find(view, "What did Ada buy on March 2?")[0]).toBe("b 0");
	});

	it("counts yesterday from the present", () => {
		const line = "Ada> I went to the market and bought some bread.";
		const view = viewOf({ a: [line], b: [line], c: [line], d: [line] });
		const query = readQuery("What did Ada buy yesterday?", { embedder, now: START + 3 * DAY + 1 });
		expect(rankMessages(view, query)[0]?.session).toBe("c");
	});

	it("adds up its parts to the score (FA2)", () => {
		for (const question of ["When did Ada learn to swim?", "the cats of Ada on 2 March"]) {
			const hits = rankMessages(talk(), readQuery(question, { embedder }));
			expect(hits.length).toBeGreaterThan(0);
			for (const { score, parts } of hits) {
				expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 10);
			}
			const scores = hits.map(({ score }) => score);
			expect(scores).toEqual(scores.toSorted((a, b) => b - a));
		}
	});

	it("works by words alone without an embedder, and by meaning alone on request (ME4)", () => {
		const [hit] = rankMessages(viewOf({ s: ["I own a violin", "It rains"] }, false), readQuery("violin"));
		expect([hit?.offset, hit?.parts.vector]).toEqual([0, undefined]);
		const [nearest] = rankMessages(talk(), readQuery("violin", { embedder }), { method: "vector" });
		expect([nearest?.offset, Object.keys(nearest?.parts ?? {})]).toEqual([0, ["vector"]]);
	});

	it("goes by meaning alone when the query has stop words only", () => {
		const hits = rankMessages(talk(), readQuery("how are you", { embedder }));
		for (const { parts } of hits) expect(Object.keys(parts)).toEqual(["vector"]);
	});

	it("ranks by vectors of an outside embedder of any length", () => {
		const view = createMessageView();
		const vectors = [Float32Array.of(1, 0, 0), Float32Array.of(0, 1, 0), Float32Array.of(0, 0.9, 0.1)];
		vectors.forEach((vector, offset) => {
			view.add(`s${offset}`, [{ ...withVector(analyse("text"), vector), offset, at: 0 }]);
		});
		const hits = rankMessages(view, readQuery("query", { vector: Float32Array.of(0, 1, 0) }));
		expect(hits.map(({ session }) => session).slice(0, 2)).toEqual(["s1", "s2"]);
		const other = rankMessages(view, readQuery("text", { vector: Float32Array.of(1, 0) }));
		expect(other.every(({ parts }) => parts.vector === undefined)).toBe(true);
	});

	it("finds pairs of characters of scripts that write no spaces", () => {
		const view = viewOf({ s: ["我喜欢喝茶", "今天下雨了", "我的猫叫小白"] });
		expect(find(view, "你的猫叫什么")[0]).toBe("s 2");
	});

	it("lets nothing that is not in the view change a score (FA2)", () => {
		const one = talk();
		const two = talk();
		createMessageView().add("elsewhere", [{ ...analyse("violin violin"), offset: 0, at: 0 }]);
		const query = readQuery("Who bought a violin?", { embedder });
		expect(rankMessages(one, query)).toEqual(rankMessages(two, query));
	});

	it("leaves out what is not accepted or below the threshold, and gives as many as asked for", () => {
		const view = talk();
		expect(find(view, "violin", { accept: (session) => session !== "monday" })).not.toContain("monday 0");
		const all = rankMessages(view, readQuery("violin of my sister", { embedder }));
		const bar = all[0]?.score ?? 0;
		expect(
			rankMessages(view, readQuery("violin of my sister", { embedder }), { threshold: bar }),
		).toHaveLength(1);
		expect(find(view, "violin of my sister", { limit: 2 })).toHaveLength(2);
		expect(find(view, "violin", { limit: 0 })).toEqual([]);
	});

	it("finds nothing for nothing, and nothing in nothing", () => {
		expect(find(talk(), "")).toEqual([]);
		expect(find(talk(), "?!")).toEqual([]);
		expect(find(createMessageView(), "violin on 3 March 2024")).toEqual([]);
	});

	it("takes any query", () => {
		const view = talk();
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 200 }), (question) => {
				for (const { score } of rankMessages(view, readQuery(question, { embedder }))) {
					expect(Number.isFinite(score)).toBe(true);
				}
			}),
		);
		const long = Array.from({ length: 3_000 }, (_, i) => `word${i} violin`).join(" ");
		expect(find(view, long)[0]).toBe("monday 0");
	});

	it("leaves a clean table: a search does not change the next", () => {
		const view = talk();
		const first = rankMessages(view, readQuery("uncle fishing lake", { embedder }));
		rankMessages(view, readQuery("violin library cats uncle", { embedder }));
		rankMessages(viewOf({ s: ["violin"] }), readQuery("violin", { embedder }));
		expect(rankMessages(view, readQuery("uncle fishing lake", { embedder }))).toEqual(first);
	});

	it("does not hold it against an assistant that it speaks of nobody", () => {
		const view = viewOf({
			s: [
				{ text: "How do I prune roses?", kind: "user" },
				{
					text: "Cut the stems of roses above a bud that points outward. Roses need sharp shears.",
					kind: "assistant",
				},
				{ text: "I will try that with my shears.", kind: "user" },
				{ text: "Late winter is the best time. Remove dead wood first.", kind: "assistant" },
			],
		});
		const hits = rankMessages(view, readQuery("How should roses be cut?", { embedder }));
		expect(hits[0]?.offset).toBe(1);
		// A question is not an answer, whatever the kind of session.
		for (const { offset, parts } of hits) if (offset > 0) expect(parts.prior).toBeUndefined();
	});
});
