import type { SessionConsolidation } from "holdfast";

const count = (amount: number, one: string, many = `${one}s`): string =>
	`${amount.toLocaleString("en")} ${amount === 1 ? one : many}`;

const took = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** One sentence about a consolidation: what it read and found, and what that cost. */
export function costWords(one: SessionConsolidation): string {
	const { from, to, extractor, statements, ms, calls, inputTokens, outputTokens } = one;
	const events = to - from === 1 ? `event #${from}` : `events #${from} to #${to - 1}`;
	const read = `${extractor} read ${events} and found ${count(statements, "statement")} in ${took(ms)}`;
	if (calls === 0) return `${read}.`;
	return `${read}, with ${count(calls, "model call")}, ${count(inputTokens, "input token")} and ${count(outputTokens, "output token")}.`;
}
