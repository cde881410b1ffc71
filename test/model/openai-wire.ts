import type { StoredItem } from "./openai-rules.ts";

/** What the server answers with. A text alone may be given as a string. */
export interface OpenAiAnswer {
	text?: string;
	/** The text in pieces, one event each. Default: the text is one piece. */
	pieces?: readonly string[];
	/** Sent in as many pieces as `inputPieces` says, in a stream. */
	toolCalls?: readonly {
		name: string;
		input?: unknown;
		inputText?: string;
		id?: string;
		inputPieces?: number;
	}[];
	/** A summary of reasoning; of the Responses API only. */
	reasoning?: string;
	usage?: { input: number; output: number; cached?: number; reasoning?: number };
	/** Cut short by the limit of tokens. */
	truncated?: boolean;
	/** With `status` the answer to the request; without, an event in the stream after the text. */
	error?: { message: string; type?: string; code?: string };
	/** An HTTP status of failure. */
	status?: number;
	headers?: Readonly<Record<string, string>>;
	/** The connection is cut after so many pieces of text; without a stream, in the middle of the body. */
	cutAfter?: number;
	/** Awaited before anything is sent. */
	before?(): Promise<void> | void;
	/** In a stream: awaited before the piece of text with this index, from 0. */
	between?(piece: number): Promise<void> | void;
}

/** An answer with all its ids. */
export interface Reply {
	id: string;
	model: string;
	pieces: readonly string[];
	toolCalls: readonly { id: string; name: string; input: string; pieces: readonly string[] }[];
	reasoning: string | undefined;
	usage: { input: number; output: number; cached: number; reasoning: number };
	truncated: boolean;
	error: OpenAiAnswer["error"];
}

/** A piece of a stream; `piece` is set where it carries text. */
export interface StreamEvent {
	data: object | "[DONE]";
	piece?: number;
}

export function replyOf(answer: OpenAiAnswer, index: number, model: string): Reply {
	const { input = 10, output = 5, cached = 0, reasoning = 0 } = answer.usage ?? {};
	return {
		id: `r${index}`,
		model,
		pieces: answer.pieces ?? (answer.text === undefined ? [] : [answer.text]),
		toolCalls: (answer.toolCalls ?? []).map((call, i) => {
			const text = call.inputText ?? JSON.stringify(call.input ?? {});
			return {
				id: call.id ?? `call_${index}_${i}`,
				name: call.name,
				input: text,
				pieces: slice(text, call.inputPieces ?? 1),
			};
		}),
		reasoning: answer.reasoning,
		usage: { input, output, cached, reasoning },
		truncated: answer.truncated ?? false,
		error: answer.status === undefined ? answer.error : undefined,
	};
}

function slice(text: string, count: number): string[] {
	const size = Math.max(1, Math.ceil(text.length / count));
	return Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
		text.slice(i * size, (i + 1) * size),
	);
}

const chatUsage = ({ usage }: Reply) => ({
	prompt_tokens: usage.input,
	completion_tokens: usage.output,
	total_tokens: usage.input + usage.output,
	prompt_tokens_details: { cached_tokens: usage.cached },
	completion_tokens_details: { reasoning_tokens: usage.reasoning },
});

const chatFinish = (reply: Reply): string =>
	reply.truncated ? "length" : reply.toolCalls.length > 0 ? "tool_calls" : "stop";

export function chatBody(reply: Reply): object {
	const calls = reply.toolCalls.map(({ id, name, input }) => ({
		id,
		type: "function",
		function: { name, arguments: input },
	}));
	const message = {
		role: "assistant",
		content: reply.pieces.length > 0 ? reply.pieces.join("") : null,
		...(calls.length > 0 && { tool_calls: calls }),
	};
	return {
		id: reply.id,
		object: "chat.completion",
		created: 1_760_000_000,
		model: reply.model,
		choices: [{ index: 0, message, finish_reason: chatFinish(reply) }],
		usage: chatUsage(reply),
	};
}

export function* chatEvents(reply: Reply): Generator<StreamEvent> {
	const chunk = (delta: object, finish: string | null = null) => ({
		id: reply.id,
		object: "chat.completion.chunk",
		created: 1_760_000_000,
		model: reply.model,
		choices: [{ index: 0, delta, finish_reason: finish }],
	});
	yield { data: chunk({ role: "assistant", content: "" }) };
	for (const [piece, content] of reply.pieces.entries()) yield { data: chunk({ content }), piece };
	if (reply.error) {
		yield { data: { error: reply.error } };
		return;
	}
	for (const [index, { id, name }] of reply.toolCalls.entries()) {
		yield {
			data: chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
		};
	}
	// Calls that are made in parallel come interleaved.
	const longest = Math.max(0, ...reply.toolCalls.map(({ pieces }) => pieces.length));
	for (let i = 0; i < longest; i++) {
		for (const [index, { pieces }] of reply.toolCalls.entries()) {
			const given = pieces[i];
			if (given !== undefined)
				yield { data: chunk({ tool_calls: [{ index, function: { arguments: given } }] }) };
		}
	}
	yield { data: chunk({}, chatFinish(reply)) };
	yield { data: { ...chunk({}), choices: [], usage: chatUsage(reply) } };
	yield { data: "[DONE]" };
}

type OutputItem = { id: string; type: StoredItem["type"] } & Record<string, unknown>;

function outputItems(reply: Reply): OutputItem[] {
	const items: OutputItem[] = [];
	if (reply.reasoning !== undefined) {
		const summary = [{ type: "summary_text", text: reply.reasoning }];
		items.push({ type: "reasoning", id: `rs_${reply.id}`, summary });
	}
	if (reply.pieces.length > 0) {
		const content = [{ type: "output_text", text: reply.pieces.join(""), annotations: [] }];
		items.push({ type: "message", id: `msg_${reply.id}`, role: "assistant", status: "completed", content });
	}
	for (const [i, { id, name, input }] of reply.toolCalls.entries()) {
		items.push({
			type: "function_call",
			id: `fc_${reply.id}_${i}`,
			call_id: id,
			name,
			arguments: input,
			status: "completed",
		});
	}
	return items;
}

/** What the server keeps of an answer, by id. */
export function storedItems(reply: Reply): [string, StoredItem][] {
	let reasoningId: string | undefined;
	return outputItems(reply).map(({ id, type, call_id }) => {
		const stored: StoredItem = {
			type,
			...(typeof call_id === "string" && { callId: call_id }),
			...(reasoningId !== undefined && { reasoningId }),
		};
		reasoningId = type === "reasoning" ? id : undefined;
		return [id, stored];
	});
}

export function responsesBody(reply: Reply): object {
	const { usage } = reply;
	return {
		id: `resp_${reply.id}`,
		object: "response",
		created_at: 1_760_000_000,
		status: reply.truncated ? "incomplete" : "completed",
		model: reply.model,
		output: outputItems(reply),
		incomplete_details: reply.truncated ? { reason: "max_output_tokens" } : null,
		usage: {
			input_tokens: usage.input,
			input_tokens_details: { cached_tokens: usage.cached },
			output_tokens: usage.output,
			output_tokens_details: { reasoning_tokens: usage.reasoning },
			total_tokens: usage.input + usage.output,
		},
	};
}

export function* responsesEvents(reply: Reply): Generator<StreamEvent> {
	let sequence = 0;
	const event = (type: string, more: object): object => ({ type, sequence_number: sequence++, ...more });
	const begun = { ...responsesBody(reply), status: "in_progress", output: [], usage: null };
	yield { data: event("response.created", { response: begun }) };
	yield { data: event("response.in_progress", { response: begun }) };
	for (const [output_index, item] of outputItems(reply).entries()) {
		const at = { item_id: item.id, output_index };
		const added = { ...item, status: "in_progress", content: [], summary: [], arguments: "" };
		yield { data: event("response.output_item.added", { output_index, item: added }) };
		if (item.type === "reasoning") {
			yield { data: event("response.reasoning_summary_part.added", { ...at, summary_index: 0 }) };
			const delta = { ...at, summary_index: 0, delta: reply.reasoning };
			yield { data: event("response.reasoning_summary_text.delta", delta) };
			yield { data: event("response.reasoning_summary_part.done", { ...at, summary_index: 0 }) };
		} else if (item.type === "message") {
			for (const [piece, delta] of reply.pieces.entries()) {
				yield { data: event("response.output_text.delta", { ...at, content_index: 0, delta }), piece };
			}
			if (reply.error) {
				const { message, type = "server_error", code = null } = reply.error;
				yield { data: event("error", { error: { type, code, message, param: null } }) };
				return;
			}
		} else {
			const pieces = reply.toolCalls.find(({ id }) => id === item.call_id)?.pieces ?? [];
			for (const delta of pieces)
				yield { data: event("response.function_call_arguments.delta", { ...at, delta }) };
			yield { data: event("response.function_call_arguments.done", { ...at, arguments: item.arguments }) };
		}
		yield { data: event("response.output_item.done", { output_index, item }) };
	}
	const type = reply.truncated ? "response.incomplete" : "response.completed";
	yield { data: event(type, { response: responsesBody(reply) }) };
}
