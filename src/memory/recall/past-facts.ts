import type { FactOwner, FactRecord } from "../../store/ports/index.ts";
import { detailOf } from "../facts/fact.ts";
import { wordingOf } from "../facts/wording.ts";
import type { MemoryContext } from "../memory-context.ts";
import type { Query } from "../rank/index.ts";
import { readWords } from "../text/words.ts";
import type { RecalledFact } from "./recalled-fact.ts";

/** How many superseded facts of each owner are considered, newest first, and how many go into a prompt. */
const LOOKED_AT = 200;
const MOST = 5;

/** The share of the query's words that a text contains, from 0 to 1. */
function heldOf(text: string, terms: ReadonlySet<number>): number {
	const held = new Set<number>();
	readWords(text, ({ hash }) => {
		if (terms.has(hash | 0)) held.add(hash | 0);
	});
	return terms.size === 0 ? 0 : held.size / terms.size;
}

/** Superseded facts for a question about the past: those that share words with it, best first. */
export async function recallPastFacts(
	{ platform: { store, tenant } }: Pick<MemoryContext, "platform">,
	owners: readonly FactOwner[],
	query: Pick<Query, "asked" | "terms">,
	cost: (content: string) => number,
	room: number,
): Promise<RecalledFact[]> {
	if (query.asked !== "past") return [];
	const listed = await Promise.all(
		owners.map(({ space, userId, uid }) =>
			store.facts.list({
				tenant,
				space,
				statuses: ["superseded" as const],
				limit: LOOKED_AT,
				...(uid === undefined ? { userId: userId ?? null } : { uid }),
			}),
		),
	);
	const terms = new Set(query.terms.map(({ hash }) => hash));
	const scored = listed
		.flat()
		.map((record) => ({ record, score: heldOf(record.content, terms) }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score || b.record.updatedAt - a.record.updatedAt);
	const taken: RecalledFact[] = [];
	let left = room;
	for (const { record, score } of scored.slice(0, MOST)) {
		const price = cost(record.content);
		if (price > left) continue;
		left -= price;
		taken.push(toRecalled(record, score));
	}
	return taken;
}

function toRecalled(record: FactRecord, score: number): RecalledFact {
	const { observedAt, validTo } = detailOf(record);
	return {
		id: record.id,
		content: record.content,
		wording: wordingOf(record),
		score,
		parts: { keyword: score },
		pinned: undefined,
		at: observedAt,
		until: validTo ?? record.updatedAt,
	};
}
