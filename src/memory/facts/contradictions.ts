import type { FactDraft } from "../../store/ports/index.ts";
import { judgeByRules } from "../consolidate/judge.ts";
import { type Ledger, openLedger } from "../consolidate/ledger.ts";
import type { MemoryContext } from "../memory-context.ts";
import { detailOf, type Fact } from "./fact.ts";

/** A fact that cannot be true together with another one. */
export interface Contradiction {
	/** The contradicting fact. */
	fact: Fact;
	/** Why the two cannot both be true. */
	reason: string;
}

/**
 * The active facts of the same owner that a fact contradicts, nearest first. Compared by rules, without a model: a
 * person decides.
 */
export async function findContradicted(
	ledger: Ledger,
	{ id, content }: Pick<FactDraft, "id" | "content">,
): Promise<{ id: string; reason: string }[]> {
	const near = (await ledger.nearest(content)).filter((known) => known.id !== id);
	const { contradicts } = judgeByRules(content, near);
	const found: { id: string; reason: string }[] = [];
	for (const one of contradicts) if ((await ledger.get(one.id))?.fact.status === "active") found.push(one);
	return found;
}

/**
 * The changes that supersede the active facts that `fact` contradicts. They are valid for one revision of the
 * owner: if another fact is stored before the commit, the commit fails, and the next attempt compares with that
 * fact too.
 */
export async function supersedeContradicted(
	context: MemoryContext,
	fact: FactDraft,
): Promise<{ ids: string[]; puts: ReturnType<Ledger["puts"]>; rev: number }> {
	const ledger = await openLedger(context, fact.owner);
	const found = await findContradicted(ledger, fact);
	const { validFrom } = detailOf(fact);
	for (const { id, reason } of found) {
		const old = await ledger.get(id);
		const held = old && detailOf(old.fact).validFrom;
		// The old fact ends when the new one begins, or now if the new one began before the old one.
		const ends = validFrom !== undefined && validFrom > (held ?? old?.fact.createdAt ?? 0);
		const validTo = ends ? validFrom : fact.updatedAt;
		await ledger.change(
			id,
			// A person decided this. `edited` keeps a rebuild from extracting the fact again.
			{ status: "superseded", detail: { supersededBy: fact.id, validTo, edited: true } },
			{ change: "superseded", by: fact.id, reason },
		);
	}
	return { ids: found.map(({ id }) => id), puts: ledger.puts(), rev: ledger.rev };
}
