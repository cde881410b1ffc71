import { FLAG, SPEAKER_KINDS } from "../index/analysed.ts";
import type { MessageView } from "../index/message-view.ts";
import type { Asked } from "../text/standing-wishes.ts";
import { looksLikeAnswer } from "./answer-kind.ts";
import { calibrate, standsOut } from "./calibrate.ts";
import { chooseCandidates } from "./choose-candidates.ts";
import { readNames } from "./names.ts";
import { nearDate, spansOf } from "./near-date.ts";
import { findOccurrences, type Occurrences, saturated } from "./occurrences.ts";
import type { Query } from "./query.ts";
import { scoreSessions, startSessions } from "./score-sessions.ts";
import { conversationsIn } from "./talk.ts";
import { type WeighedTerm, weighTerms } from "./weigh-terms.ts";
import { IN_LOGS, MESSAGE_FEATURES, type MessageFeature, type RankMethod } from "./weights.ts";
import { type Around, readAround, windowCosine } from "./window-cosine.ts";

/** The features of the messages that may be hits. */
export interface Measured {
	docs: number[];
	/** A row of `MESSAGE_FEATURES` for each of `docs`. */
	features: Float64Array;
}

/**
 * In views of up to this many messages, all messages are compared by meaning. In larger views, only the
 * messages that the words of the query and their near terms find, unless they find nothing or the vector is
 * from an outside embedder.
 */
const SCANNED = 20_000;

/** How much the occurrences of a term in the messages around one count, nearest message first. */
const BEFORE = [0.2, 0.3, 0.2];
const AFTER = [0.2, 0.2, 0.1];
/**
 * A message after another speaker's question answers it. The words of the question then count nearly as
 * much as its own.
 */
const ANSWERED = 0.8;
/** A machine answers everything, and at length, so the words of a question say little about its answer. */
const ANSWERED_BY_MACHINE = 0.2;

/** Finds the messages that may fit a query and measures them. Leaves out messages that `mayBeHit` rejects. */
export function measureMessages(
	view: MessageView,
	query: Query,
	method: RankMethod,
	mayBeHit?: (doc: number) => boolean,
): Measured {
	const byVector = method !== "keyword" && query.vector !== undefined && view.vectors.ask(query.vector);
	const names = readNames(view, query);
	const terms =
		method === "vector"
			? []
			: weighTerms(query, view.size, [view.postings], { soft: method === "hybrid", names });
	const sessions = startSessions(view, terms.length);
	const occurrences = findOccurrences(view.postings, view.size, terms, {
		visit: sessions.count,
		parts: view.columns.part,
	});
	try {
		const sessionScores = scoreSessions(view, sessions);
		const spans = [...spansOf(query.dates, view.from, view.to), ...query.times];
		const scan = byVector && (query.outside || view.size <= SCANNED || occurrences.found === 0);
		const chosen = chooseCandidates(view, spans, occurrences, sessionScores, scan);
		const docs = mayBeHit ? chosen.filter(mayBeHit) : chosen;
		const features = new Float64Array(docs.length * WIDTH);
		const around: Around = new Int32Array(7);
		const cosine = (doc: number): number => {
			readAround(view, doc, around);
			return windowCosine(view, around);
		};
		const usual = byVector ? calibrate(view.size, cosine, query.usual) : undefined;
		const kindOf = conversationsIn(view);
		const { columns } = view;
		const { wants, asksWhen, about, asked } = query;
		for (let i = 0; i < docs.length; i++) {
			const doc = docs[i] as number;
			const row = i * WIDTH;
			readAround(view, doc, around);
			if (usual) features[row + FEATURE.vector] = standsOut(windowCosine(view, around), usual);
			if (spans.length > 0) features[row + FEATURE.date] = nearDate(columns.at[doc] as number, spans);
			if (method === "vector") continue;
			const number = columns.session[doc] as number;
			const conversation = kindOf(number);
			const isLog = conversation === "log";
			const kind = columns.kind[doc] as number;
			const answered = isLog && kind === ASSISTANT ? ANSWERED_BY_MACHINE : ANSWERED;
			const { own, all, held } = fitOfWords(view, occurrences, around, answered);
			features[row + FEATURE.own] = own;
			features[row + FEATURE.context] = all - own;
			features[row + FEATURE.session] = sessionScores[number] as number;
			const flags = columns.flags[doc] as number;
			// Most of what named participants say is about themselves.
			if (names.speaks(doc)) features[row + FEATURE.speaker] = flags & FLAG.firstPerson ? 1 : 0.55;
			if (wants)
				features[row + FEATURE.answer] = looksLikeAnswer(flags, wants) * (isLog ? IN_LOGS.answer : 1);
			if (asksWhen) {
				const temporal = Math.min(columns.temporal[doc] as number, 2) / 2;
				features[row + FEATURE.when] = temporal * (isLog ? IN_LOGS.when : 1);
			}
			if (flags & FLAG.question) {
				features[row + FEATURE.question] = isLog ? IN_LOGS.question : 1;
				features[row + FEATURE.repeat] = all * repeats(held, columns.terms[doc] as number);
			}
			if (conversation !== "talk") {
				if (about && SPEAKER_KINDS[kind] === about.kind)
					features[row + FEATURE.role] = isLog ? about.part : about.part / 3;
				if (isLog) features[row + FEATURE.wish] = wishOf(flags, asked);
				continue;
			}
			features[row + FEATURE.you] = Math.min(columns.you[doc] as number, 3) / 3;
			features[row + FEATURE.impersonal] = flags & FLAG.firstPerson ? 0 : 1;
			features[row + FEATURE.opening] = columns.prev[doc] === -1 ? 1 : 0;
		}
		return { docs, features };
	} finally {
		occurrences.release();
	}
}

const WIDTH = MESSAGE_FEATURES.length;
const ASSISTANT = SPEAKER_KINDS.indexOf("assistant");
const FEATURE = Object.fromEntries(MESSAGE_FEATURES.map((name, i) => [name, i])) as Record<
	MessageFeature,
	number
>;

/**
 * How much the standing wish of a message counts. Rules count for all inputs, likings only for tasks, and
 * neither for questions about the past.
 */
function wishOf(flags: number, asked: Asked): number {
	if (asked === "past") return 0;
	if (flags & FLAG.rule) return asked === "task" ? 1.5 : 1;
	return asked === "task" && flags & FLAG.liking ? 1 : 0;
}

/** A message may share this part of its terms with the query and still add something of its own. */
const MOST_SHARED = 0.5;

/**
 * How much a message repeats the query, 0 to 1. The message has `terms` terms and contains `held` terms of
 * the query.
 */
function repeats(held: number, terms: number): number {
	const shared = terms === 0 ? 0 : Math.min(1, held / terms);
	return Math.max(0, (shared - MOST_SHARED) / (1 - MOST_SHARED));
}

/**
 * How well the words of a message fit, alone (`own`) and with the messages around it (`all`). The value is
 * 1 if the message contains each term once. `held` is how many of the terms it contains; near terms count
 * in part.
 */
function fitOfWords(
	{ columns: { flags, speaker, session, part } }: MessageView,
	{ terms, of }: Occurrences,
	around: Around,
	answered: number,
): { own: number; all: number; held: number } {
	const doc = around[0] as number;
	const before = around[1] as number;
	const answers =
		before >= 0 && ((flags[before] as number) & FLAG.question) !== 0 && speaker[before] !== speaker[doc];
	let own = 0;
	let all = 0;
	let weights = 0;
	let held = 0;
	for (let t = 0; t < terms.length; t++) {
		const { weight, named } = terms[t] as WeighedTerm;
		const counts = of[t] as Float32Array;
		// The name of a participant counts as present in their session, even if nobody says it.
		const least = named?.[session[doc] as number] ?? 0;
		const here = Math.max(counts[doc] as number, least);
		let lent = 0;
		for (let i = 0; i < 3; i++) {
			const left = around[1 + i] as number;
			const right = around[4 + i] as number;
			if (left >= 0)
				lent += (i === 0 && answers ? answered : (BEFORE[i] as number)) * (counts[left] as number);
			if (right >= 0) lent += (AFTER[i] as number) * (counts[right] as number);
		}
		held += Math.min(1, (counts[doc] as number) / (part[doc] as number));
		own += weight * saturated(here);
		all += weight * saturated(here + lent);
		weights += weight;
	}
	return weights === 0 ? { own: 0, all: 0, held } : { own: own / weights, all: all / weights, held };
}
