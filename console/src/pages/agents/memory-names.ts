import type { FieldName, Whole } from "./memory-draft.ts";

/** The labels of the settings in the form. */
export const NAMES: Readonly<Record<FieldName, string>> = {
	save: "Save mode",
	recall: "Recall strategy",
	limit: "Limit",
	facts: "Fact owner",
	space: "Memory space",
	embedder: "Search",
	tokenBudget: "Token budget",
	factBudget: "Fact budget",
	excerptBudget: "Excerpt budget",
	messageLimit: "Messages per read",
	summarize: "Summary",
	untrusted: "Facts from tools and the web",
	redact: "Redaction",
	consolidateAfter: "Consolidate after",
	extractor: "Extractor",
	extractInstructions: "Extraction instructions",
	tools: "Memory tools",
};

/** The label and explanation of each value. */
export const MEANINGS = {
	save: {
		full: ["Full", "Replays messages, tool calls and tool results."],
		input_output: ["Input and output", "Replays only the user's messages and the final answers."],
	},
	recall: {
		all: ["All", "The newest messages, up to the limit."],
		relevant: ["Relevant", "The messages that are most relevant to the input, up to the limit."],
		both: ["Both", "Some of the newest messages, and relevant older ones."],
	},
	facts: {
		user: ["User", "Facts belong to the user and apply to all their sessions."],
		agent: ["Agent", "Facts belong to the agent and apply to all its users."],
		session: ["Session", "Facts belong to the session and apply only there."],
		none: ["No facts", "Facts are neither extracted nor recalled."],
	},
	untrusted: {
		quarantine: ["Keep for review", "They are recalled after a person approves them."],
		drop: ["Drop", "They are not stored."],
	},
} as const;

/** The display text of a value. */
export function valueWords<N extends FieldName>(name: N, value: Whole[N]): string {
	if (name in MEANINGS) {
		const meanings: Readonly<Record<string, readonly [string, string]>> =
			MEANINGS[name as keyof typeof MEANINGS];
		return meanings[String(value)]?.[0] ?? String(value);
	}
	if (name === "space") return value === "" ? "the agent's own" : String(value);
	if (name === "consolidateAfter") return value === "never" ? "only when a session ends" : `${value} minutes`;
	if (name === "extractor") return value === "" ? "the server's model, or the agent's own" : String(value);
	if (name === "extractInstructions") return value === "" ? "none" : String(value);
	if (name === "tools") return value === "" ? "none" : String(value).replaceAll(" ", ", ");
	if (name === "embedder") return value ? "meaning and keywords" : "keywords only";
	if (typeof value === "boolean") return value ? "on" : "off";
	return value.toLocaleString();
}
