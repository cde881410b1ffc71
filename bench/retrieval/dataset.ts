/** A message of a data set: what a caller would log. */
export interface LoggedMessage {
	role: "user" | "assistant" | "tool";
	content: string;
	/** The name of who says it, if the data has one. */
	displayName?: string;
	/** Milliseconds since 1970. */
	at: number;
}

/** Where a message stands: the key of its session and its number there. */
export type Place = readonly [session: string, index: number];

export interface Question {
	text: string;
	/** The kind of question: figures are taken for each. */
	slice: string;
	/** The messages that answer it. */
	evidence: readonly Place[];
}

/** Conversations and questions about them. One search sees the sessions of one data set, and no others. */
export interface Dataset {
	name: string;
	sessions: readonly { key: string; messages: readonly LoggedMessage[] }[];
	questions: readonly Question[];
}

/** The system under test, with the sessions of a data set loaded: the best `limit` messages for a question, best first. */
export type Search = (question: string, limit: number) => readonly Place[] | Promise<readonly Place[]>;

/** Loads a data set into a system under test. */
export type Open = (dataset: Dataset) => Search | Promise<Search>;
