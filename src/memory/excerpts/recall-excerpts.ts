import type { MemberQuery } from "../../store/ports/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import type { RankMethod, ScoreParts } from "../rank/index.ts";
import { prepareQuery } from "../recall/prepare-query.ts";
import type { SpokenLine } from "../recall/read-message.ts";
import { pointsToShared, speaksOfSelf } from "../text/first-person.ts";
import { looksEnglish } from "../text/language.ts";
import { type Bar, chooseBar, overBar } from "./choose-lines.ts";
import { type ChosenLines, createChosenLines, type LineCosts } from "./chosen-lines.ts";
import { clipText } from "./clip-text.ts";
import { type ExcerptLine, inOrderOfTime, toExcerptLine } from "./excerpt-line.ts";
import { explainingLines } from "./explaining-lines.ts";
import { findLater } from "./find-later.ts";
import {
	type AcceptLine,
	type FoundLine,
	findLines,
	isAboutAssistant,
	isMostlyEnglish,
	type OpenedScope,
	openScope,
} from "./find-lines.ts";
import { openTexts, type Texts } from "./read-texts.ts";
import { standingLines, wishIn } from "./standing-lines.ts";

export type { ExcerptLine } from "./excerpt-line.ts";

/** A line that fits and is not in the prompt. */
export interface PassedOverLine {
	sessionId: string;
	offset: number;
	score: number;
	parts: ScoreParts;
	reason: "budget" | "limit";
}

export interface Excerpts {
	/** Ordered by time; lines of one session stay in the order of its log. */
	lines: ExcerptLine[];
	passedOver: PassedOverLine[];
	method: RankMethod;
}

export interface ExcerptOptions extends LineCosts {
	/** The token budget for all lines. */
	room: number;
	/** Rejects messages that the prompt contains already. */
	accept: AcceptLine;
	/** The conversation has just begun and contains little itself. */
	young: boolean;
}

/** Only this many characters of an input are searched for. */
const LONGEST_QUERY = 2_000;
const LONGEST_LINE = 600;
const LONGEST_NEIGHBOUR = 300;

/** The maximum number of tokens for standing wishes. */
const STANDING_ROOM = 100;

/** How many of the best lines are followed up with later messages about the same topic. */
const FOLLOWED = 8;

/** How many of the next lines are read together with a line, at least. */
const LEAST_AHEAD = 8;

/** The messages of earlier conversations that fit an input, with the lines needed to understand them. */
export async function recallExcerpts(
	context: MemoryContext,
	scope: readonly MemberQuery[],
	text: string,
	options: ExcerptOptions,
): Promise<Excerpts> {
	const asked = text.slice(0, LONGEST_QUERY).toWellFormed();
	const prepared = await prepareQuery(asked, await context.embedder());
	const opened = await openScope(context, scope, prepared);
	const lines = findLines(opened.sessions, opened.prepared, options.accept);
	const bar = chooseBar(lines, {
		young: options.young,
		personal: speaksOfSelf(asked) || pointsToShared(asked),
		otherLanguage: !looksEnglish(asked) && !isMostlyEnglish(opened.sessions),
	});
	const choice: Choice = {
		opened,
		options,
		bar,
		texts: openTexts(context),
		chosen: createChosenLines(options),
	};
	if (options.young) await takeStanding(choice);
	const passedOver = await takeFitting(choice, overBar(lines, bar));
	const { method } = opened.prepared;
	return { lines: inOrderOfTime(choice.chosen.list()), passedOver, method };
}

/** The data that lines are chosen from, and the lines chosen so far. */
interface Choice {
	opened: OpenedScope;
	options: ExcerptOptions;
	bar: Bar;
	texts: Texts;
	chosen: ChosenLines;
}

/** Takes the user's standing wishes, within their own part of the budget. */
async function takeStanding({ opened, options, texts, chosen }: Choice): Promise<void> {
	const standing = standingLines(opened.sessions, opened.prepared.query, options.accept);
	await texts.read(standing);
	chosen.allow(Math.min(options.room, STANDING_ROOM));
	for (const { from, doc, member } of standing) {
		const said = texts.of(from, doc);
		if (said) chosen.take(toExcerptLine(said, member, wishIn(said.text)));
	}
}

/** Takes lines, best first, each with those that explain it. Returns the lines that are left out. */
async function takeFitting(
	{ opened, options, bar, texts, chosen }: Choice,
	queue: FoundLine[],
): Promise<PassedOverLine[]> {
	const { query } = opened.prepared;
	const asksAssistant = isAboutAssistant(query);
	const terms = new Set(query.terms.map(({ hash }) => hash));
	const passedOver: PassedOverLine[] = [];
	chosen.allow(Math.min(options.room, bar.room) - chosen.spent);
	let taken = 0;
	/** Reads a line together with those that come next. */
	const readAhead = async (found: FoundLine): Promise<SpokenLine | undefined> => {
		if (!texts.of(found.from, found.doc))
			await texts.read([found, ...queue.slice(0, Math.max(LEAST_AHEAD, bar.most - taken - 1))]);
		return texts.of(found.from, found.doc);
	};
	for (let found = queue.shift(); found; found = queue.shift()) {
		const { member, offset, kind, at, score, parts } = found;
		const { uid, sessionId } = member;
		const known = chosen.get(uid, offset);
		if (known) {
			// It explains another line, or is a standing wish, and fits by itself.
			if (known.score === undefined) Object.assign(known, { score, parts });
			continue;
		}
		const leaveOut = (reason: PassedOverLine["reason"]): void => {
			passedOver.push({ sessionId, offset, score, parts, reason });
		};
		if (taken === bar.most) {
			leaveOut("limit");
			continue;
		}
		if (chosen.isFull({ uid, sessionId, offset, kind, at })) {
			leaveOut("budget");
			continue;
		}
		const said = await readAhead(found);
		if (!said) continue;
		const lineOf = (line: SpokenLine, longest: number): ExcerptLine =>
			toExcerptLine(line, member, clipText(line.text, terms, longest));
		if (!chosen.take({ ...lineOf(said, LONGEST_LINE), score, parts })) {
			leaveOut("budget");
			continue;
		}
		taken += 1;
		const { from, before, after } = found;
		const neighbours = { before: texts.of(from, before), after: texts.of(from, after) };
		for (const line of explainingLines(said, neighbours, asksAssistant)) {
			if (chosen.get(uid, line.offset)) continue;
			if (options.accept(member, line.offset, line.kind, line.at))
				chosen.take(lineOf(line, LONGEST_NEIGHBOUR));
		}
		if (taken <= FOLLOWED && said.kind === "user" && score > 0)
			queue.unshift(...findLater(opened.sessions, said, options.accept));
	}
	return passedOver;
}
