import type { SessionUid } from "../../event/index.ts";
import type { MemberQuery } from "../../store/ports/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import type { RankMethod, ScoreParts } from "../rank/index.ts";
import { prepareQuery } from "../recall/prepare-query.ts";
import type { SpokenLine } from "../recall/read-message.ts";
import type { SessionMessages } from "../recall/views.ts";
import { speaksOfSelf } from "../text/first-person.ts";
import { looksEnglish } from "../text/language.ts";
import { chooseBar, evidence, overBar } from "./choose-lines.ts";
import { clipText } from "./clip-text.ts";
import { explainingLines, readAround } from "./explaining-lines.ts";
import {
	type AcceptLine,
	type FoundLine,
	findLines,
	isAboutAssistant,
	isMostlyEnglish,
	openScope,
} from "./find-lines.ts";

/** A line of an earlier conversation, as it enters a prompt. */
export interface ExcerptLine extends Omit<SpokenLine, "role"> {
	uid: SessionUid;
	sessionId: string;
	/** How well it fits the input; undefined for lines that explain another one. */
	score?: number;
	parts?: ScoreParts;
}

/** A line that fits and did not enter. */
export interface PassedOverLine {
	sessionId: string;
	offset: number;
	score: number;
	parts: ScoreParts;
	reason: "budget" | "limit";
}

export interface Excerpts {
	/** In the order of time; lines of one session stay in the order of its log. */
	lines: ExcerptLine[];
	passedOver: PassedOverLine[];
	method: RankMethod;
}

export interface ExcerptOptions {
	/** How many tokens all lines may cost. */
	room: number;
	cost(line: ExcerptLine): number;
	/** Leaves messages out: those that the prompt holds already. */
	accept: AcceptLine;
	/** The conversation has just begun: it has little of its own to go on. */
	young: boolean;
}

/** Of a longer input the beginning says what it is about. */
const LONGEST_QUERY = 2_000;
const LONGEST_LINE = 600;
const LONGEST_NEIGHBOUR = 300;

/** What the best lines say may have changed since: later lines that are about the same come with them. */
const FOLLOWED = 4;
const MOST_LATER = 2;
const LEAST_LATER = 0.05;
const LONGEST_FOLLOWED = 400;

/** With more room it is not worth while to find out whether a line without a word would fit. */
const LITTLE_ROOM = 60;

/** As many of the next lines are read along with one. */
const LEAST_AHEAD = 8;

/** What was said before that fits a text, with the lines needed to understand it. */
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
		personal: speaksOfSelf(asked),
		otherLanguage: !looksEnglish(asked) && !isMostlyEnglish(opened.sessions),
	});
	const asksAssistant = isAboutAssistant(prepared.query);
	const terms = new Set(prepared.query.terms.map(({ hash }) => hash));
	const chosen = new Map<string, ExcerptLine>();
	const passedOver: PassedOverLine[] = [];
	let left = Math.min(options.room, bar.room);
	let taken = 0;
	const take = (line: ExcerptLine): boolean => {
		const price = options.cost(line);
		if (price > left) return false;
		left -= price;
		chosen.set(keyOf(line.uid, line.offset), line);
		return true;
	};
	const queue = overBar(lines, bar);
	const read = new Map<FoundLine, SpokenLine[]>();
	/** A line with those around it, read together with the lines that come next. */
	const linesAround = async (found: FoundLine): Promise<SpokenLine[]> => {
		if (!read.has(found)) {
			const ahead = queue.slice(0, Math.max(LEAST_AHEAD, bar.most - taken - 1));
			const wanted = [found, ...ahead.filter((line) => !read.has(line))];
			(await readAround(context, wanted)).forEach((around, i) => {
				read.set(wanted[i] as FoundLine, around);
			});
		}
		return read.get(found) ?? [];
	};
	/** Not even without a word it would fit. */
	const cannotFit = ({ member: { uid, sessionId }, offset, kind, at }: FoundLine): boolean =>
		left < LITTLE_ROOM &&
		options.cost({ ...{ uid, sessionId, offset, kind, at }, speaker: undefined, text: "" }) > left;
	for (let found = queue.shift(); found; found = queue.shift()) {
		const { member, offset, score, parts } = found;
		const { uid, sessionId } = member;
		const leaveOut = (reason: PassedOverLine["reason"]): void => {
			passedOver.push({ sessionId, offset, score, parts, reason });
		};
		const known = chosen.get(keyOf(uid, offset));
		if (known) {
			// It is there to explain another one, and fits by itself.
			if (known.score === undefined) Object.assign(known, { score, parts });
			continue;
		}
		if (taken === bar.most) {
			leaveOut("limit");
			continue;
		}
		if (cannotFit(found)) {
			leaveOut("budget");
			continue;
		}
		const around = await linesAround(found);
		const said = around.find((line) => line.offset === offset);
		if (!said) continue;
		const lineOf = ({ role: _, ...line }: SpokenLine, longest: number): ExcerptLine => ({
			...{ ...line, uid, sessionId },
			text: clipText(line.text, terms, longest),
		});
		if (!take({ ...lineOf(said, LONGEST_LINE), score, parts })) {
			leaveOut("budget");
			continue;
		}
		taken += 1;
		for (const line of explainingLines(said, around, asksAssistant)) {
			if (chosen.has(keyOf(uid, line.offset))) continue;
			if (options.accept(member, line.offset, line.kind, line.at)) take(lineOf(line, LONGEST_NEIGHBOUR));
		}
		if (taken <= FOLLOWED && said.kind === "user" && score > 0)
			queue.unshift(...(await laterLines(opened.sessions, said, options.accept)));
	}
	return { lines: inOrder([...chosen.values()]), passedOver, method: opened.prepared.method };
}

const keyOf = (uid: string, offset: number): string => `${offset} ${uid}`;

/** What the user said later about the same: a correction names what it corrects more often than what is asked. */
async function laterLines(
	sessions: readonly SessionMessages[],
	{ text, at: since }: SpokenLine,
	accept: AcceptLine,
): Promise<FoundLine[]> {
	// By words alone: the meaning of each line, and what its words are near to, would cost as much as the rest of the recall.
	const prepared = await prepareQuery(text.slice(0, LONGEST_FOLLOWED).toWellFormed(), undefined);
	const isLater: AcceptLine = (member, offset, kind, at) =>
		kind === "user" && at > since && accept(member, offset, kind, at);
	return findLines(sessions, prepared, isLater)
		.filter((line) => evidence(line) >= LEAST_LATER)
		.slice(0, MOST_LATER);
}

/** Sessions have no common order of offsets, so time puts them together; inside a session the log decides. */
function inOrder(lines: readonly ExcerptLine[]): ExcerptLine[] {
	const timed: { line: ExcerptLine; at: number }[] = [];
	for (const ofSession of Map.groupBy(lines, ({ uid }) => uid).values()) {
		let at = Number.NEGATIVE_INFINITY;
		for (const line of ofSession.toSorted((a, b) => a.offset - b.offset)) {
			at = Math.max(at, line.at);
			timed.push({ line, at });
		}
	}
	return timed.sort((a, b) => a.at - b.at).map(({ line }) => line);
}
