import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import type { FactRecord } from "../../store/ports/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import { detailOf, type Fact, type FactDetail } from "./fact.ts";
import { type FactHistoryEntry, readHistory } from "./read-facts.ts";

/*
 * Each wording of a fact has a number: 0 at first, one more with each change of the content. A run keeps the number and not the
 * words, so that what is forgotten is gone from runs too. The words of an earlier number are found by going back through the
 * history. The store's revision would not do: it moves without a change of words, and a copy of the store counts anew.
 */

export interface FactReadOptions {
	/** The number of a wording, as `recalled.facts` of a run has it: `content` is what the fact said then. */
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

/** What a fact said before this entry of its history; undefined where the entry changed no words. */
function wordsBefore({ content, from }: FactHistoryEntry): string | undefined {
	if (typeof from === "string") return from;
	const changed = typeof content === "object" && content !== null && "from" in content && content.from;
	return typeof changed === "string" ? changed : undefined;
}

/** A fact in the words it had then. Everything else of it is as it is now; `current` are today's words, where they differ. */
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
