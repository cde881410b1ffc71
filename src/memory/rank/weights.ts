/** How documents are found and compared: by words and meaning, by words alone, or by meaning alone. */
export type RankMethod = "hybrid" | "keyword" | "vector";

/** The features of a message for a query, each about 0 to 1. A row of features has this order. */
export const MESSAGE_FEATURES = [
	/** How well its own words fit those of the query. */
	"own",
	/** What the messages around it add to that. */
	"context",
	/** How well its meaning, and that of the messages around it, fits the query. */
	"vector",
	/** How well the words of its whole session fit those of the query. */
	"session",
	/** The query names its speaker. */
	"speaker",
	/** The query names a day, month or year near the time when it was said. */
	"date",
	/** Contains a question. Queries look for answers, not for questions. */
	"question",
	/**
	 * The same question, asked before: asks what the query asks and adds nothing. The value is the fit of
	 * its words.
	 */
	"repeat",
	/**
	 * The query is about what the user said ("did I say") or the assistant ("did you say"), and the message
	 * is from that speaker.
	 */
	"role",
	/** The query asks for a name, a title or a number, and the message contains one. */
	"answer",
	/** Addresses the other person. */
	"you",
	/** Does not use the first person. */
	"impersonal",
	/**
	 * The first message of its session. News comes first, and there is no earlier message that could add
	 * words.
	 */
	"opening",
	/** The query asks for a time, and the message names one. */
	"when",
	/** Contains a standing wish of the user, which matters for tasks whatever their words. */
	"wish",
] as const;

export type MessageFeature = (typeof MESSAGE_FEATURES)[number];

/** About the sum of a perfect match. Scores are divided by it. */
const PERFECT = 15;

/**
 * Fitted by bench/retrieval/fit.ts on five conversations of LoCoMo and rounded. The fit uses softmax over
 * the candidates of a question, weighs the kinds of question mostly alike, and is regularised. Changes
 * under 1 point are noise.
 *
 * On a conversation that was left out of the fit, such weights find 78.8 % of the evidence among the first
 * ten (nDCG 63.3). Weights that saw the conversation do no better, so there is little overfitting.
 *
 * `role`, `wish` and `IN_LOGS` cannot be fitted on LoCoMo, because it has no assistant. They come from
 * public chats of users with assistants, half of which were held out. They move the assistant logs of
 * bench/data from 91.9 to 93.2 % among the first ten, and do not change LoCoMo.
 *
 * `repeat` cancels what a question that was asked before gains from its own words. No benchmark contains
 * such questions, and no result changes with it.
 */
export const FITTED: Readonly<Record<MessageFeature, number>> = {
	own: 7.8,
	context: 8.2,
	vector: 2.5,
	session: 0.9,
	speaker: 1.5,
	date: 8,
	question: -0.5,
	repeat: -7.8,
	role: 1.8,
	answer: 1.7,
	you: -0.5,
	impersonal: -0.5,
	opening: 1,
	when: 2.1,
	wish: 1,
};

/** Factors for features of talk between people, in a log of a user and a machine. */
export const IN_LOGS = { answer: 0.5, when: 0.5, question: 0.7 } as const;

/**
 * The factor for vectors of an outside embedder. A model that reads sentences says more than the built-in
 * table of words. Measured with MiniLM instead of the table: from 78.5 to 79.8 on LoCoMo, from 91.8 to 94.1
 * on the assistant logs.
 */
export const OUTSIDE_VECTOR = 1.4;

/**
 * Without words or without meaning, the other features count for more, so that a perfect match is still
 * about 1.
 */
const MESSAGE_SCALE: Readonly<Record<RankMethod, number>> = { hybrid: 1, keyword: 1.2, vector: 5 };

const scaled = (scale: number): Readonly<Record<MessageFeature, number>> =>
	Object.fromEntries(MESSAGE_FEATURES.map((name) => [name, (scale * FITTED[name]) / PERFECT])) as Record<
		MessageFeature,
		number
	>;

export const MESSAGE_WEIGHTS: Readonly<Record<RankMethod, Readonly<Record<MessageFeature, number>>>> = {
	hybrid: scaled(MESSAGE_SCALE.hybrid),
	keyword: scaled(MESSAGE_SCALE.keyword),
	vector: scaled(MESSAGE_SCALE.vector),
};

/**
 * Facts are short statements without a conversation around them. Words and meaning count most. Importance
 * and age count a little, to decide between facts that fit equally well. The weights are not fitted, but
 * chosen so that neither importance nor age can outweigh a word.
 */
export const FACT_WEIGHTS = {
	hybrid: { keyword: 0.5, vector: 0.35 },
	keyword: { keyword: 0.9, vector: 0 },
	vector: { keyword: 0, vector: 0.9 },
	/** The fact is from a time that the query names. */
	date: 0.35,
	importance: 0.06,
	pinned: 0.03,
	recency: 0.04,
	halfLifeDays: 90,
} as const;
