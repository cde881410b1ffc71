import type { SessionConsolidation } from "holdfast";

const count = (amount: number, one: string, many = `${one}s`): string =>
	`${amount.toLocaleString("en")} ${amount === 1 ? one : many}`;

const took = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** What a consolidation read, found and took, in one sentence. */
export function costWords(one: SessionConsolidation): string {
	const { from, to, extractor, statements, ms, calls, inputTokens, outputTokens } = one;
	const events = to - from === 1 ? `event #${from}` : `events #${from} to #${to - 1}`;
	const read = `${extractor} read ${events} and found ${count(statements, "statement")} in ${took(ms)}`;
	if (calls === 0) return `${read}.`;
	return `${read}, with ${count(calls, "call")} of a model, ${count(inputTokens, "token")} in and ${outputTokens.toLocaleString("en")} out.`;
}
