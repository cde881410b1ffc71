import type { ScoreParts } from "../../session/index.ts";
import type { DropReason, PassedOverReason, PromptTokens } from "../../turn/index.ts";
import type { Explained, ExplainedCandidate, ExplainedFact, ExplainedMessage } from "../explain-run.ts";
import { padText } from "../screen/fit-text.ts";
import { dim, type Screen } from "../screen/screen.ts";
import { printTable } from "../screen/table.ts";
import { type FittingColumn, fitColumns } from "./fit-columns.ts";

const STRATEGIES: Readonly<Record<Explained["strategy"], string>> = {
	all: "the newest messages",
	relevant: "the most relevant messages",
	both: "the newest messages and the most relevant ones",
	none: "no earlier messages",
};

const REASONS: Readonly<Record<DropReason, string>> = {
	limit: "over the limit of messages",
	tokens: "over the token budget",
	starts_with_user: "a history must start with the user",
	orphan: "a tool call without its result, or a result without its call",
	empty: "empty",
	not_replayed: "this kind of event is not replayed",
	no_tools: "the agent has no tools now",
	summarized: "covered by a summary",
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
	budget: "over budget",
	limit: "over limit",
	expired: "no longer valid",
	starts_with_user: "must start with user",
	orphan: "incomplete tool call",
	not_replayed: "not replayed",
	no_tools: "no tools now",
};

const BAR = 24;
/** How many parts of a score, and candidates, are printed; `--json` contains all. */
const MOST_PARTS = 3;
const MOST_PASSED_OVER = 5;
const WIDE = 120;

/** Prints what a run recalled, what it left out, and why. */
export function printRecalled(screen: Screen, explained: Explained | undefined): void {
	if (!explained) {
		screen.line("Nothing was recalled: the run did not call its model.");
		return;
	}
	const { strategy, method, summarizedTo } = explained;
	// The newest messages need no search.
	const searched = strategy === "all" || strategy === "none" ? "; the rest by" : ", by";
	const how = method === undefined ? "" : dim(`${searched} ${method} search`);
	screen.line(dim("recalled: "), STRATEGIES[strategy], how);
	printFacts(screen, explained);
	printExcerpts(screen, explained);
	printMessages(screen, explained);
	if (summarizedTo !== undefined)
		screen.line("\n", dim(`messages up to offset ${summarizedTo} are covered by a summary`));
	printDropped(screen, explained);
	printPassedOver(screen, explained);
	printTokens(screen, explained);
}

const scoreText = (score: number | undefined): string => (score === undefined ? "" : score.toFixed(3));

/** A pinned fact is always included; it may have no score. */
const factScore = ({ score, pinned }: { score: number; pinned?: true }): string =>
	!pinned ? scoreText(score) : score > 0 ? `pinned ${scoreText(score)}` : "pinned";

/** The largest parts of a score. */
function partsText(parts: ScoreParts | undefined): string {
	return Object.entries(parts ?? {})
		.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
		.slice(0, MOST_PARTS)
		.map(([part, value]) => `${part} ${value.toFixed(2)}`)
		.join(", ");
}

/** A column with the parts of the scores, if the screen is wide enough. */
const madeOf = ({ width }: Screen): FittingColumn<{ parts?: ScoreParts }>[] =>
	width < WIDE
		? []
		: [{ title: "SCORE PARTS", value: ({ parts }) => partsText(parts), style: "dim", spare: 2 }];

/** The text in the prompt. The note about a change comes first, because a long text is cut at its end. */
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
		{ title: "FACT", value: (fact) => wordsText(fact, "(deleted since)"), shrinks: true },
		...madeOf(screen),
		{ title: "ID", value: ({ id }) => id, style: "dim", spare: 1 },
	];
	printTable(screen, fitColumns(screen, columns, facts), facts);
}

/** Messages of earlier sessions. A message without a score is the context of the one before or after it. */
function printExcerpts(screen: Screen, { excerpts }: Explained): void {
	if (excerpts.length === 0) return;
	const columns: FittingColumn<ExplainedMessage>[] = [
		{ title: "SCORE", value: ({ score }) => scoreText(score), align: "right" },
		{ title: "FROM", value: ({ from }) => from },
		{ title: "EXCERPT", value: ({ content }) => content ?? "(deleted)", shrinks: true },
		...madeOf(screen),
		{ title: "SESSION", value: ({ sessionId }) => sessionId, style: "dim", spare: 1 },
		{ title: "OFFSET", value: ({ offset }) => offset, align: "right", style: "dim", spare: 1 },
	];
	screen.line("");
	printTable(screen, fitColumns(screen, columns, excerpts), excerpts);
}

function printMessages(screen: Screen, { messages }: Explained): void {
	if (messages.length === 0) {
		screen.line(dim("no replayed messages"));
		return;
	}
	const hasScores = messages.some(({ score }) => score !== undefined);
	const hasSessions = new Set(messages.map(({ sessionId }) => sessionId)).size > 1;
	const columns: FittingColumn<ExplainedMessage>[] = [
		{ title: "OFFSET", value: ({ offset }) => offset, align: "right" },
		{ title: "FROM", value: ({ from }) => from },
		{ title: "MESSAGE", value: ({ content }) => content ?? "(deleted)", shrinks: true },
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
			{ title: "DROPPED", value: ({ count }) => count, align: "right" },
			{ title: "OFFSETS", value: ({ from, to }) => (from === to ? String(from) : `${from}–${to}`) },
			{ title: "REASON", value: ({ reason }) => REASONS[reason] ?? reason, shrinks: true },
		],
		dropped,
	);
}

/** The best candidates that were not used. */
function printPassedOver(screen: Screen, { passedOver = [] }: Explained): void {
	if (passedOver.length === 0) return;
	const shown = passedOver.slice(0, MOST_PASSED_OVER);
	const columns: FittingColumn<ExplainedCandidate>[] = [
		{ title: "SCORE", value: factScore, align: "right" },
		{ title: "NOT USED", value: (one) => wordsText(one, "(deleted)"), shrinks: true },
		{ title: "REASON", value: ({ reason }) => SHORT_REASONS[reason] ?? reason },
		...madeOf(screen),
	];
	screen.line("");
	printTable(screen, fitColumns(screen, columns, shown), shown);
	if (shown.length < passedOver.length) screen.line(dim(`and ${passedOver.length - shown.length} more`));
}

/** The tokens of each part of the prompt. */
function printTokens(screen: Screen, { tokens }: Explained): void {
	const parts = PARTS.map(([part, title]) => ({ title, count: tokens[part] })).filter(
		({ count }) => count > 0,
	);
	const total = parts.reduce((sum, { count }) => sum + count, 0);
	if (total === 0) return;
	const width = String(total).length;
	screen.line("\n", dim("TOKENS (ESTIMATED)"));
	for (const { title, count } of [...parts, { title: "total", count: total }]) {
		const bar = title === "total" ? "" : "█".repeat(Math.max(1, Math.round((count / total) * BAR)));
		screen.line(padText(title, 12), "  ", padText(String(count), width, "right"), "  ", dim(bar));
	}
}
