import type { MessageView } from "../index/message-view.ts";
import { keepBest } from "./best.ts";
import { nearDate, ON_DATE, type Span } from "./near-date.ts";
import type { Occurrences } from "./occurrences.ts";
import { MESSAGE_WEIGHTS } from "./weights.ts";

/** How many messages are chosen by their own words and session, and how many by their meaning. */
const BY_KEYWORD = 40;
const BY_VECTOR = 16;
/**
 * How many messages of the time that the query names are chosen, whatever their words. The newest come
 * first.
 */
const BY_DATE = 120;
/**
 * How many neighbours on each side are added to each chosen message. The answer may be next to the message
 * that contains the words.
 */
const REACH = 2;

/**
 * Chooses the messages that are measured in full: a few hundred at most, whatever the size of the view.
 *
 * - messages whose own words, session and date fit best
 * - with `byVector`, the messages nearest in meaning
 * - the newest messages of the time that the query names
 * - the neighbours of all of these
 */
export function chooseCandidates(
	view: MessageView,
	spans: readonly Span[],
	{ terms, docs, found, sums }: Occurrences,
	sessionScores: Float32Array,
	byVector: boolean,
): number[] {
	const { session, prev, next } = view.columns;
	const total = terms.reduce((sum, { weight }) => sum + weight, 0);
	const bonus = new Float32Array(view.sessions.length);
	const { session: ofSession, date: ofDate } = MESSAGE_WEIGHTS.hybrid;
	for (let s = 0; s < bonus.length; s++) bonus[s] = (sessionScores[s] as number) * ofSession;
	// Most queries name no date.
	if (spans.length > 0) {
		view.sessions.forEach(({ from, to }, s) => {
			const date = Math.max(nearDate(from, spans), nearDate(to, spans));
			bonus[s] = (sessionScores[s] as number) * ofSession + date * ofDate;
		});
	}
	for (const { named, weight } of terms) {
		if (!named) continue;
		for (let s = 0; s < named.length; s++) {
			bonus[s] = (bonus[s] as number) + ((named[s] as number) * weight * MESSAGE_WEIGHTS.hybrid.own) / total;
		}
	}
	const best = keepBest(BY_KEYWORD);
	const weight = MESSAGE_WEIGHTS.hybrid.own / total;
	let largest = 0;
	for (let s = 0; s < bonus.length; s++) largest = Math.max(largest, bonus[s] as number);
	let bar = best.bar;
	for (let i = 0; i < found; i++) {
		const doc = docs[i] as number;
		const own = (sums[doc] as number) * weight;
		// Most messages fail here: the bonus of their session need not be looked up.
		if (own + largest <= bar) continue;
		const score = own + (bonus[session[doc] as number] as number);
		if (score > bar) {
			best.offer(doc, score);
			bar = best.bar;
		}
	}
	const chosen = new Set(best.take());
	if (byVector) {
		const cosines = view.vectors.scan(view.size);
		const nearest = keepBest(BY_VECTOR);
		bar = 0;
		for (let doc = 0; doc < view.size; doc++) {
			const cosine = cosines[doc] as number;
			if (cosine <= bar) continue;
			nearest.offer(doc, cosine);
			bar = Math.max(0, nearest.bar);
		}
		for (const doc of nearest.take()) chosen.add(doc);
	}
	for (const doc of saidOn(view, spans)) chosen.add(doc);
	for (const doc of [...chosen]) {
		for (const link of [prev, next]) {
			let at = doc;
			for (let i = 0; i < REACH; i++) {
				at = link[at] as number;
				if (at < 0) break;
				chosen.add(at);
			}
		}
	}
	return [...chosen];
}

/** The newest messages of the time that a query names. */
function saidOn({ sessions, columns: { at, prev } }: MessageView, spans: readonly Span[]): number[] {
	if (spans.length === 0) return [];
	const newest = keepBest(BY_DATE);
	for (const { from, to, last } of sessions) {
		if (!spans.some((span) => span.from < to + 1 && span.to > from)) continue;
		for (let doc = last; doc >= 0; doc = prev[doc] as number) {
			const time = at[doc] as number;
			if (nearDate(time, spans) >= ON_DATE) newest.offer(doc, time);
		}
	}
	return newest.take();
}
