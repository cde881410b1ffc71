import type { SessionUid } from "../event/index.ts";
import { type ErasureCounts, type FactRecord, noCounts, type SessionRecord } from "../store/ports/index.ts";
import { unindexFacts } from "./erase-indexed.ts";
import type { Platform } from "./platform.ts";
import { writeExisting } from "./write-session.ts";

/** How many facts a receipt lists. */
export const MAX_NAMED = 1_000;
/** More than can exist. */
const ALL = 1_000_000;
const STEP = 500;

/** Facts that came from these events, and the facts among them that came from nothing else. */
export async function derivedFacts(
	{ store, tenant }: Platform,
	uid: SessionUid,
	offsets: readonly number[] | undefined,
): Promise<{ all: string[]; only: FactRecord[] }> {
	const all = await store.facts.from({ tenant, uid, offsets, limit: ALL });
	const among = offsets && new Set(offsets);
	const only: FactRecord[] = [];
	for (let at = 0; at < all.length; at += STEP) {
		for (const fact of await store.facts.get(tenant, all.slice(at, at + STEP))) {
			const isOnly = fact.sources.every(
				(source) => source.uid === uid && (!among || among.has(source.offset)),
			);
			if (isOnly) only.push(fact);
		}
	}
	return { all, only };
}

/** Deletes facts permanently. */
export async function forgetFacts(platform: Platform, facts: readonly FactRecord[]): Promise<ErasureCounts> {
	const { store, tenant } = platform;
	const counts = noCounts();
	for (let at = 0; at < facts.length; at += STEP) {
		const step = facts.slice(at, at + STEP);
		// First, so that nothing has happened yet if the index is unavailable; and again for facts that were
		// indexed meanwhile.
		await unindexFacts(platform, step);
		const { removed } = await store.facts.commit({ tenant, put: [], remove: step.map(({ id }) => id) });
		await unindexFacts(platform, step);
		counts.facts += removed;
		counts.terms += step.filter(({ entry }) => entry !== undefined).length;
		counts.vectors += step.filter(({ vector }) => vector).length;
	}
	return counts;
}

/** Prevents further facts. A consolidation in progress finds the mark moved, and writes nothing. */
export async function stopConsolidation(platform: Platform, { uid, head }: SessionRecord): Promise<void> {
	const target = { uid, tenant: platform.tenant };
	await writeExisting(platform, target, { patch: { consolidatedTo: head } }, Date.now());
}
