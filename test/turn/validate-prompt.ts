import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";

/*
 * What OpenAI, Anthropic and Google demand of a conversation, put together: a prompt that obeys all of these rules is taken by
 * each of them. Written against their documents, and knowing nothing of how Holdfast makes a prompt.
 */

const CALL_ID = /^[A-Za-z0-9_-]{1,40}$/;
const TOOL_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

type Assistant = Extract<LanguageModelV4Message, { role: "assistant" }>;
type ToolMessage = Extract<LanguageModelV4Message, { role: "tool" }>;

const isPlainObject = (value: unknown): boolean =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const callsOf = ({ content }: Assistant) => content.filter((part) => part.type === "tool-call");

/** The system text comes first and once; nothing else is of that role. */
function* frame(prompt: LanguageModelV4Prompt): Generator<string> {
	for (const [i, { role, content }] of prompt.entries()) {
		if (role !== "system") continue;
		if (i > 0) yield `message ${i} is a system message behind the front`;
		if (content.trim() === "") yield "the system text is empty";
	}
	const turns = prompt.filter(({ role }) => role !== "system");
	if (turns[0]?.role !== "user") yield `the first turn is ${turns[0]?.role}, not user`;
	const last = turns.at(-1)?.role;
	if (last !== "user" && last !== "tool") yield `the last turn is ${last}, neither user nor tool`;
}

/** Nobody says nothing. */
function* texts(prompt: LanguageModelV4Prompt): Generator<string> {
	for (const [i, { role, content }] of prompt.entries()) {
		if (role === "system") continue;
		if (content.length === 0) yield `message ${i} (${role}) has no content`;
		for (const part of content) {
			if (part.type === "text" && part.text.trim() === "") yield `message ${i} (${role}) has an empty text`;
			if (part.type === "file" && part.data.type === "data" && part.data.data.length === 0) {
				yield `message ${i} (${role}) has an empty file`;
			}
			if (part.type === "tool-result") {
				const { output } = part;
				const value = "value" in output ? output.value : output;
				if (value === undefined) yield `message ${i}: a result without value`;
				if (typeof value === "string" && value.trim() === "") yield `message ${i}: a result of empty text`;
			}
		}
	}
}

function* call(part: ReturnType<typeof callsOf>[number], seen: Set<string>): Generator<string> {
	if (!CALL_ID.test(part.toolCallId)) yield `the call id ${JSON.stringify(part.toolCallId)} is not valid`;
	if (seen.has(part.toolCallId)) yield `the call id ${part.toolCallId} occurs twice`;
	seen.add(part.toolCallId);
	if (!TOOL_NAME.test(part.toolName)) yield `the tool name ${JSON.stringify(part.toolName)} is not valid`;
	if (!isPlainObject(part.input)) yield `the input of ${part.toolCallId} is no object`;
}

/** Every call is answered in the message directly behind it, and every result has its call there. */
function* calls(prompt: LanguageModelV4Prompt): Generator<string> {
	const seen = new Set<string>();
	for (const [i, message] of prompt.entries()) {
		if (message.role === "tool") {
			const before = prompt[i - 1];
			if (before?.role !== "assistant" || callsOf(before).length === 0) {
				yield `message ${i} answers calls that are not directly before it`;
			}
		}
		if (message.role !== "assistant") continue;
		const asked = callsOf(message);
		for (const part of asked) yield* call(part, seen);
		if (asked.length > 0) yield* answers(i, asked, prompt[i + 1]);
	}
}

function* answers(
	i: number,
	asked: ReturnType<typeof callsOf>,
	behind: LanguageModelV4Message | undefined,
): Generator<string> {
	if (behind?.role !== "tool") {
		yield `the calls of message ${i} are not answered in the next one`;
		return;
	}
	const results = (behind as ToolMessage).content.filter((part) => part.type === "tool-result");
	const expected = asked.map(({ toolCallId, toolName }) => `${toolCallId} ${toolName}`).sort();
	const found = results.map(({ toolCallId, toolName }) => `${toolCallId} ${toolName}`).sort();
	if (JSON.stringify(expected) !== JSON.stringify(found)) {
		yield `message ${i} asks for ${expected.join(", ")}; the next one answers ${found.join(", ")}`;
	}
}

/** A prompt without tools must not speak of calls: some providers refuse it. */
function* listing(prompt: LanguageModelV4Prompt, hasTools: boolean): Generator<string> {
	if (hasTools) return;
	if (prompt.some((message) => message.role === "tool")) yield "there are results, and no tools are listed";
}

/** Everything that a provider would refuse the prompt for; empty if nothing. */
export function violations(prompt: LanguageModelV4Prompt, { hasTools }: { hasTools: boolean }): string[] {
	return [...frame(prompt), ...texts(prompt), ...calls(prompt), ...listing(prompt, hasTools)];
}
