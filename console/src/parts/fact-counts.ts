import type { FactsByStatus } from "holdfast";

const NONE: FactsByStatus = { active: 0, quarantined: 0, superseded: 0 };

/** The sum of several counts. */
export const addCounts = (counts: readonly FactsByStatus[]): FactsByStatus =>
	counts.reduce(
		(sum, one) => ({
			active: sum.active + one.active,
			quarantined: sum.quarantined + one.quarantined,
			superseded: sum.superseded + one.superseded,
		}),
		NONE,
	);

/** The counts besides the active facts; empty if both are 0. */
export function besideWords({ quarantined, superseded }: FactsByStatus): string {
	const words = [
		...(quarantined > 0 ? [`${quarantined.toLocaleString()} to review`] : []),
		...(superseded > 0 ? [`${superseded.toLocaleString()} superseded`] : []),
	];
	return words.join(", ");
}

/** As in "4 facts, 1 to review, 2 superseded". */
export function factWords(counts: FactsByStatus): string {
	const { active } = counts;
	const facts = `${active.toLocaleString()} ${active === 1 ? "fact" : "facts"}`;
	return [facts, besideWords(counts)].filter((words) => words !== "").join(", ");
}
