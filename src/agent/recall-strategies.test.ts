import { describe, expect, test } from "vitest";
import type { Capabilities } from "../store/ports/index.ts";
import { checkRecall, recallStrategies } from "./recall-strategies.ts";
import { toMemory } from "./to-memory.ts";

const withSearch = (search: object): Capabilities => ({
	durable: true,
	shared: true,
	limits: { eventBytes: 1, batchEvents: 1 },
	search: search as Capabilities["search"],
});
const scans = withSearch({ keyword: "scan", vector: "scan", reason: "pgvector is not installed" });
const blind = withSearch({ keyword: "none", vector: "none", reason: "it keeps no index" });

describe("ways to recall (ME4)", () => {
	test("all are available if the store can search words; a missing embedder is reported", () => {
		expect(recallStrategies(scans, true)).toEqual(
			["all", "relevant", "both"].map((name) => ({ name, available: true })),
		);
		const [all, relevant] = recallStrategies(scans, false);
		expect(all).toEqual({ name: "all", available: true });
		expect(relevant?.note).toMatch(/by words only/);
	});

	test("of a store that cannot search the newest alone, and settings that ask for more are refused", () => {
		expect(recallStrategies(blind, true)).toEqual([
			{ name: "all", available: true },
			{ name: "relevant", available: false, note: "it keeps no index" },
			{ name: "both", available: false, note: "it keeps no index" },
		]);
		expect(() => checkRecall(toMemory({ recall: "both" }), blind)).toThrow(/it keeps no index; use "all"/);
		checkRecall(toMemory({ recall: "both" }), scans);
		checkRecall(toMemory({ recall: "all" }), blind);
		checkRecall(toMemory(false, toMemory({ recall: "both" })), blind);
	});
});
