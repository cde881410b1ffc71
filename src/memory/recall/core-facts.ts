import type { Embedder } from "../../model/index.ts";
import type { FactOwner } from "../../store/ports/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keepBest } from "../rank/best.ts";

/** From this importance on a fact belongs in every prompt if there is room: names, health, wishes, family, work, home. */
const CORE = 0.7;
/** More would not fit the room that there is for them. */
const MOST = 24;

/** The ids of the most important facts of some owners, whatever a run is about. An index outside of the process has none. */
export async function coreFacts(
	{ views }: Pick<MemoryContext, "views">,
	owners: readonly FactOwner[],
	embedder: Embedder | undefined,
): Promise<string[]> {
	const held = await Promise.all(owners.map((owner) => views.owner(owner, embedder)));
	return held.flatMap((one) => {
		if (!("view" in one)) return [];
		const { rows, columns, nameOf } = one.view;
		const best = keepBest(MOST);
		for (let row = 0; row < rows; row++) {
			const importance = columns.importance[row] as number;
			if (columns.alive[row] === 1 && importance >= CORE) best.offer(row, importance);
		}
		return best.take().flatMap((row) => nameOf(columns.id[row] as number) ?? []);
	});
}
