import type { ScoreParts } from "../../session/index.ts";
import { SPEAKER_KINDS, type SpeakerKind } from "../index/analysed.ts";
import type { MessageView } from "../index/message-view.ts";
import { keepBest } from "./best.ts";
import { LEAST_LIKENESS } from "./calibrate.ts";
import { measureMessages } from "./measure-messages.ts";
import { ON_DATE } from "./near-date.ts";
import type { Query } from "./query.ts";
import { usableMethod } from "./usable-method.ts";
import {
	MESSAGE_FEATURES,
	MESSAGE_WEIGHTS,
	type MessageFeature,
	OUTSIDE_VECTOR,
	type RankMethod,
} from "./weights.ts";

export interface MessageHit {
	/** The number of the message in the view. */
	doc: number;
	session: string;
	offset: number;
	/** About 0 to 1; 1 is a perfect match. Scores of messages and facts are comparable. */
	score: number;
	parts: ScoreParts;
}

export interface RankMessagesOptions {
	/** The maximum number of hits; default: 10. */
	limit?: number;
	/**
	 * The minimum score of a hit; default: 0. Some features count against a message, so a score can be
	 * negative. With a threshold below 0, messages that have nothing in common with the query are hits too,
	 * best first.
	 */
	threshold?: number;
	method?: RankMethod;
	/** Rejects messages as hits. The statistics of the ranking still include them. */
	accept?(session: string, offset: number, kind: SpeakerKind, at: number): boolean;
}

const PART_OF: Readonly<Record<MessageFeature, keyof ScoreParts>> = {
	own: "keyword",
	context: "context",
	vector: "vector",
	session: "session",
	speaker: "speaker",
	role: "speaker",
	date: "date",
	question: "prior",
	repeat: "prior",
	answer: "prior",
	you: "prior",
	impersonal: "prior",
	opening: "prior",
	when: "prior",
	wish: "prior",
};

const [OWN, CONTEXT, VECTOR, DATE] = ["own", "context", "vector", "date"].map((name) =>
	MESSAGE_FEATURES.indexOf(name as MessageFeature),
) as [number, number, number, number];

/** The messages of a view that fit a query best, best first. */
export function rankMessages(
	view: MessageView,
	query: Query,
	options: RankMessagesOptions = {},
): MessageHit[] {
	const { limit = 10, threshold = 0, accept } = options;
	const method = usableMethod(options.method ?? "hybrid", query, [view]);
	const { session, offset, kind, at } = view.columns;
	const keyOf = (doc: number): string => view.sessions[session[doc] as number]?.key ?? "";
	const mayBeHit =
		accept &&
		((doc: number): boolean => {
			const said = SPEAKER_KINDS[kind[doc] as number] as SpeakerKind;
			return accept(keyOf(doc), offset[doc] as number, said, at[doc] as number);
		});
	const { docs, features } = measureMessages(view, query, method, mayBeHit);
	const lift = query.outside ? OUTSIDE_VECTOR : 1;
	const weights = MESSAGE_FEATURES.map(
		(name) => MESSAGE_WEIGHTS[method][name] * (name === "vector" ? lift : 1),
	);
	const best = keepBest(Math.min(limit, docs.length));
	docs.forEach((_, i) => {
		let score = 0;
		for (let f = 0; f < MESSAGE_FEATURES.length; f++) {
			score += (features[i * MESSAGE_FEATURES.length + f] as number) * (weights[f] as number);
		}
		if (!(score > 0 || threshold < 0) || score < threshold) return;
		const row = i * MESSAGE_FEATURES.length;
		const byWords = (features[row + OWN] as number) + (features[row + CONTEXT] as number) > 0;
		const byDate = (features[row + DATE] as number) >= ON_DATE;
		const isLike = (features[row + VECTOR] as number) >= LEAST_LIKENESS;
		if (threshold >= 0 && !byWords && !byDate && !isLike) return;
		best.offer(i, score);
	});
	return best.take().map((i) => {
		const doc = docs[i] as number;
		const parts: ScoreParts = {};
		MESSAGE_FEATURES.forEach((name, f) => {
			const part = (features[i * MESSAGE_FEATURES.length + f] as number) * (weights[f] as number);
			if (part !== 0) parts[PART_OF[name]] = (parts[PART_OF[name]] ?? 0) + part;
		});
		const score = Object.values(parts).reduce((sum, part) => sum + part, 0);
		return { doc, session: keyOf(doc), offset: offset[doc] as number, score, parts };
	});
}
