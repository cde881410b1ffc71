import type { DropReason, PassedOverReason, Recalled } from "holdfast";

/* The words for what the memory of a run did, and why. */

export const STRATEGIES: Readonly<Record<Recalled["strategy"], string>> = {
	all: "the newest messages",
	relevant: "the messages that fit best",
	both: "the newest messages, and those that fit best",
	none: "no earlier messages",
};

export const METHODS: Readonly<Record<NonNullable<Recalled["method"]>, string>> = {
	hybrid: "words and meaning",
	keyword: "words",
	vector: "meaning",
};

export const DROPPED: Readonly<Record<DropReason, string>> = {
	limit: "more than the limit of messages",
	tokens: "no room left among the tokens",
	starts_with_user: "a history begins with the user",
	orphan: "a tool's call without its result, or a result without its call",
	empty: "nothing in it",
	not_replayed: "not of a sort that is replayed",
	no_tools: "the agent has no tools now",
	summarized: "a summary stands for it",
};

export const PASSED_OVER: Readonly<Record<PassedOverReason, string>> = {
	budget: "no room left among the tokens",
	limit: "enough already",
	expired: "no longer holds",
	superseded: "another fact holds instead",
	quarantined: "waits for review",
	starts_with_user: DROPPED.starts_with_user,
	orphan: DROPPED.orphan,
	empty: DROPPED.empty,
	not_replayed: "not replayed",
	no_tools: DROPPED.no_tools,
	summarized: DROPPED.summarized,
};
