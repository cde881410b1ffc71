import { HoldfastError } from "../../error/index.ts";
import type { SpanRecord } from "./records.ts";

/** Which tree a run belongs to; undefined when there is no such run. */
export type RootOf = ReadonlyMap<string, string | undefined>;

/** The runs, other than the unit's own, that spans of a unit belong to. */
export function otherRuns(runId: string, spans: readonly SpanRecord[]): string[] {
	const ids = new Set(spans.map((span) => span.runId));
	ids.delete(runId);
	return [...ids];
}

/**
 * The spans of a unit in their order, those of one run that follow each other together. Spans of a run that is gone
 * (erased while its parent was running, for one) go with it; spans of a run outside the tree are refused.
 */
export function groupSpans(
	root: string,
	roots: RootOf,
	spans: readonly SpanRecord[],
): { runId: string; spans: SpanRecord[] }[] {
	const groups: { runId: string; spans: SpanRecord[] }[] = [];
	for (const span of spans) {
		const { runId } = span;
		const other = roots.get(runId);
		if (other === undefined) continue;
		if (other !== root) {
			throw new HoldfastError("invalid", `run ${runId} of a span is not in the tree of run ${root}`, {
				runId,
			});
		}
		const last = groups.at(-1);
		if (last?.runId === runId) last.spans.push(span);
		else groups.push({ runId, spans: [span] });
	}
	return groups;
}
