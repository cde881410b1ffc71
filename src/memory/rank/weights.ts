/** How documents are found and compared: by words and meaning, by words alone, or by meaning alone. */
export type RankMethod = "hybrid" | "keyword" | "vector";

/** What is known of a message for a query, each about 0 to 1. The order is that of the rows of features. */
export const MESSAGE_FEATURES = [
	/** Its own words against those of the query. */
	"own",
	/** What the messages around it add to that. */
	"context",
	/** Its meaning, and that of the messages around it, against that of the query. */
	"vector",
	/** The words of its whole session against those of the query. */
	"session",
	/** The query names its speaker. */
	"speaker",
	/** The query names a day, month or year near to when it was said. */
	"date",
	/** Holds a question: answers are looked for, not questions. */
	"question",
	/** Asks what the query asks and adds nothing: the same question, asked before. As large as the fit of its words. */
	"repeat",
	/** The query is about what the user says ("did I say") or the assistant ("did you say"), and that one says it. */
	"role",
	/** The query asks for a name, a title or a number and it holds one. */
	"answer",
	/** Speaks of the other one. */
	"you",
	/** The speaker does not speak of himself. */
	"impersonal",
	/** Opens its session: news comes first, and there is nothing before it that could lend it words. */
	"opening",
	/** The query asks for a time and it says one. */
	"when",
	/** Says what the user wants to be kept to, which matters for tasks in whatever words. */
	"wish",
] as const;

export type MessageFeature = (typeof MESSAGE_FEATURES)[number];

/** What a perfect match sums up to, about: scores are divided by it. */
const PERFECT = 15;

/**
 * Fitted by bench/retrieval/fit.ts on five conversations of LoCoMo (softmax over the candidates of a question, kinds of
 * question counted mostly alike, held back from straying) and rounded. On a conversation that was left out of the fit such
 * weights find 78.8 % of the evidence among the first ten (nDCG 63.3), as good as weights that saw it: there is little left
 * to overfit. `role`, `wish` and `IN_LOGS` cannot be fitted there, since nobody in it is an assistant: they come from public chats of
 * users with assistants, half of which were not looked at, and move the assistant logs of bench/data from 91.9 to 93.2 % among
 * the first ten, LoCoMo by nothing. Changes under 1 point are noise. `repeat` takes
 * back what its own words gain a question that was asked before; no benchmark holds such questions, and none moves by it.
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

/** What signs of talk between people are worth in a log of a user and a machine. */
export const IN_LOGS = { answer: 0.5, when: 0.5, question: 0.7 } as const;

/**
 * A model that reads sentences tells more than the built-in table of words, so its likeness counts for more. Tried with
 * MiniLM in place of the table: from 78.5 to 79.8 on LoCoMo, from 91.8 to 94.1 on the assistant logs.
 */
export const OUTSIDE_VECTOR = 1.4;

/** Where one of words and meaning is missing the rest counts for more, so that a perfect match is about 1 all the same. */
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
 * Facts are short statements without a conversation around them: words and meaning, and a little of how important and how
 * new they are, which decides between facts that fit alike. Not fitted: chosen so that neither can outweigh a word.
 */
export const FACT_WEIGHTS = {
	hybrid: { keyword: 0.5, vector: 0.35 },
	keyword: { keyword: 0.9, vector: 0 },
	vector: { keyword: 0, vector: 0.9 },
	/** It was said at a time that the query names. */
	date: 0.35,
	importance: 0.06,
	pinned: 0.03,
	recency: 0.04,
	halfLifeDays: 90,
} as const;
