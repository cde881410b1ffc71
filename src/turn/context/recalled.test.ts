import { expect, test } from "vitest";
import type { JsonObject } from "../../event/index.ts";
import {
	bestPassedOver,
	emptyRecall,
	type PassedOver,
	type Recalled,
	recalledJson,
	recalledOf,
} from "./recalled.ts";

const tokens = { ...emptyRecall().tokens };

test("AG9: what was recalled is read as it was stored", () => {
	const recalled: Recalled = {
		strategy: "both",
		method: "hybrid",
		facts: [
			{ id: "f1", score: 0, pinned: true },
			{ id: "f2", score: 0.5, parts: { keyword: 0.3, vector: 0.2 } },
		],
		excerpts: [
			{ sessionId: "r", offset: 3, score: 0.6, parts: { keyword: 0.6 } },
			{ sessionId: "r", offset: 4 },
		],
		messages: [
			{ sessionId: "s", offset: 0, score: 0.4, parts: { keyword: 0.5, prior: -0.1 } },
			{ sessionId: "s", offset: 2 },
			{ sessionId: "t", offset: 0, score: 0.1, parts: { context: 0.1 } },
		],
		passedOver: [
			{ kind: "message", sessionId: "s", offset: 7, score: 0.2, parts: { date: 0.2 }, reason: "limit" },
		],
		dropped: [{ reason: "limit", count: 1, from: 1, to: 1 }],
		summarizedTo: 3,
		tokens,
	};
	expect(recalledOf(JSON.parse(JSON.stringify(recalledJson(recalled))) as JsonObject)).toEqual(recalled);
});

test("AG9: records from before there were parts are read as they are", () => {
	const old = {
		strategy: "relevant",
		facts: [{ id: "f", score: 0.5 }],
		sessions: [{ sessionId: "s", offsets: [0, 1], scores: { 0: 0.4 } }],
		dropped: [],
		tokens,
	};
	expect(recalledOf(old)).toEqual({
		strategy: "relevant",
		facts: [{ id: "f", score: 0.5 }],
		excerpts: [],
		messages: [
			{ sessionId: "s", offset: 0, score: 0.4 },
			{ sessionId: "s", offset: 1 },
		],
		dropped: [],
		tokens,
	});
});

test("AG9: of those that did not make it the best are kept, pinned ones first", () => {
	const fact = (n: number): PassedOver => ({
		kind: "fact",
		id: `f${n}`,
		score: n / 100,
		parts: { keyword: n / 100 + 1e-9 },
		reason: "budget",
	});
	const many = Array.from({ length: 50 }, (_, n) => fact(n));
	const best = bestPassedOver([...many, { ...fact(0), id: "pinned", pinned: true } as PassedOver]);
	expect(best).toHaveLength(20);
	expect(best[0]).toMatchObject({ id: "pinned" });
	expect(best[1]).toMatchObject({ id: "f49", parts: { keyword: 0.49 } });
});
