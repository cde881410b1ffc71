import { describe, expect, it } from "vitest";
import { fromMem0 } from "./mem0.ts";

const refusal = (value: unknown): unknown => {
	try {
		return fromMem0(value);
	} catch (error) {
		return error;
	}
};

describe("fromMem0", () => {
	it("FA1: a memory becomes a fact of its user, with its times, and with what mem0 says of it", () => {
		const memory = {
			id: "m-1",
			memory: "Ann is vegetarian",
			hash: "ab",
			user_id: "ann",
			agent_id: "cook",
			run_id: null,
			metadata: { topic: "food" },
			categories: ["health"],
			created_at: "2025-07-26T10:29:36.630547-07:00",
			updated_at: null,
			expiration_date: "2027-01-01",
		};
		const expected = {
			what: "results[0]",
			agentId: "cook",
			userId: "ann",
			fact: {
				content: "Ann is vegetarian",
				source: "mem0",
				metadata: { topic: "food", mem0: { id: "m-1", hash: "ab", categories: ["health"] } },
				validFrom: "2025-07-26T17:29:36.630Z",
				validTo: "2027-01-01T00:00:00.000Z",
			},
		};
		expect(fromMem0({ results: [memory], total: 1 })).toEqual([expected]);
		expect(fromMem0([memory])).toEqual([expected]);
		expect(fromMem0({ memories: [memory] })).toEqual([{ ...expected, what: "memories[0]" }]);
	});

	it("FA1: the names of the TypeScript library are known too", () => {
		const [one] = fromMem0([
			{ id: "1", memory: "a", userId: "ann", runId: "r", createdAt: "2026-01-01T00:00:00Z" },
		]);
		expect(one).toMatchObject({
			userId: "ann",
			fact: { validFrom: "2026-01-01T00:00:00.000Z", metadata: { mem0: { id: "1", run_id: "r" } } },
		});
	});

	it("FA1: what is broken is refused by its place", () => {
		const cases: [unknown, string][] = [
			[{ results: [{ memory: "a" }, { memory: "" }] }, "results[1].memory: must not be empty"],
			[{ results: [{ memory: "x".repeat(4_001) }] }, "results[0].memory: must have at most 4000"],
			[[{ id: "1" }], "results[0].memory: "],
			[[{ memory: "a", created_at: {} }], "results[0].created_at: must be a time"],
			[{ results: 7 }, "results: "],
			[7, "results: "],
		];
		for (const [value, place] of cases)
			expect(refusal(value)).toMatchObject({ code: "invalid", message: expect.stringContaining(place) });
	});
});
