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

/** What a scripted model is asked. */
export interface ScriptedCall {
	prompt: LanguageModelV4Prompt;
	tools: LanguageModelV4FunctionTool[];
	/** How many calls there were before. */
	index: number;
	options: LanguageModelV4CallOptions;
}

/** What a scripted model answers with. A text alone may be given as a string. */
export interface ScriptedTurn {
	text?: string;
	/** The text in pieces, one delta each. Default: the text is one delta. */
	deltas?: readonly string[];
	toolCalls?: readonly ScriptedToolCall[];
	reasoning?: string;
	/** The call fails with it: at once, or, in a stream, after the text if there is any. */
	error?: unknown;
	/** Awaited before the answer. */
	before?(): Promise<void> | void;
	/** In a stream: awaited before the delta with this index, from 0. */
	between?(delta: number): Promise<void> | void;
	/** Default: 10 tokens in, 5 out. */
	usage?: {
		inputTokens?: number;
		outputTokens?: number;
		cachedInputTokens?: number;
		reasoningTokens?: number;
	};
	/** Default: `tool-calls` if there are any, otherwise `stop`. */
	finishReason?: LanguageModelV4FinishReason["unified"];
}

export interface ScriptedToolCall {
	name: string;
	/** Default: `{}`. */
	input?: unknown;
	/** The input as the model wrote it, where it must be no JSON. */
	inputText?: string;
	/** Default: `call_1`, `call_2`, … */
	id?: string;
}

export type ScriptedAnswer = string | ScriptedTurn | Promise<string | ScriptedTurn>;

/** An answer for each call in turn, or a function that makes them. */
export type Script = readonly ScriptedAnswer[] | ((call: ScriptedCall) => ScriptedAnswer);

export interface ScriptedModelOptions {
	/** Answer even though the call was aborted, as a model does that does not listen. */
	ignoreAbort?: boolean;
	provider?: string;
	modelId?: string;
}

export interface ScriptedModel extends LanguageModelV4 {
	/** The prompt of each call, as it was then. */
	readonly prompts: readonly LanguageModelV4Prompt[];
	/** What each call was asked with, without its signal. */
	readonly calls: readonly Omit<LanguageModelV4CallOptions, "abortSignal">[];
	/** The prompt of each call as text: a line `role: text` for each message. */
	texts(): string[];
}

/**
 * A model that says what a script says, and records what it was asked. Each call takes the next answer, also one that is
 * made because the one before failed.
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

	/** The answer to a call, after what it waits for. */
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
				// As a connection that is cut: at once, not only with the next part.
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
		// A part is made when it is asked for, so that `between` is called in step with the reader.
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

/** What is recorded must not change when the caller goes on with its objects. */
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
