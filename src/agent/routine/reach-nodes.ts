import type { FieldPath } from "../describe-issues.ts";
import type { Step } from "./routine.ts";

/** Where a run may be after a node: also behind it, if it can be skipped or none of its transitions need hold. */
function nextOf(step: Step): (string | undefined)[] {
	const always = step.next.some(({ when }) => when === undefined);
	const behind = !always || step.when !== undefined ? [step.following] : [];
	const failed = "onError" in step && step.onError ? [step.onError.to] : [];
	return [...step.next.map(({ to }) => to), ...behind, ...failed];
}

/** A node that no run can come to is a mistake in a `next`, or left over. */
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
