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

/** What is known of each message that may be a hit. */
export interface Measured {
	docs: number[];
	/** A row of `MESSAGE_FEATURES` for each of `docs`. */
	features: Float64Array;
}

/** Up to this size all messages are compared by meaning; beyond, the words and their near ones say where to look. */
const SCANNED = 20_000;

/** How much of a term the messages around one lend it, the nearest first. */
const BEFORE = [0.2, 0.3, 0.2];
const AFTER = [0.2, 0.2, 0.1];
/** What follows another's question answers it: the words of the question are then nearly as good as its own. */
const ANSWERED = 0.8;
/** A machine answers everything, and at length: there the words of the question say little about the answer. */
const ANSWERED_BY_MACHINE = 0.2;

/** Finds the messages that may fit a query and measures them; those that cannot be hits are left out. */
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
		const features = new Float64Array(docs.length * MESSAGE_FEATURES.length);
		const around: Around = new Int32Array(7);
		const cosine = (doc: number): number => {
			readAround(view, doc, around);
			return windowCosine(view, around);
		};
		const usual = byVector ? calibrate(view.size, cosine, query.usual) : undefined;
		const kindOf = conversationsIn(view);
		const { columns } = view;
		docs.forEach((doc, i) => {
			const set = (name: MessageFeature, value: number): void => {
				features[i * MESSAGE_FEATURES.length + FEATURE[name]] = value;
			};
			if (usual) set("vector", standsOut(cosine(doc), usual));
			set("date", nearDate(columns.at[doc] as number, spans));
			if (method === "vector") return;
			readAround(view, doc, around);
			const conversation = kindOf(columns.session[doc] as number);
			const isLog = conversation === "log";
			const isMachine = isLog && SPEAKER_KINDS[columns.kind[doc] as number] === "assistant";
			const answered = isMachine ? ANSWERED_BY_MACHINE : ANSWERED;
			const { own, all, held } = fitOfWords(view, occurrences, around, answered);
			set("own", own);
			set("context", all - own);
			set("session", sessionScores[columns.session[doc] as number] as number);
			const flags = columns.flags[doc] as number;
			// Of what the named one tells, most is about himself.
			if (names.speaks(doc)) set("speaker", flags & FLAG.firstPerson ? 1 : 0.55);
			const sign = (name: keyof typeof IN_LOGS, value: number): void =>
				set(name, isLog ? value * IN_LOGS[name] : value);
			if (query.wants) sign("answer", looksLikeAnswer(flags, query.wants));
			if (query.asksWhen) sign("when", Math.min(columns.temporal[doc] as number, 2) / 2);
			if (flags & FLAG.question) {
				sign("question", 1);
				set("repeat", all * repeats(held, columns.terms[doc] as number));
			}
			if (conversation !== "talk") {
				const isMeant = SPEAKER_KINDS[columns.kind[doc] as number] === query.about?.kind;
				if (isMeant) set("role", isLog ? (query.about?.part ?? 0) : (query.about?.part ?? 0) / 3);
				if (isLog) set("wish", wishOf(flags, query.asked));
				return;
			}
			set("you", Math.min(columns.you[doc] as number, 3) / 3);
			set("impersonal", flags & FLAG.firstPerson ? 0 : 1);
			set("opening", columns.prev[doc] === -1 ? 1 : 0);
		});
		return { docs, features };
	} finally {
		occurrences.release();
	}
}

const FEATURE = Object.fromEntries(MESSAGE_FEATURES.map((name, i) => [name, i])) as Record<
	MessageFeature,
	number
>;

/** How much what a message wishes for later matters: rules for every task, likings for tasks alone. */
function wishOf(flags: number, asked: Asked): number {
	if (asked === "past") return 0;
	if (flags & FLAG.rule) return asked === "task" ? 1.5 : 1;
	return asked === "task" && flags & FLAG.liking ? 1 : 0;
}

/** Up to this part of its terms, a message may share with the query and still say something of its own. */
const MOST_SHARED = 0.5;

/** How much a message of `terms` terms is the query over again, of whose terms it holds `held`: 0 to 1. */
function repeats(held: number, terms: number): number {
	const shared = terms === 0 ? 0 : Math.min(1, held / terms);
	return Math.max(0, (shared - MOST_SHARED) / (1 - MOST_SHARED));
}

/**
 * How well the words of a message fit, alone and with those around it; 1 when it holds each term once. `held` is how many
 * of the terms it holds, near ones counted in part.
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
		// Whose conversation it is need not be said in it.
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
