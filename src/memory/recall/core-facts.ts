import type { Embedder } from "../../model/index.ts";
import type { FactOwner } from "../../store/ports/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keepBest } from "../rank/best.ts";

/**
 * Facts of at least this importance go into every prompt that has room: names, health, wishes, family, work, home.
 */
const CORE = 0.7;
/** Maximum number of facts per owner. More would not fit into their budget. */
const MOST = 24;

/**
 * The ids of the most important facts of some owners, independent of the input. Owners whose words are in an index
 * outside of the process have none.
 */
export async function coreFacts(
	{ views }: Pick<MemoryContext, "views">,
	owners: readonly FactOwner[],
	embedder: Embedder | undefined,
): Promise<string[]> {
	const held = await Promise.all(owners.map((owner) => views.owner(owner, embedder)));
	return held.flatMap((one) => {
		const view = "view" in one ? one.view : one.outside.words;
		if (!view) return [];
		const { rows, columns, nameOf } = view;
		const best = keepBest(MOST);
		for (let row = 0; row < rows; row++) {
			const importance = columns.importance[row] as number;
			if (columns.alive[row] === 1 && importance >= CORE) best.offer(row, importance);
		}
		return best.take().flatMap((row) => nameOf(columns.id[row] as number) ?? []);
	});
}
