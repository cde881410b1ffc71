import { FLAG } from "../index/analysed.ts";
import type { MessageView } from "../index/message-view.ts";
import { chooseCandidates } from "./choose-candidates.ts";
import { readNames } from "./names.ts";
import { nearDate, spansOf } from "./near-date.ts";
import { findOccurrences, type Occurrences, saturated } from "./occurrences.ts";
import type { Query } from "./query.ts";
import { scoreSessions, startSessions } from "./score-sessions.ts";
import { isTalk } from "./talk.ts";
import { weighTerms } from "./weigh-terms.ts";
import { MESSAGE_FEATURES, type RankMethod } from "./weights.ts";

export const FEATURE_COUNT = MESSAGE_FEATURES.length;

/** What is known of each message that may be a hit. */
export interface Measured {
	docs: number[];
	/** A row of `MESSAGE_FEATURES` for each of `docs`. */
	features: Float64Array;
}

/** How much of a term the messages around one lend it, the nearest first. */
const BEFORE = [0.2, 0.3, 0.1];
const AFTER = [0.3, 0.2, 0.1];
/** What follows another's question answers it: the words of the question are then as good as its own. */
const ANSWERED = 0.8;

/** Finds the messages that may fit a query and measures them. */
export function measureMessages(view: MessageView, query: Query, method: RankMethod): Measured {
	const byVector = method !== "keyword" && query.vector !== undefined && view.vectors.ask(query.vector);
	const names = readNames(view, query);
	const terms =
		method === "vector"
			? []
			: weighTerms(query, view.size, [view.postings], {
					soft: method === "hybrid",
					ignored: names.everywhere,
				});
	const sessions = startSessions(view, terms.length);
	const occurrences = findOccurrences(view.postings, view.size, terms, sessions.count);
	try {
		const sessionScores = scoreSessions(view, sessions);
		const spans = spansOf(query.dates, view.from, view.to);
		const docs = chooseCandidates(
			view,
			spans,
			occurrences,
			sessionScores,
			byVector && (method === "vector" || query.outside || view.size <= 20_000 || occurrences.found === 0),
		);
		const features = new Float64Array(docs.length * FEATURE_COUNT);
		const talks = new Map<number, boolean>();
		const { columns } = view;
		const asksWhen = query.asksWhen ? 1 : 0;
		const around = new Int32Array(7);
		docs.forEach((doc, i) => {
			const row = i * FEATURE_COUNT;
			const session = columns.session[doc] as number;
			readAround(view, doc, around);
			const { own, all } = keywords(view, occurrences, around);
			features[row] = own;
			features[row + 1] = all - own;
			features[row + 2] = byVector ? windowCosine(view, around) : 0;
			features[row + 3] = sessionScores[session] as number;
			features[row + 4] = names.speaks(doc) ? 1 : 0;
			features[row + 5] = nearDate(columns.at[doc] as number, spans);
			let talk = talks.get(session);
			if (talk === undefined) {
				const found = view.sessions[session];
				talk = found !== undefined && isTalk(found);
				talks.set(session, talk);
			}
			if (method === "vector") return;
			const flags = columns.flags[doc] as number;
			if (talk) {
				features[row + 6] = flags & FLAG.question ? 1 : 0;
				features[row + 7] = Math.min(columns.you[doc] as number, 3) / 3;
				features[row + 8] = flags & FLAG.firstPerson ? 0 : 1;
			}
			features[row + 9] = (asksWhen * Math.min(columns.temporal[doc] as number, 2)) / 2;
		});
		return { docs, features };
	} finally {
		occurrences.release();
	}
}

/** The message, the three before it and the three after it: [d, d−1, d−2, d−3, d+1, d+2, d+3], -1 where there is none. */
function readAround({ columns: { prev, next } }: MessageView, doc: number, into: Int32Array): void {
	into[0] = doc;
	for (let side = 0; side < 2; side++) {
		const link = side === 0 ? prev : next;
		let at = doc;
		for (let i = 0; i < 3; i++) {
			at = at < 0 ? -1 : (link[at] as number);
			into[1 + 3 * side + i] = at;
		}
	}
}

/** How well the words of a message fit, alone and with those around it; 1 when it holds each term once. */
function keywords(
	{ columns: { flags, speaker } }: MessageView,
	{ terms, of }: Occurrences,
	around: Int32Array,
): { own: number; all: number } {
	const doc = around[0] as number;
	const before = around[1] as number;
	const answers =
		before >= 0 && ((flags[before] as number) & FLAG.question) !== 0 && speaker[before] !== speaker[doc];
	let own = 0;
	let all = 0;
	let weights = 0;
	for (let t = 0; t < terms.length; t++) {
		const weight = terms[t]?.weight ?? 0;
		const counts = of[t] as Float32Array;
		const here = counts[doc] as number;
		let with_ = here;
		for (let i = 0; i < 3; i++) {
			const left = around[1 + i] as number;
			const right = around[4 + i] as number;
			if (left >= 0)
				with_ += (i === 0 && answers ? ANSWERED : (BEFORE[i] as number)) * (counts[left] as number);
			if (right >= 0) with_ += (AFTER[i] as number) * (counts[right] as number);
		}
		own += weight * saturated(here);
		all += weight * saturated(with_);
		weights += weight;
	}
	return weights === 0 ? { own: 0, all: 0 } : { own: own / weights, all: all / weights };
}

/** How much the meaning of the messages around one counts beside its own: [d, d−1, d−2, d−3, d+1, d+2, d+3]. */
const WINDOW = [1, 0.5, 0.3, 0, 0.3, 0.2, 0];

/** The cosine of the query and the sum of the vectors around a message. */
function windowCosine({ vectors, columns: { window } }: MessageView, around: Int32Array): number {
	const doc = around[0] as number;
	let length = window[doc] as number;
	if (length === 0) {
		// Asked for again by every query that comes here.
		length = vectors.lengthOfSum(around, WINDOW) || -1;
		window[doc] = length;
	}
	if (length < 0) return 0;
	let sum = 0;
	for (let i = 0; i < 7; i++) {
		const share = WINDOW[i] as number;
		const near = around[i] as number;
		if (share !== 0 && near >= 0) sum += share * vectors.cosine(near);
	}
	return sum / length;
}
