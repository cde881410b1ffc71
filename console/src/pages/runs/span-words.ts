import type { Span } from "holdfast";

/** What a span's name says beside the operation that its kind tells already. */
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
	"gen_ai.response.model": "model that answered",
	"gen_ai.operation.name": "operation",
	"gen_ai.conversation.id": "session",
	"gen_ai.usage.input_tokens": "tokens in",
	"gen_ai.usage.output_tokens": "tokens out",
	"gen_ai.response.finish_reasons": "ended because",
	"enduser.id": "user",
	"error.type": "error",
	"holdfast.recalled": "messages replayed",
	"holdfast.facts": "facts",
	"holdfast.dropped": "left out",
	"holdfast.tokens": "tokens, estimated",
};

/** The name of an attribute as people say it. */
export const attributeTitle = (name: string): string =>
	WORDS[name] ??
	name
		.replace(PREFIX, "")
		.replace(/^memory\./, "")
		.replace(/[._]/g, " ");
