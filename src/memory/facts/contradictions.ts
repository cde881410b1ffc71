import type { FactDraft } from "../../store/ports/index.ts";
import { judgeByRules } from "../consolidate/judge.ts";
import { type Ledger, openLedger } from "../consolidate/ledger.ts";
import type { MemoryContext } from "../memory-context.ts";
import { detailOf, type Fact } from "./fact.ts";

/** A fact that cannot hold together with another one. */
export interface Contradiction {
	fact: Fact;
	/** Why the two cannot both hold. */
	reason: string;
}

/** The active facts of a fact's owner that it contradicts, nearest first. Compared by rules: a person decides, no model. */
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
 * What has to be written so that the active facts that `fact` contradicts no longer hold. All of it rests on the
 * revision of the owner: a fact that comes meanwhile makes the commit fail, and is compared at the next try.
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
		// It held until the other one began, unless that was before it began itself.
		const ends = validFrom !== undefined && validFrom > (held ?? old?.fact.createdAt ?? 0);
		const validTo = ends ? validFrom : fact.updatedAt;
		await ledger.change(
			id,
			// A person has decided it: a rebuild does not derive it again.
			{ status: "superseded", detail: { supersededBy: fact.id, validTo, edited: true } },
			{ change: "superseded", by: fact.id, reason },
		);
	}
	return { ids: found.map(({ id }) => id), puts: ledger.puts(), rev: ledger.rev };
}
