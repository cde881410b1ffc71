import type { DropReason, PassedOverReason, Recalled } from "holdfast";

/* The labels of what memory did in a run, and why. */

export const STRATEGIES: Readonly<Record<Recalled["strategy"], string>> = {
	all: "the newest messages",
	relevant: "the most relevant messages",
	both: "the newest and the most relevant messages",
	none: "no earlier messages",
};

export const METHODS: Readonly<Record<NonNullable<Recalled["method"]>, string>> = {
	hybrid: "keywords and meaning",
	keyword: "keywords",
	vector: "meaning",
};

export const DROPPED: Readonly<Record<DropReason, string>> = {
	limit: "over the message limit",
	tokens: "over the token budget",
	starts_with_user: "the history must start with a user message",
	orphan: "tool call without result, or result without call",
	empty: "empty",
	not_replayed: "kind of event that is not replayed",
	no_tools: "the agent has no tools now",
	summarized: "covered by the summary",
};

export const PASSED_OVER: Readonly<Record<PassedOverReason, string>> = {
	budget: "over the token budget",
	limit: "over the limit",
	expired: "expired",
	superseded: "superseded",
	quarantined: "waiting for review",
	starts_with_user: DROPPED.starts_with_user,
	orphan: DROPPED.orphan,
	empty: DROPPED.empty,
	not_replayed: "not replayed",
	no_tools: DROPPED.no_tools,
	summarized: DROPPED.summarized,
};
