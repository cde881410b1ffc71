/* The rules of Anthropic's and Google's wire formats, checked on the body of a request. OpenAI's are in test/model. */

interface Block {
	type: string;
	text?: string;
	id?: string;
	tool_use_id?: string;
	input?: unknown;
}

interface AnthropicBody {
	messages: { role: string; content: Block[] }[];
}

const isPlainObject = (value: unknown): boolean =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const idsOf = (blocks: readonly Block[], type: string, key: "id" | "tool_use_id"): string[] =>
	blocks.filter((block) => block.type === type).map((block) => String(block[key]));

/** Why Anthropic would refuse the body. */
export function* anthropicFlaws({ messages }: AnthropicBody): Generator<string> {
	if (messages[0]?.role !== "user") yield "the first message is not the user's";
	if (messages.at(-1)?.role !== "user") yield "the last message is not the user's";
	const seen = new Set<string>();
	for (const [i, { role, content }] of messages.entries()) {
		if (role !== "user" && role !== "assistant") yield `message ${i} is of the role ${role}`;
		if (role === messages[i - 1]?.role) yield `messages ${i - 1} and ${i} are of one role`;
		if (content.length === 0) yield `message ${i} is empty`;
		for (const block of content) {
			if (block.type === "text" && !block.text?.trim()) yield `message ${i} has an empty text`;
			if (block.type === "tool_use" && !isPlainObject(block.input))
				yield `an input of message ${i} is no object`;
		}
		const uses = idsOf(content, "tool_use", "id");
		for (const id of uses) {
			if (!/^[a-zA-Z0-9_-]+$/.test(id)) yield `the id ${id} is not valid`;
			if (seen.has(id)) yield `the id ${id} occurs twice`;
			seen.add(id);
		}
		const answers = idsOf(messages[i + 1]?.content ?? [], "tool_result", "tool_use_id");
		if (role === "assistant" && [...uses].sort().join() !== [...answers].sort().join()) {
			yield `the calls of message ${i} are ${uses.join()}, the results behind it ${answers.join()}`;
		}
		const types = content.map(({ type }) => type);
		const other = types.findIndex((type) => type !== "tool_result");
		if (other !== -1 && types.includes("tool_result", other))
			yield `message ${i} has results behind other things`;
	}
}

interface GooglePart {
	text?: string;
	functionCall?: { name: string; args: unknown };
	functionResponse?: { name: string };
}

interface GoogleBody {
	contents: { role: string; parts: GooglePart[] }[];
}

/** Why Google would refuse the body. */
export function* googleFlaws({ contents }: GoogleBody): Generator<string> {
	if (contents[0]?.role !== "user") yield "the first content is not the user's";
	if (contents.at(-1)?.role !== "user") yield "the last content is not the user's";
	for (const [i, { role, parts }] of contents.entries()) {
		if (role !== "user" && role !== "model") yield `content ${i} is of the role ${role}`;
		if (parts.length === 0) yield `content ${i} has no parts`;
		for (const part of parts) {
			if (part.text !== undefined && part.text.trim() === "") yield `content ${i} has an empty text`;
			if (part.functionCall && !isPlainObject(part.functionCall.args))
				yield `content ${i} has args that are no object`;
		}
		const calls = parts.flatMap(({ functionCall }) => (functionCall ? [functionCall.name] : []));
		const next = contents[i + 1]?.parts ?? [];
		const answers = next.flatMap(({ functionResponse }) => (functionResponse ? [functionResponse.name] : []));
		if (role === "model" && calls.join() !== answers.join()) {
			yield `the calls of content ${i} are ${calls.join()}, the responses behind it ${answers.join()}`;
		}
	}
}
