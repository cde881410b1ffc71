/** What a question is about; each slice is measured on its own. */
export type Slice =
	| "fact"
	| "assistant"
	| "code"
	| "tool"
	| "date"
	| "event-date"
	| "paraphrase"
	| "follow-up"
	| "german"
	| "spanish"
	| "chinese"
	| "japanese"
	| "facts";

export interface LogTurn {
	role: "user" | "assistant" | "tool";
	text: string;
	/** The tool that gave the result. */
	name?: string;
}

export interface LogSession {
	id: string;
	/** ISO time of the first turn; each turn comes a minute after the one before. */
	startedAt: string;
	turns: LogTurn[];
}

/** A turn, by its session and its place in there. */
export type TurnRef = [sessionId: string, turn: number];

export interface LogQuestion {
	slice: Exclude<Slice, "facts">;
	question: string;
	/** Every turn that answers the question. */
	evidence: TurnRef[];
}

/** One user's sessions, oldest first. A question is asked of this user's sessions only. */
export interface UserLog {
	user: string;
	sessions: LogSession[];
	questions: LogQuestion[];
}

export interface FactQuestion {
	slice: "facts";
	question: string;
	/** Every fact that answers the question, by its place in the list. */
	evidence: number[];
}

/** What is known of one user, a sentence each. */
export interface UserFacts {
	user: string;
	facts: string[];
	questions: FactQuestion[];
}
