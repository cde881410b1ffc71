import { z } from "zod";
import { parse } from "../error/index.ts";
import { blankBody, decodeEvent } from "../event/index.ts";
import { type ErasureCounts, type ErasureScope, noCounts, type SessionTarget } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";

/** What an erasure removed, and what a scan afterwards still found. */
export interface ErasureReceipt {
	at: string;
	erased: ErasureCounts;
	/** All zero, unless something was written while the erasure ran. */
	remaining: ErasureCounts;
	/** True when the scan found nothing. */
	complete: boolean;
}

function receipt(erased: ErasureCounts, remaining: ErasureCounts): ErasureReceipt {
	const complete = Object.values(remaining).every((count) => count === 0);
	return { at: new Date().toISOString(), erased: { ...erased }, remaining: { ...remaining }, complete };
}

/** Removes a scope and scans it again. */
export async function eraseScope(platform: Platform, scope: ErasureScope): Promise<ErasureReceipt> {
	const erased = await platform.store.erasure.erase(scope);
	return receipt(erased, await platform.store.erasure.count(scope));
}

export async function eraseSession(platform: Platform, target: SessionTarget): Promise<ErasureReceipt> {
	const found = await platform.store.sessions.get(target);
	if (!found) return receipt(noCounts(), noCounts());
	return eraseScope(platform, { tenant: platform.tenant, session: found.uid });
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
): Promise<ErasureReceipt> {
	const list = parse(offsetsSchema, offsets, "offsets");
	const all = [...list, ...(await summariesOf(platform, target, list))];
	const events = await platform.store.erasure.blank(target, all, blankBody);
	return receipt({ ...noCounts(), events }, noCounts());
}

const PAGE = 1_000;

/** Summaries that cover what is erased, which say it again: they go with it. Later ones are made of earlier ones. */
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
