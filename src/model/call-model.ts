import type {
	LanguageModelV4,
	LanguageModelV4CallOptions,
	LanguageModelV4GenerateResult,
	LanguageModelV4StreamPart,
	SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import { checkFinish, collectStep, partsOf, type StepCollector } from "./collect-step.ts";
import { InterruptedError, modelFailure, NotJsonError } from "./model-failure.ts";
import { messageOf, readField } from "./read-error.ts";
import { DEFAULT_RETRIES, type Delay, isRetryable, readHeader, retryDelay, sleep } from "./retry.ts";
import type { ModelCall, ModelStep } from "./types.ts";
import { untilAborted } from "./until-aborted.ts";

/** The parts that tests replace. */
export interface CallModelOptions {
	delay?: Delay;
	random?: () => number;
	now?: () => number;
}

/**
 * Calls a model once and returns its answer. A transient failure is retried as long as nothing was received.
 * Once there was text or a tool call it is not retried, because the text may already be on a screen.
 *
 * Rejects with `model_failed` or, as soon as the signal aborts, with the signal's reason. A model that
 * ignores the signal is not waited for.
 */
export function callModel(call: ModelCall, options: CallModelOptions = {}): Promise<ModelStep> {
	return untilAborted(call.signal, () => callWithRetries(call, options));
}

/** The two ways to call a model. */
type Method = "doStream" | "doGenerate";

async function callWithRetries(call: ModelCall, options: CallModelOptions): Promise<ModelStep> {
	const { delay = sleep, random = Math.random, now = Date.now } = options;
	const retries = call.settings.maxRetries ?? DEFAULT_RETRIES;
	let method: Method = call.onText ? "doStream" : "doGenerate";
	let other: Method | undefined = call.onText ? "doGenerate" : "doStream";
	for (let attempts = 1; ; attempts++) {
		const listener = listen(call);
		const collector = collectStep(listener.onText);
		try {
			return await attempt(call, method, collector);
		} catch (error) {
			if (listener.broke) throw error;
			call.signal.throwIfAborted();
			if (other && !collector.begun && lacks(call.model, method, error)) {
				[method, other] = [other, undefined];
				attempts--;
				continue;
			}
			if (collector.begun || attempts > retries || !isRetryable(error)) {
				throw modelFailure(error, call.model, attempts);
			}
			await delay(retryDelay(error, attempts, random, now), call.signal);
			call.signal.throwIfAborted();
		}
	}
}

/** Passes text on, but never after an abort. An error of the listener is not a failure of the model. */
function listen({ onText, signal }: ModelCall): {
	onText?: (delta: string) => void;
	readonly broke: boolean;
} {
	let broke = false;
	if (!onText) return { broke };
	return {
		get broke() {
			return broke;
		},
		onText(delta) {
			signal.throwIfAborted();
			try {
				onText(delta);
			} catch (error) {
				broke = true;
				throw error;
			}
		},
	};
}

async function attempt(call: ModelCall, method: Method, collector: StepCollector): Promise<ModelStep> {
	const asked = optionsOf(call);
	if (method === "doStream") {
		const { stream, response } = await call.model.doStream(asked);
		const type = readHeader(response?.headers, "content-type");
		try {
			await readStream(stream, collector, call.signal);
		} catch (error) {
			throw !collector.begun && error instanceof InterruptedError && isPage(type) ? notJson(type) : error;
		}
		if (!collector.step && !collector.begun && isPage(type)) throw notJson(type);
	} else {
		const result: LanguageModelV4GenerateResult = await call.model.doGenerate(asked);
		// Before any of the text is passed on.
		checkFinish(result.finishReason);
		for (const part of partsOf(result)) collector.add(part);
	}
	if (!collector.step) throw new InterruptedError("the connection ended before the answer was complete");
	return collector.step;
}

/**
 * Streams are events or lines of JSON. An HTML page has neither, so its end looks like an interrupted answer.
 */
const isPage = (type: string | undefined): boolean =>
	/^(text\/html|text\/plain|application\/xhtml|(text|application)\/xml)/i.test(type ?? "");

const notJson = (type: string | undefined): NotJsonError => new NotJsonError(`got ${type}`);

async function readStream(
	stream: ReadableStream<LanguageModelV4StreamPart>,
	collector: StepCollector,
	signal: AbortSignal,
): Promise<void> {
	const reader = stream.getReader();
	const cancel = (): void => void reader.cancel(signal.reason).catch(() => undefined);
	if (signal.aborted) cancel();
	signal.addEventListener("abort", cancel, { once: true });
	try {
		while (!collector.step) {
			const { done, value } = await reader.read();
			if (done) return;
			collector.add(value);
		}
		// A body that is not read to its end would keep its connection open.
		void drain(reader);
	} catch (error) {
		cancel();
		throw error;
	} finally {
		signal.removeEventListener("abort", cancel);
	}
}

async function drain(reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>): Promise<void> {
	try {
		while (!(await reader.read()).done);
	} catch {
		// The answer was complete.
	}
}

function optionsOf({
	prompt,
	tools,
	toolChoice,
	json,
	settings,
	signal,
}: ModelCall): LanguageModelV4CallOptions {
	const { temperature, maxOutputTokens, topP, seed, providerOptions } = settings;
	return {
		prompt,
		abortSignal: signal,
		// Providers refuse a tool choice without tools.
		...(tools.length > 0 && { tools: [...tools], toolChoice: { type: toolChoice } }),
		...(json && { responseFormat: { type: "json", schema: json } }),
		...(temperature !== undefined && { temperature }),
		...(maxOutputTokens !== undefined && { maxOutputTokens }),
		...(topP !== undefined && { topP }),
		...(seed !== undefined && { seed }),
		...(providerOptions !== undefined && { providerOptions: providerOptions as SharedV4ProviderOptions }),
	};
}

/** True if a model does not support the method: it is missing, or only throws that it is not supported. */
function lacks(model: LanguageModelV4, method: Method, error: unknown): boolean {
	if (typeof model[method] !== "function") return true;
	const message = messageOf(error);
	// An error with a status code is about the request, unless it mentions streaming.
	if (typeof readField(error, "statusCode") === "number") {
		return (
			method === "doStream" &&
			/\bstream/i.test(message) &&
			/unsupported|not support|verified to/i.test(message)
		);
	}
	return /not implemented|unsupported|not supported/i.test(message);
}
