import type { Span } from "holdfast";

/** The name of a span without the operation, which its kind shows already. */
export function spanTitle({ kind, name }: Pick<Span, "kind" | "name">): string {
	if (kind === "run") return name.replace(/^invoke_agent /, "");
	if (kind === "tool") return name.replace(/^execute_tool /, "");
	if (kind === "model") return name.replace(/^chat /, "");
	return name;
}

const PREFIX = /^(gen_ai|holdfast|enduser)\./;
const WORDS: Readonly<Record<string, string>> = {
	"gen_ai.provider.name": "provider",
	"gen_ai.request.model": "model",
	"gen_ai.response.model": "response model",
	"gen_ai.operation.name": "operation",
	"gen_ai.conversation.id": "session",
	"gen_ai.usage.input_tokens": "input tokens",
	"gen_ai.usage.output_tokens": "output tokens",
	"gen_ai.response.finish_reasons": "finish reasons",
	"enduser.id": "user",
	"error.type": "error",
	"holdfast.recalled": "messages replayed",
	"holdfast.facts": "facts",
	"holdfast.dropped": "left out",
	"holdfast.tokens": "estimated tokens",
};

/** The display name of an attribute. */
export const attributeTitle = (name: string): string =>
	WORDS[name] ??
	name
		.replace(PREFIX, "")
		.replace(/^memory\./, "")
		.replace(/[._]/g, " ");
