import type { FieldPath } from "../describe-issues.ts";
import type { Step } from "./routine.ts";

/**
 * The nodes that can follow a node. The next node of the list is one of them if this node can be skipped or
 * if it is possible that no transition holds.
 */
function nextOf(step: Step): (string | undefined)[] {
	const always = step.next.some(({ when }) => when === undefined);
	const behind = !always || step.when !== undefined ? [step.following] : [];
	const failed = "onError" in step && step.onError ? [step.onError.to] : [];
	return [...step.next.map(({ to }) => to), ...behind, ...failed];
}

/** A node that no run can reach is a mistake in a `next`, or a leftover. */
export function refuseUnreachable(
	steps: ReadonlyMap<string, Step>,
	start: string,
	refuse: (path: FieldPath, message: string) => void,
): void {
	const seen = new Set<string>();
	const open = [start];
	for (let id = open.pop(); id !== undefined; id = open.pop()) {
		const step = steps.get(id);
		if (!step || seen.has(id)) continue;
		seen.add(id);
		open.push(...nextOf(step).filter((to) => to !== undefined));
	}
	for (const [i, id] of [...steps.keys()].entries()) {
		if (!seen.has(id)) refuse(["nodes", i, "id"], `no run can reach "${id}": nothing leads there`);
	}
}
