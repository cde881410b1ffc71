import type {
	LanguageModelV4,
	LanguageModelV4CallOptions,
	LanguageModelV4Content,
	LanguageModelV4FinishReason,
	LanguageModelV4FunctionTool,
	LanguageModelV4Prompt,
	LanguageModelV4StreamPart,
	LanguageModelV4Usage,
} from "@ai-sdk/provider";

/** One call of a scripted model. */
export interface ScriptedCall {
	/** The prompt of the call. */
	prompt: LanguageModelV4Prompt;
	/** The tools that the model may call. */
	tools: LanguageModelV4FunctionTool[];
	/** How many calls there were before. */
	index: number;
	/** All options of the call. */
	options: LanguageModelV4CallOptions;
}

/** The answer of a scripted model. If it is only text, you can use a string instead. */
export interface ScriptedTurn {
	/** The text of the answer. */
	text?: string;
	/** The text in pieces, one stream delta each. Default: the whole text is one delta. */
	deltas?: readonly string[];
	/** The tool calls of the answer. */
	toolCalls?: readonly ScriptedToolCall[];
	/** The reasoning of the answer. */
	reasoning?: string;
	/** Makes the call fail with this error: immediately or, in a stream, after the text if there is any. */
	error?: unknown;
	/** Awaited before the answer. */
	before?(): Promise<void> | void;
	/** In a stream, awaited before the delta with this index, from 0. */
	between?(delta: number): Promise<void> | void;
	/** The token usage. Default: 10 input tokens and 5 output tokens. */
	usage?: {
		/** Tokens of the prompt. */
		inputTokens?: number;
		/** Tokens of the answer. */
		outputTokens?: number;
		/** Input tokens that came from the cache. */
		cachedInputTokens?: number;
		/** Output tokens that were used for reasoning. */
		reasoningTokens?: number;
	};
	/** Why the answer ended. Default: `tool-calls` if there are any, otherwise `stop`. */
	finishReason?: LanguageModelV4FinishReason["unified"];
}

/** A tool call of a scripted model. */
export interface ScriptedToolCall {
	/** The name of the tool. */
	name: string;
	/** The input of the tool. Default: `{}`. */
	input?: unknown;
	/** The input as raw text, e.g. to test invalid JSON. */
	inputText?: string;
	/** The id of the call. Default: `call_1`, `call_2`, … */
	id?: string;
}

/** An answer: text, or a `ScriptedTurn`. */
export type ScriptedAnswer = string | ScriptedTurn | Promise<string | ScriptedTurn>;

/** One answer per call, in order, or a function that creates them. */
export type Script = readonly ScriptedAnswer[] | ((call: ScriptedCall) => ScriptedAnswer);

/** The options of `scriptedModel()`. */
export interface ScriptedModelOptions {
	/** Answer even if the call was aborted, like a model that ignores the signal. */
	ignoreAbort?: boolean;
	/** The name of the provider. */
	provider?: string;
	/** The name of the model. */
	modelId?: string;
}

/** A scripted model, with a record of its calls. */
export interface ScriptedModel extends LanguageModelV4 {
	/** The prompt of each call, copied at the time of the call. */
	readonly prompts: readonly LanguageModelV4Prompt[];
	/** The options of each call, without the abort signal. */
	readonly calls: readonly Omit<LanguageModelV4CallOptions, "abortSignal">[];
	/** The prompt of each call as text: one line `role: text` per message. */
	texts(): string[];
}

/**
 * A model that gives scripted answers and records its calls. Each call gets the next answer, including a
 * retry after a failure.
 *
 * @example
 * ```ts
 * import { scriptedModel } from "holdfast/testing";
 *
 * const model = scriptedModel([
 *   { toolCalls: [{ name: "order_status", input: { id: "A-1" } }] },
 *   { deltas: ["Your order ", "is on its way."] },
 *   "You are welcome.",
 * ]);
 * const echo = scriptedModel(({ index, tools }) => `call ${index} with ${tools.length} tools`);
 * console.log(model.texts().at(-1), echo.prompts.length);
 * ```
 */
export function scriptedModel(script: Script, options: ScriptedModelOptions = {}): ScriptedModel {
	const calls: Omit<LanguageModelV4CallOptions, "abortSignal">[] = [];
	let toolCallCount = 0;
	const nextId = (): string => `call_${++toolCallCount}`;

	/** The answer to a call, after everything that it waits for. */
	const answer = async (asked: LanguageModelV4CallOptions): Promise<Answer> => {
		const { abortSignal, ...rest } = asked;
		const index = calls.length;
		calls.push(copy(rest));
		const signal = options.ignoreAbort ? undefined : abortSignal;
		signal?.throwIfAborted();
		const given = await untilAborted(Promise.resolve(answerOf(script, asked, index)), signal);
		const turn = typeof given === "string" ? { text: given } : given;
		await untilAborted(Promise.resolve(turn.before?.()), signal);
		const deltas = turn.deltas ?? (turn.text ? [turn.text] : []);
		if (turn.error !== undefined && deltas.length === 0) throw turn.error;
		return { turn, deltas, signal, content: contentOf(turn, deltas, nextId) };
	};

	return {
		specificationVersion: "v4",
		provider: options.provider ?? "scripted",
		modelId: options.modelId ?? "scripted",
		supportedUrls: { "*/*": [/^https?:/] },
		calls,
		get prompts() {
			return calls.map((call) => call.prompt);
		},
		texts: () => calls.map((call) => call.prompt.map(lineOf).join("\n")),
		async doGenerate(asked) {
			const { turn, content } = await answer(asked);
			if (turn.error !== undefined) throw turn.error;
			return { content, finishReason: finishOf(turn), usage: usageOf(turn), warnings: [] };
		},
		async doStream(asked) {
			return { stream: streamOf(await answer(asked)) };
		},
	};
}

interface Answer {
	turn: ScriptedTurn;
	deltas: readonly string[];
	signal: AbortSignal | undefined;
	content: LanguageModelV4Content[];
}

function answerOf(script: Script, options: LanguageModelV4CallOptions, index: number): ScriptedAnswer {
	if (typeof script === "function") {
		const tools = (options.tools ?? []).filter((tool) => tool.type === "function");
		return script({ prompt: options.prompt, tools, index, options });
	}
	const given = script[index];
	if (given !== undefined) return given;
	throw new Error(`the script of the model has ${script.length} answers, and this is call ${index + 1}`);
}

function contentOf(
	turn: ScriptedTurn,
	deltas: readonly string[],
	nextId: () => string,
): LanguageModelV4Content[] {
	const content: LanguageModelV4Content[] = [];
	if (turn.reasoning !== undefined) content.push({ type: "reasoning", text: turn.reasoning });
	if (deltas.length > 0) content.push({ type: "text", text: deltas.join("") });
	for (const { name, input = {}, inputText, id = nextId() } of turn.toolCalls ?? []) {
		content.push({
			type: "tool-call",
			toolCallId: id,
			toolName: name,
			input: inputText ?? JSON.stringify(input),
		});
	}
	return content;
}

function streamOf({ turn, deltas, signal, content }: Answer): ReadableStream<LanguageModelV4StreamPart> {
	const parts = streamParts(turn, deltas, content, signal);
	let stop = (): void => undefined;
	return new ReadableStream<LanguageModelV4StreamPart>(
		{
			start(controller) {
				// Like a connection that is cut: immediately, not with the next part.
				stop = () => controller.error(signal?.reason);
				signal?.addEventListener("abort", stop, { once: true });
			},
			async pull(controller) {
				const { done, value } = await parts.next();
				if (signal?.aborted) return;
				if (!done) return controller.enqueue(value);
				signal?.removeEventListener("abort", stop);
				controller.close();
			},
			cancel() {
				signal?.removeEventListener("abort", stop);
			},
		},
		// Each part is created when it is read, so that `between` is called in step with the reader.
		{ highWaterMark: 0 },
	);
}

async function* streamParts(
	turn: ScriptedTurn,
	deltas: readonly string[],
	content: readonly LanguageModelV4Content[],
	signal: AbortSignal | undefined,
): AsyncGenerator<LanguageModelV4StreamPart, void> {
	yield { type: "stream-start", warnings: [] };
	for (const part of content) {
		if (part.type === "reasoning") {
			yield { type: "reasoning-start", id: "reasoning" };
			yield { type: "reasoning-delta", id: "reasoning", delta: part.text };
			yield { type: "reasoning-end", id: "reasoning" };
		} else if (part.type === "text") {
			yield { type: "text-start", id: "text" };
			for (const [index, delta] of deltas.entries()) {
				await untilAborted(Promise.resolve(turn.between?.(index)), signal);
				yield { type: "text-delta", id: "text", delta };
			}
			yield { type: "text-end", id: "text" };
			if (turn.error !== undefined) return yield { type: "error", error: turn.error };
		} else if (part.type === "tool-call") {
			yield part;
		}
	}
	yield { type: "finish", finishReason: finishOf(turn), usage: usageOf(turn) };
}

function finishOf({ finishReason, toolCalls = [] }: ScriptedTurn): LanguageModelV4FinishReason {
	const unified = finishReason ?? (toolCalls.length > 0 ? "tool-calls" : "stop");
	return { unified, raw: unified };
}

function usageOf({ usage = {} }: ScriptedTurn): LanguageModelV4Usage {
	const { inputTokens = 10, outputTokens = 5, cachedInputTokens, reasoningTokens } = usage;
	return {
		inputTokens: {
			total: inputTokens,
			noCache: undefined,
			cacheRead: cachedInputTokens,
			cacheWrite: undefined,
		},
		outputTokens: { total: outputTokens, text: undefined, reasoning: reasoningTokens },
	};
}

/** The value, or the signal's reason as soon as it aborts. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	if (!signal) return promise;
	return new Promise<T>((resolve, reject) => {
		const stop = (): void => reject(signal.reason);
		if (signal.aborted) stop();
		signal.addEventListener("abort", stop, { once: true });
		promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
	});
}

/** The record must not change when the caller changes its objects. */
function copy<T>(value: T): T {
	if (Array.isArray(value)) return value.map(copy) as T;
	if (value instanceof Uint8Array) return value.slice() as T;
	if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
		return value;
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)])) as T;
}

function lineOf(message: LanguageModelV4Prompt[number]): string {
	if (message.role === "system") return `system: ${message.content}`;
	const texts = message.content.map((part) => {
		if (part.type === "text" || part.type === "reasoning") return part.text;
		if (part.type === "tool-call") return `[${part.toolName} ${JSON.stringify(part.input)}]`;
		if (part.type === "tool-result") return `[${part.toolName} gave ${JSON.stringify(part.output)}]`;
		return `[${part.type}]`;
	});
	return `${message.role}: ${texts.join(" ")}`;
}
