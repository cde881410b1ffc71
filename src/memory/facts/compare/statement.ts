export type Kind =
	| "word"
	| "name"
	| "number"
	| "ordinal"
	| "time"
	| "day"
	| "month"
	| "year"
	| "weekday"
	| "code";

/** A word of a statement in plain form, still in its place. */
export interface Item {
	/** As written, in lower case. */
	word: string;
	/** In plain form, and later the name of its group of synonyms. */
	key: string;
	kind: Kind;
	past: boolean;
	ongoing: boolean;
	/** The statement's first word, where a capital says nothing. */
	head: boolean;
}

/** A word that carries meaning, with its part in the statement. */
export interface Token extends Item {
	/** It stands in the reach of a "not". */
	negated: boolean;
	/** The preposition before it. */
	preposition: string;
	/** The person it belongs to, other than the user. */
	owner: string;
	/** It is an owner itself: the word before "'s". */
	owns: boolean;
	/** It stands with the one who acts, rather than with what is acted on. */
	acting: boolean;
	/** It stands after the verb. */
	predicate: boolean;
	/** It is on the far side of "than" or "instead of". */
	beyond: boolean;
}

/** An attribute with its value, read from a statement that says little else. */
export interface Frame {
	slot: string;
	/** Whose attribute: the words that name the subject, the user left out. */
	subject: readonly string[];
	value: readonly string[];
	/** The rest of the statement, without the value: "since 2018", "with his wife". */
	rest: string;
	/** One value at a time, so that another value contradicts. */
	single: boolean;
}

export type Tense = "past" | "perfect" | "present" | "future";

export interface Statement {
	/** Letters and digits only, in lower case. */
	plain: string;
	english: boolean;
	tokens: Token[];
	/** The plain forms in their order, small words included. */
	line: string;
	tense: Tense;
	/** The first verb's plain form; empty if none was recognised. */
	verb: string;
	/** The verb that says what is done: "hire" in "was hired". */
	action: string;
	/** Whether the subject is a bare word ("the user is …"), not something of somebody's ("the user's cat is …"). */
	bareSubject: boolean;
	negated: boolean;
	/** Words that make it less than a plain fact of today: wishes, plans, doubts. */
	modals: string[];
	frame: Frame | undefined;
	/** The same said another way, where the wording allows it. */
	variant?: Statement;
}
