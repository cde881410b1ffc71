import type { FieldName, Whole } from "./memory-draft.ts";

/** What the settings are called in the form. */
export const NAMES: Readonly<Record<FieldName, string>> = {
	save: "Save mode",
	recall: "Strategy",
	limit: "Limit",
	facts: "Facts",
	space: "Memory space",
	embedder: "Search",
	tokenBudget: "Token budget",
	factBudget: "Fact budget",
	excerptBudget: "Excerpt budget",
	messageLimit: "Messages read at once",
	summarize: "Summary",
	untrusted: "Facts from tools and the web",
	redact: "Redaction",
	consolidateAfter: "Make facts after",
	extractor: "What makes facts",
	extractInstructions: "Instructions for making facts",
	tools: "Memory tools",
};

/** A sentence for each value that can be chosen. */
export const MEANINGS = {
	save: {
		full: ["Full", "Everything is replayed: what was said, tool calls and their results."],
		input_output: ["Input and output", "Only what the user said and the final answers are replayed."],
	},
	recall: {
		all: ["All", "The newest messages, up to the limit."],
		relevant: ["Relevant", "The messages that fit what the user says now, up to the limit."],
		both: ["Both", "Some of the newest, and older ones that fit."],
	},
	facts: {
		user: ["Of the user", "What is learned belongs to the user, in all their sessions."],
		agent: ["Of the agent", "What is learned is known to all users of the agent."],
		session: ["Of the session", "What is learned stays within its session."],
		none: ["None", "No facts are made, and none recalled."],
	},
	untrusted: {
		quarantine: ["Keep for review", "They are used when somebody has looked at them."],
		drop: ["Drop", "They are not kept at all."],
	},
} as const;

/** A value in words. */
export function valueWords<N extends FieldName>(name: N, value: Whole[N]): string {
	if (name in MEANINGS) {
		const meanings: Readonly<Record<string, readonly [string, string]>> =
			MEANINGS[name as keyof typeof MEANINGS];
		return meanings[String(value)]?.[0] ?? String(value);
	}
	if (name === "space") return value === "" ? "its own" : String(value);
	if (name === "consolidateAfter") return value === "never" ? "only when a session ends" : `${value} minutes`;
	if (name === "extractor") return value === "" ? "the server's model, or the agent's own" : String(value);
	if (name === "extractInstructions") return value === "" ? "none" : String(value);
	if (name === "tools") return value === "" ? "none" : String(value).replaceAll(" ", ", ");
	if (name === "embedder") return value ? "by meaning and by words" : "by words alone";
	if (typeof value === "boolean") return value ? "on" : "off";
	return value.toLocaleString();
}
