import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callModel } from "../../src/model/index.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import { bareModel, finish, gate, modelCall, noDelay, streamingModel, text } from "./model-call.ts";

const overloaded = (more: object = {}): Error =>
	Object.assign(new Error("overloaded"), { statusCode: 529, isRetryable: true, ...more });
const onText = (): void => undefined;

describe("AG3 failures that are tried again", () => {
	test("a retryable failure is tried twice more by default, with growing waits", async () => {
		const options = noDelay();
		const model = scriptedModel([{ error: overloaded() }, { error: overloaded() }, "hello"]);
		expect(await callModel(modelCall(model), options)).toMatchObject({ text: "hello" });
		expect(options.waits).toEqual([500, 1000]);
	});

	test("then it fails, with how often it was tried", async () => {
		const model = scriptedModel(() => ({ error: overloaded() }));
		await expect(callModel(modelCall(model), noDelay())).rejects.toMatchObject({
			code: "model_failed",
			provider: "scripted",
			model: "scripted",
			statusCode: 529,
			attempts: 3,
			retryable: true,
			message: "model scripted (scripted): failed (529): overloaded. Tried 3 times.",
		});
		expect(model.calls).toHaveLength(3);
	});

	test.each([
		["maxRetries 0", { settings: { maxRetries: 0 } }, overloaded()],
		["an error that is not retryable", {}, new Error("no")],
		["an error whose package says no", {}, overloaded({ isRetryable: false, code: "ECONNRESET" })],
	])("%s: one attempt", async (_, given, error) => {
		const model = scriptedModel([{ error }]);
		await expect(callModel(modelCall(model, given), noDelay())).rejects.toMatchObject({ attempts: 1 });
	});

	test("an error of the network is retryable, however deep it is", async () => {
		const cause = Object.assign(new Error("reset"), { code: "ECONNRESET" });
		const model = scriptedModel([{ error: new TypeError("terminated", { cause }) }, "hello"]);
		expect(await callModel(modelCall(model), noDelay())).toMatchObject({ text: "hello" });
	});

	test("a stream that fails before its first text is tried again, also after reasoning", async () => {
		const reasoning = { type: "reasoning-delta", id: "r", delta: "hm" } as const;
		const failing = [reasoning, { type: "error", error: { message: "x", isRetryable: true } }] as const;
		const model = streamingModel(failing, [], [text("hello"), finish]);
		const options = noDelay();
		const step = await callModel(modelCall(model, { onText }), options);
		expect(step).toMatchObject({ text: "hello", reasoning: [] });
		expect(options.waits).toHaveLength(2);
	});

	test.each([
		["text", text("Hel")],
		["a tool call", { type: "tool-input-start", id: "a", toolName: "t" } as const],
	])("once there was %s it is not tried again", async (_, part) => {
		const model = streamingModel([part, { type: "error", error: overloaded() }]);
		await expect(callModel(modelCall(model, { onText }), noDelay())).rejects.toMatchObject({
			code: "model_failed",
			attempts: 1,
			cause: expect.objectContaining({ message: "overloaded" }),
		});
	});
});

describe("AG7 answers that are no answers", () => {
	test("a stream that says it failed is given up, and not read on", async () => {
		const cancelled = gate();
		const stream = new ReadableStream<LanguageModelV4StreamPart>({
			start: (controller) => controller.enqueue({ type: "error", error: new Error("broken") }),
			cancel: cancelled.open,
		});
		const call = callModel(modelCall(bareModel({ doStream: async () => ({ stream }) }), { onText }));
		await expect(call).rejects.toMatchObject({ code: "model_failed" });
		await cancelled.opened;
	});

	test("once there was text, no other way to ask is tried", async () => {
		const model = streamingModel([text("Hel"), { type: "error", error: new Error("not supported") }]);
		const doGenerate = () => expect.unreachable();
		await expect(callModel(modelCall({ ...model, doGenerate }, { onText }))).rejects.toMatchObject({
			code: "model_failed",
			message: expect.stringContaining("not supported"),
		});
	});

	test("a stream that ends without its end is a failure", async () => {
		const call = callModel(modelCall(streamingModel([text("Hel")]), { onText }), noDelay());
		await expect(call).rejects.toMatchObject({
			code: "model_failed",
			reason: "interrupted",
			retryable: true,
			message: expect.stringContaining("was interrupted"),
		});
	});

	test.each(["error", "interrupted"] as const)("the finish reason %s is a failure", async (finishReason) => {
		const model = scriptedModel(() => ({ text: "Hel", finishReason }));
		const deltas: string[] = [];
		for (const given of [{}, { onText }]) {
			await expect(callModel(modelCall(model, given), noDelay())).rejects.toMatchObject({
				code: "model_failed",
			});
		}
		const { doGenerate } = model;
		const fallback = callModel(
			modelCall(bareModel({ doGenerate }), { onText: (d) => deltas.push(d) }),
			noDelay(),
		);
		await expect(fallback).rejects.toMatchObject({ code: "model_failed" });
		expect(deltas).toEqual([]);
	});
});

describe("AG7 abort", () => {
	const unhandled: unknown[] = [];
	const note = (error: unknown): void => void unhandled.push(error);
	beforeAll(() => void process.on("unhandledRejection", note));
	afterAll(() => void process.off("unhandledRejection", note));

	test("a signal that is aborted already: the model is not called", async () => {
		const model = scriptedModel([]);
		const reason = new Error("stop");
		await expect(callModel(modelCall(model, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
		expect(model.calls).toHaveLength(0);
	});

	test.each([false, true])(
		"rejects at once with the reason, also when the model ignores it: %s",
		async (ignoreAbort) => {
			for (const listener of [undefined, onText]) {
				const controller = new AbortController();
				const [called, never] = [gate(), gate()];
				const turn = {
					text: "too late",
					before: () => {
						called.open();
						return never.opened;
					},
				};
				const model = scriptedModel([turn], { ignoreAbort });
				const call = callModel(modelCall(model, { signal: controller.signal, onText: listener }));
				await called.opened;
				const reason = new Error("stop");
				controller.abort(reason);
				await expect(call).rejects.toBe(reason);
				never.open();
			}
		},
	);

	test("in the middle of a stream: no more text, and the stream is cancelled", async () => {
		const controller = new AbortController();
		const cancelled = gate();
		const deltas: string[] = [];
		const stream = new ReadableStream({
			start: (c) => c.enqueue(text("Hel")),
			cancel: () => {
				cancelled.open();
				throw new Error("cannot cancel");
			},
		});
		const reason = new Error("stop");
		const call = callModel(
			modelCall(bareModel({ doStream: async () => ({ stream }) }), {
				signal: controller.signal,
				onText: (delta) => {
					deltas.push(delta);
					queueMicrotask(() => controller.abort(reason));
				},
			}),
		);
		await expect(call).rejects.toBe(reason);
		await cancelled.opened;
		expect(deltas).toEqual(["Hel"]);
	});

	test("a stream that comes after the abort is cancelled", async () => {
		const controller = new AbortController();
		const [asked, answer, cancelled] = [gate(), gate(), gate()];
		const model = bareModel({
			doStream: async () => {
				asked.open();
				await answer.opened;
				return { stream: new ReadableStream({ cancel: cancelled.open }) };
			},
		});
		const call = callModel(modelCall(model, { signal: controller.signal, onText }));
		await asked.opened;
		controller.abort();
		await expect(call).rejects.toMatchObject({ name: "AbortError" });
		answer.open();
		await cancelled.opened;
	});

	test("text that comes after the abort goes nowhere", async () => {
		const controller = new AbortController();
		const [asked, answer] = [gate(), gate()];
		const deltas: string[] = [];
		const before = (): Promise<void> => {
			asked.open();
			return answer.opened;
		};
		const { doGenerate } = scriptedModel([{ text: "late", before }], { ignoreAbort: true });
		const answered = gate();
		const model = bareModel({
			doGenerate: async (options) => {
				const result = await doGenerate(options);
				setImmediate(answered.open);
				return result;
			},
		});
		const call = callModel(
			modelCall(model, { signal: controller.signal, onText: (delta) => deltas.push(delta) }),
		);
		await asked.opened;
		controller.abort(new Error("stop"));
		await expect(call).rejects.toThrow("stop");
		answer.open();
		await answered.opened;
		expect(deltas).toEqual([]);
	});

	test("the wait before another attempt is cut short", async () => {
		const controller = new AbortController();
		const waiting = gate();
		const model = scriptedModel([{ error: overloaded() }]);
		const delay = () => {
			waiting.open();
			return new Promise<void>(() => undefined);
		};
		const call = callModel(modelCall(model, { signal: controller.signal }), { delay });
		await waiting.opened;
		controller.abort(new Error("stop"));
		await expect(call).rejects.toThrow("stop");
	});

	test("what the model throws later goes nowhere, and nothing listens on", async () => {
		const controller = new AbortController();
		const failed = gate();
		const model = bareModel({
			doGenerate: async () => {
				queueMicrotask(() => controller.abort(new Error("stop")));
				await new Promise((resolve) => setImmediate(resolve));
				failed.open();
				throw new Error("later");
			},
		});
		await expect(callModel(modelCall(model, { signal: controller.signal }))).rejects.toThrow("stop");
		await failed.opened;
		await new Promise((resolve) => setImmediate(resolve));
		expect(unhandled).toEqual([]);
	});
});
