import { HoldfastError } from "../../error/index.ts";
import type { SpanRecord } from "./records.ts";

/** The root of each run's tree; undefined if the run does not exist. */
export type RootOf = ReadonlyMap<string, string | undefined>;

/** The runs of a unit's spans, without the unit's own run. */
export function otherRuns(runId: string, spans: readonly SpanRecord[]): string[] {
	const ids = new Set(spans.map((span) => span.runId));
	ids.delete(runId);
	return [...ids];
}

/**
 * The spans of a unit in their order, grouped by consecutive runs. Spans of deleted runs are dropped, e.g. of
 * a run that was erased while its parent was running. Spans of a run outside of the tree are refused.
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
