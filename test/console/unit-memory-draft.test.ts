import { expect, test } from "vitest";
import { draftOf, overrideOf, readDraft, wholeOf } from "../../console/src/pages/agents/memory-draft.ts";
import { DEFAULT_MEMORY } from "../../src/agent/to-memory.ts";

test("IF5: the form of memory settings begins with what the library takes for what nobody said", () => {
	const {
		active: _,
		space,
		facts,
		consolidateAfter,
		extractor,
		extractInstructions,
		tools,
		...rest
	} = DEFAULT_MEMORY;
	expect(wholeOf({})).toEqual({
		...rest,
		facts: facts === false ? "none" : facts,
		space: space ?? "",
		consolidateAfter: consolidateAfter === false ? "never" : String(consolidateAfter),
		extractor: extractor ?? "",
		extractInstructions: extractInstructions ?? "",
		tools: tools.join(" "),
	});
});

test("IF5: memory that is turned on begins with a limit of 10; what is on keeps its own", () => {
	expect(draftOf(false, false)).toMatchObject({ enabled: false, limit: "10" });
	expect(draftOf(false, { limit: 70, recall: "both" })).toMatchObject({ limit: "10", recall: "both" });
	expect(draftOf({ limit: 70 }, { limit: 50 })).toMatchObject({ enabled: true, limit: "70" });
});

test("IF5: only what differs from the definition is put over it", () => {
	const defined = { recall: "both", limit: 50 } as const;
	const { whole } = readDraft(draftOf(defined, defined));
	expect(overrideOf(true, whole, defined)).toBeNull();
	expect(overrideOf(true, { ...whole, limit: 10, facts: "none" }, defined)).toEqual({
		limit: 10,
		facts: false,
	});
	expect(overrideOf(false, whole, defined)).toBe(false);
	expect(overrideOf(false, whole, false)).toBeNull();
	// All as usual, but on: the definition has it off.
	expect(overrideOf(true, wholeOf({}), false)).toEqual({});
});

test("IF5: how facts are made: minutes or never, a model, tools; what is left empty stays the definition's", () => {
	const defined = { extractor: "rules", tools: true } as const;
	expect(draftOf(defined, defined)).toMatchObject({
		consolidateAfter: "30",
		extractor: "rules",
		tools: "remember recall forget",
	});
	const { whole } = readDraft({
		...draftOf(defined, defined),
		consolidateAfter: " Never ",
		extractor: "",
		tools: "recall",
	});
	expect(overrideOf(true, whole, defined)).toEqual({ consolidateAfter: false, tools: ["recall"] });
	expect(readDraft({ ...draftOf({}, {}), consolidateAfter: "soon" }).wrong).toHaveProperty(
		"consolidateAfter",
	);
});

test("IF5: what is no number is told at its field", () => {
	const draft = { ...draftOf({}, {}), limit: "ten", tokenBudget: "32,000", factBudget: "" };
	const { whole, wrong } = readDraft(draft);
	expect(Object.keys(wrong)).toEqual(["limit", "factBudget"]);
	expect(whole.tokenBudget).toBe(32_000);
});
