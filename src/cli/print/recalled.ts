import type { ScoreParts } from "../../session/index.ts";
import type { DropReason, PassedOverReason, PromptTokens } from "../../turn/index.ts";
import type { Explained, ExplainedCandidate, ExplainedFact, ExplainedMessage } from "../explain-run.ts";
import { padText } from "../screen/fit-text.ts";
import { dim, type Screen } from "../screen/screen.ts";
import { printTable } from "../screen/table.ts";
import { type FittingColumn, fitColumns } from "./fit-columns.ts";

const STRATEGIES: Readonly<Record<Explained["strategy"], string>> = {
	all: "the newest messages",
	relevant: "the messages that fit best",
	both: "the newest messages, and those that fit best",
	none: "no earlier messages",
};

const REASONS: Readonly<Record<DropReason, string>> = {
	limit: "more than the limit of messages",
	tokens: "no room left among the tokens",
	starts_with_user: "a history begins with the user",
	orphan: "a tool's call without result, or the other way round",
	empty: "nothing in it",
	not_replayed: "not of a sort that is replayed",
	no_tools: "the agent has no tools now",
	summarized: "a summary stands for it",
};

const PARTS: readonly (readonly [keyof PromptTokens, string])[] = [
	["instructions", "instructions"],
	["variables", "variables"],
	["facts", "facts"],
	["excerpts", "excerpts"],
	["summary", "summary"],
	["history", "history"],
	["input", "input"],
	["tools", "tools"],
];

const SHORT_REASONS: Readonly<Partial<Record<PassedOverReason, string>>> = {
	budget: "no room left",
	limit: "enough already",
	expired: "is over",
	starts_with_user: "begins with the user",
	orphan: "call without result",
	not_replayed: "not replayed",
	no_tools: "no tools now",
};

const BAR = 24;
/** Parts of a score, and candidates, that a screen has room for; `--json` has all. */
const MOST_PARTS = 3;
const MOST_PASSED_OVER = 5;
const WIDE = 120;

/** What a run remembered for its answer, and what not, and why. */
export function printRecalled(screen: Screen, explained: Explained | undefined): void {
	if (!explained) {
		screen.line("Nothing was recalled: the run did not come to ask its model.");
		return;
	}
	const { strategy, method, summarizedTo } = explained;
	// What is newest is not searched for.
	const searched = strategy === "all" || strategy === "none" ? "; the rest by" : ", by";
	const how = method === undefined ? "" : dim(`${searched} ${method} search`);
	screen.line(dim("recalled "), STRATEGIES[strategy], how);
	printFacts(screen, explained);
	printExcerpts(screen, explained);
	printMessages(screen, explained);
	if (summarizedTo !== undefined)
		screen.line("\n", dim(`a summary stands for what was said up to offset ${summarizedTo}`));
	printDropped(screen, explained);
	printPassedOver(screen, explained);
	printTokens(screen, explained);
}

const scoreText = (score: number | undefined): string => (score === undefined ? "" : score.toFixed(3));

/** A pinned fact comes along whatever is said: its score may be none. */
const factScore = ({ score, pinned }: { score: number; pinned?: true }): string =>
	!pinned ? scoreText(score) : score > 0 ? `pinned ${scoreText(score)}` : "pinned";

/** What a score is made of, for the most part. */
function partsText(parts: ScoreParts | undefined): string {
	return Object.entries(parts ?? {})
		.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
		.slice(0, MOST_PARTS)
		.map(([part, value]) => `${part} ${value.toFixed(2)}`)
		.join(", ");
}

/** What the scores are made of, where that leaves room for the texts. */
const madeOf = ({ width }: Screen): FittingColumn<{ parts?: ScoreParts }>[] =>
	width < WIDE ? [] : [{ title: "MADE OF", value: ({ parts }) => partsText(parts), style: "dim", spare: 2 }];

/** The words of the prompt. Whether they are today's comes first: a long text is cut at its end. */
const wordsText = ({ content, current }: Pick<ExplainedFact, "content" | "current">, gone: string): string =>
	content === undefined ? gone : current === undefined ? content : `(changed since) ${content}`;

function printFacts(screen: Screen, { facts }: Explained): void {
	if (facts.length === 0) {
		screen.line(dim("no facts"));
		return;
	}
	screen.line("");
	const columns: FittingColumn<ExplainedFact>[] = [
		{ title: "SCORE", value: factScore, align: "right" },
		{ title: "FACT", value: (fact) => wordsText(fact, "(forgotten since)"), shrinks: true },
		...madeOf(screen),
		{ title: "ID", value: ({ id }) => id, style: "dim", spare: 1 },
	];
	printTable(screen, fitColumns(screen, columns, facts), facts);
}

/** Lines of earlier conversations. Those without a score explain the line before or after them. */
function printExcerpts(screen: Screen, { excerpts }: Explained): void {
	if (excerpts.length === 0) return;
	const columns: FittingColumn<ExplainedMessage>[] = [
		{ title: "SCORE", value: ({ score }) => scoreText(score), align: "right" },
		{ title: "FROM", value: ({ from }) => from },
		{ title: "EXCERPT", value: ({ content }) => content ?? "(gone)", shrinks: true },
		...madeOf(screen),
		{ title: "SESSION", value: ({ sessionId }) => sessionId, style: "dim", spare: 1 },
		{ title: "OFFSET", value: ({ offset }) => offset, align: "right", style: "dim", spare: 1 },
	];
	screen.line("");
	printTable(screen, fitColumns(screen, columns, excerpts), excerpts);
}

function printMessages(screen: Screen, { messages }: Explained): void {
	if (messages.length === 0) {
		screen.line(dim("no messages"));
		return;
	}
	const hasScores = messages.some(({ score }) => score !== undefined);
	const hasSessions = new Set(messages.map(({ sessionId }) => sessionId)).size > 1;
	const columns: FittingColumn<ExplainedMessage>[] = [
		{ title: "OFFSET", value: ({ offset }) => offset, align: "right" },
		{ title: "FROM", value: ({ from }) => from },
		{ title: "MESSAGE", value: ({ content }) => content ?? "(gone)", shrinks: true },
	];
	if (hasSessions) columns.unshift({ title: "SESSION", value: ({ sessionId }) => sessionId, shrinks: true });
	if (hasScores) {
		columns.unshift({ title: "SCORE", value: ({ score }) => scoreText(score), align: "right" });
		columns.push(...madeOf(screen));
	}
	screen.line("");
	printTable(screen, fitColumns(screen, columns, messages), messages);
}

function printDropped(screen: Screen, { dropped }: Explained): void {
	if (dropped.length === 0) return;
	screen.line("");
	printTable(
		screen,
		[
			{ title: "LEFT OUT", value: ({ count }) => count, align: "right" },
			{ title: "OFFSETS", value: ({ from, to }) => (from === to ? String(from) : `${from}–${to}`) },
			{ title: "WHY", value: ({ reason }) => REASONS[reason] ?? reason, shrinks: true },
		],
		dropped,
	);
}

/** The best of what was looked at and did not make it. */
function printPassedOver(screen: Screen, { passedOver = [] }: Explained): void {
	if (passedOver.length === 0) return;
	const shown = passedOver.slice(0, MOST_PASSED_OVER);
	const columns: FittingColumn<ExplainedCandidate>[] = [
		{ title: "SCORE", value: factScore, align: "right" },
		{ title: "PASSED OVER", value: (one) => wordsText(one, "(gone)"), shrinks: true },
		{ title: "WHY", value: ({ reason }) => SHORT_REASONS[reason] ?? reason },
		...madeOf(screen),
	];
	screen.line("");
	printTable(screen, fitColumns(screen, columns, shown), shown);
	if (shown.length < passedOver.length) screen.line(dim(`and ${passedOver.length - shown.length} more`));
}

/** Where the tokens of the prompt went. */
function printTokens(screen: Screen, { tokens }: Explained): void {
	const parts = PARTS.map(([part, title]) => ({ title, count: tokens[part] })).filter(
		({ count }) => count > 0,
	);
	const total = parts.reduce((sum, { count }) => sum + count, 0);
	if (total === 0) return;
	const width = String(total).length;
	screen.line("\n", dim("TOKENS, ESTIMATED"));
	for (const { title, count } of [...parts, { title: "together", count: total }]) {
		const bar = title === "together" ? "" : "█".repeat(Math.max(1, Math.round((count / total) * BAR)));
		screen.line(padText(title, 12), "  ", padText(String(count), width, "right"), "  ", dim(bar));
	}
}
