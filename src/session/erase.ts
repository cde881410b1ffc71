import { z } from "zod";
import { parse } from "../error/index.ts";
import { blankBody, decodeEvent } from "../event/index.ts";
import {
	addCounts,
	type ErasureCounts,
	type ErasureScope,
	type FactRecord,
	noCounts,
	type SessionTarget,
} from "../store/ports/index.ts";
import { derivedFacts, forgetFacts, MAX_NAMED, stopConsolidation } from "./derived-facts.ts";
import { indexedScope } from "./erase-indexed.ts";
import { eraseStepOutputs } from "./erase-step-outputs.ts";
import type { Platform } from "./platform.ts";

/** What a deletion removed, and what a scan afterwards still found. */
export interface ErasureReceipt {
	/** When it was done, as an ISO 8601 timestamp. */
	at: string;
	/** How many items of each kind were deleted. */
	erased: ErasureCounts;
	/** Items that a scan afterwards still found. All zero, unless something was written during the deletion. */
	remaining: ErasureCounts;
	/** True if the scan found nothing. */
	complete: boolean;
	/**
	 * Ids of facts that came from the deleted data and still exist, because they have other sources or another
	 * owner. At most 1,000.
	 */
	derived: string[];
	/** Ids of facts that were deleted with it (`forget`). At most 1,000. */
	forgotten: string[];
}

const named = (facts: readonly FactRecord[]): string[] => facts.slice(0, MAX_NAMED).map(({ id }) => id);

/** Options of a deletion. */
export interface EraseOptions {
	/** Also deletes facts whose only source is the deleted data. Default false. */
	forget?: boolean | undefined;
}

const optionsSchema = z.strictObject({ forget: z.boolean().default(false) }).default({ forget: false });

export function receipt(
	erased: ErasureCounts,
	remaining: ErasureCounts,
	derived: readonly string[] = [],
): ErasureReceipt {
	const complete = Object.values(remaining).every((count) => count === 0);
	return {
		at: new Date().toISOString(),
		erased: { ...erased },
		remaining: { ...remaining },
		complete,
		derived: [...derived],
		forgotten: [],
	};
}

/** Deletes a scope and scans it again. */
export async function eraseScope(platform: Platform, scope: ErasureScope): Promise<ErasureReceipt> {
	const indexed = await indexedScope(platform, scope);
	const erased = addCounts(await platform.store.erasure.erase(scope), await indexed.erase());
	const left = await platform.store.erasure.count(scope);
	return receipt(erased, addCounts(left, await indexed.count()));
}

export async function eraseSession(
	platform: Platform,
	target: SessionTarget,
	options?: EraseOptions,
): Promise<ErasureReceipt> {
	const { forget } = parse(optionsSchema, options, "options");
	const found = await platform.store.sessions.get(target);
	if (!found) return receipt(noCounts(), noCounts());
	await stopConsolidation(platform, found);
	const derived = await derivedFacts(platform, found.uid, undefined);
	const forgotten = forget ? await forgetFacts(platform, derived.only) : noCounts();
	const done = await eraseScope(platform, { tenant: platform.tenant, session: found.uid });
	const left = await platform.store.facts.get(platform.tenant, derived.all.slice(0, MAX_NAMED));
	return {
		...done,
		erased: addCounts(done.erased, forgotten),
		derived: left.map(({ id }) => id),
		forgotten: forget ? named(derived.only) : [],
	};
}

const offsetsSchema = z.union(
	[
		z
			.number()
			.int()
			.min(0)
			.transform((offset) => [offset]),
		z.array(z.number().int().min(0)).max(10_000),
	],
	{
		error: "must be an offset, or an array of at most 10,000 of them",
	},
);

export async function eraseEvents(
	platform: Platform,
	target: SessionTarget,
	offsets: number | readonly number[],
	options?: EraseOptions,
): Promise<ErasureReceipt> {
	const list = parse(offsetsSchema, offsets, "offsets");
	const { forget } = parse(optionsSchema, options, "options");
	const all = [...list, ...(await summariesOf(platform, target, list))];
	await eraseStepOutputs(platform, target, list);
	const events = await platform.store.erasure.blank(target, all, blankBody);
	const found = list.length > 0 ? await platform.store.sessions.get(target) : undefined;
	const derived = found ? await derivedFacts(platform, found.uid, list) : { all: [], only: [] };
	const forgotten = forget ? await forgetFacts(platform, derived.only) : noCounts();
	const gone = new Set(forget ? derived.only.map(({ id }) => id) : []);
	const left = derived.all.filter((id) => !gone.has(id));
	return {
		...receipt(addCounts(forgotten, { ...noCounts(), events }), noCounts(), left.slice(0, MAX_NAMED)),
		forgotten: forget ? named(derived.only) : [],
	};
}

const PAGE = 1_000;

/**
 * Summaries that cover erased events repeat their content, so they are erased, too. Later summaries build on
 * earlier ones.
 */
async function summariesOf(
	{ store }: Platform,
	target: SessionTarget,
	offsets: readonly number[],
): Promise<number[]> {
	if (offsets.length === 0) return [];
	const first = Math.min(...offsets);
	const found: number[] = [];
	for (let after = first; ; ) {
		const page = await store.log.read(target, { after, limit: PAGE, kinds: ["summary"] });
		const events = page?.events ?? [];
		for (const { offset, body } of events) {
			const event = decodeEvent(offset, body);
			if (event.kind === "summary" && !event.erased && event.data.upTo >= first) found.push(offset);
		}
		const last = events.at(-1);
		if (events.length < PAGE || !last) return found;
		after = last.offset;
	}
}
