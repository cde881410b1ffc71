import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import type { FactRecord } from "../../store/ports/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import { detailOf, type Fact, type FactDetail } from "./fact.ts";
import { type FactHistoryEntry, readHistory } from "./read-facts.ts";

/*
 * Each wording of a fact has a number: 0 at first, and one more with each change of the content. A run stores the
 * number instead of the words, so a deleted fact is gone from runs too. The words of an earlier number are found by
 * going back through the history. The store's revision cannot be used: it also changes when the words do not, and
 * it starts again in a copy of the store.
 */

/** Which wording of a fact to read. */
export interface FactReadOptions {
	/**
	 * The number of a wording, from `recalled.facts` of a run. `content` is then the text that the fact had in that
	 * run.
	 */
	wording?: number | undefined;
}

const readOptions = z.strictObject({
	wording: z.int({ error: "must be a whole number" }).min(0, { error: "must be 0 or more" }).optional(),
});

export const parseReadOptions = (options: FactReadOptions | undefined) =>
	parse(readOptions, options ?? {}, "options");

export const wordingOf = (record: Pick<FactRecord, "detail" | "createdAt">): number =>
	detailOf(record).wording ?? 0;

/** A detail after `times` more changes of the content. */
export const reworded = (detail: FactDetail, times = 1): FactDetail => ({
	...detail,
	wording: (detail.wording ?? 0) + times,
});

/** The content of a fact before this entry of its history. Undefined if the entry did not change the content. */
function wordsBefore({ content, from }: FactHistoryEntry): string | undefined {
	if (typeof from === "string") return from;
	const changed = typeof content === "object" && content !== null && "from" in content && content.from;
	return typeof changed === "string" ? changed : undefined;
}

/**
 * A fact in an earlier wording. All other fields have their present values. `current` is the present content, if it
 * differs.
 */
export async function inWording(
	context: MemoryContext,
	record: FactRecord,
	fact: Fact,
	wording: number,
): Promise<Fact> {
	const back = wordingOf(record) - wording;
	if (back === 0) return fact;
	const earlier = (await readHistory(context, record.id)).flatMap((entry) => wordsBefore(entry) ?? []);
	const content = back > 0 ? earlier.at(-back) : undefined;
	if (content === undefined) {
		const message = `fact "${record.id}" has no wording ${wording}`;
		throw new HoldfastError("not_found", message, { factId: record.id, wording });
	}
	return content === fact.content ? fact : { ...fact, content, current: fact.content };
}
