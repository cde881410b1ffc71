import { SPEAKER_KINDS } from "../index/index.ts";
import { findOccurrences } from "../rank/occurrences.ts";
import type { QueryTerm } from "../rank/query.ts";
import { weighTerms } from "../rank/weigh-terms.ts";
import { MESSAGE_WEIGHTS } from "../rank/weights.ts";
import type { SpokenLine } from "../recall/read-message.ts";
import type { SessionMessages } from "../recall/views.ts";
import { isAsking } from "../text/asking-words.ts";
import { readWords } from "../text/words.ts";
import type { AcceptLine, FoundLine } from "./find-lines.ts";
import { neighboursOf } from "./find-lines.ts";

const MOST = 2;
const LEAST = 0.05;
const LONGEST = 400;
/** The rarest terms show what a line is about. */
const MOST_TERMS = 8;
const USER = SPEAKER_KINDS.indexOf("user");

/**
 * Later messages of the user about the same topic as a line, because its content may have changed since. A
 * correction shares words with the line that it corrects more often than with the input. These messages are
 * found by their own words alone: a full search, as for the input, would cost as much again for each line.
 */
export function findLater(
	sessions: readonly SessionMessages[],
	line: SpokenLine,
	accept: AcceptLine,
): FoundLine[] {
	const query = { terms: termsOf(line) };
	return sessions
		.flatMap((from) => laterIn(from, query, line.at, accept))
		.sort((a, b) => b.score - a.score)
		.slice(0, MOST);
}

/** A cache of the terms of lines. The next turn looks for later messages of many of the same lines. */
const known = new WeakMap<SpokenLine, QueryTerm[]>();
const nothingNear = (): [] => [];

function termsOf(line: SpokenLine): QueryTerm[] {
	const before = known.get(line);
	if (before) return before;
	const hashes = new Set<number>();
	readWords(line.text.slice(0, LONGEST).toWellFormed(), ({ hash, stop }) => {
		if (!stop) hashes.add(hash | 0);
	});
	const terms = Array.from(hashes, (hash) => ({ hash, asking: isAsking(hash), near: nothingNear }));
	known.set(line, terms);
	return terms;
}

function laterIn(
	from: SessionMessages,
	query: Parameters<typeof weighTerms>[0],
	since: number,
	accept: AcceptLine,
): FoundLine[] {
	const { view, members } = from;
	const { kind, at, offset, session, part } = view.columns;
	const terms = weighTerms(query, view.size, [view.postings], { soft: false }).slice(0, MOST_TERMS);
	const total = terms.reduce((sum, { weight }) => sum + weight, 0);
	const found: FoundLine[] = [];
	const occurrences = findOccurrences(view.postings, view.size, terms, { parts: part });
	try {
		for (let i = 0; i < occurrences.found; i++) {
			const doc = occurrences.docs[i] as number;
			if (kind[doc] !== USER || (at[doc] as number) <= since) continue;
			const score = (MESSAGE_WEIGHTS.keyword.own * (occurrences.sums[doc] as number)) / total;
			if (score < LEAST || (found.length >= MOST && score <= (found[MOST - 1]?.score ?? 0))) continue;
			const member = members.get(view.sessions[session[doc] as number]?.key ?? "");
			const place = { offset: offset[doc] as number, kind: "user" as const, at: at[doc] as number };
			if (!member || !accept(member, place.offset, place.kind, place.at)) continue;
			found.push({
				from,
				doc,
				member,
				...place,
				score,
				parts: { keyword: score },
				...neighboursOf(view, doc, false),
			});
			found.sort((a, b) => b.score - a.score).splice(MOST);
		}
		return found;
	} finally {
		// The arrays are shared by all searches of the process, so the next one must find them clean.
		occurrences.release();
	}
}
