import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
	BasicTracerProvider,
	InMemorySpanExporter,
	type ReadableSpan,
	SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, holdfast, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const ref = { agentId: "a", sessionId: "s", userId: "u" };

const look = tool({
	name: "look",
	description: "Looks.",
	input: z.object({}),
	// As an instrumented HTTP client would.
	execute: () => {
		trace.getTracer("http").startSpan("GET /").end();
		return "the result";
	},
});
const bad = tool({
	name: "bad",
	description: "Fails.",
	input: z.object({}),
	execute: () => Promise.reject(new Error("the secret")),
});

const spans = (): ReadableSpan[] => exporter.getFinishedSpans();
const named = (name: string): ReadableSpan | undefined => spans().find((span) => span.name === name);
const parentOf = (span: ReadableSpan | undefined): string | undefined =>
	spans().find((other) => other.spanContext().spanId === span?.parentSpanContext?.spanId)?.name;

describe("OpenTelemetry (AG9)", () => {
	beforeAll(() => {
		context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
		trace.setGlobalTracerProvider(provider);
	});
	afterEach(() => exporter.reset());
	afterAll(() => {
		trace.disable();
		context.disable();
	});

	const family = () => [
		defineAgent({
			id: "a",
			tools: [look, bad],
			agents: ["below"],
			settings: { maxRetries: 0 },
			model: scriptedModel(
				[
					{ toolCalls: [{ name: "look" }, { name: "below", input: { input: "the question" } }] },
					{ toolCalls: [{ name: "bad" }] },
					"the answer",
					{ error: new Error("the secret") },
				],
				{ provider: "acme", modelId: "m-1" },
			),
		}),
		defineAgent({ id: "below", model: scriptedModel(["the finding"], { modelId: "m-2" }) }),
	];

	it("spans by the GenAI conventions: names, attributes and nesting, with sub-agents and what tools do", async () => {
		await using hf = await holdfast({ agents: family() });
		const { runId } = await hf.agents.run({ ...ref, input: "the input" });
		const root = named("invoke_agent a");
		expect(root?.attributes).toMatchObject({
			"gen_ai.operation.name": "invoke_agent",
			"gen_ai.agent.id": "a",
			"gen_ai.agent.name": "a",
			"gen_ai.provider.name": "acme",
			"gen_ai.request.model": "m-1",
			"gen_ai.conversation.id": "s",
			"holdfast.run.id": runId,
			"gen_ai.usage.input_tokens": 30,
			"gen_ai.usage.output_tokens": 15,
		});
		expect(named("chat m-1")?.attributes).toMatchObject({
			"gen_ai.operation.name": "chat",
			"gen_ai.request.model": "m-1",
			"gen_ai.provider.name": "acme",
			"gen_ai.usage.input_tokens": 10,
			"gen_ai.usage.output_tokens": 5,
			"gen_ai.response.finish_reasons": ["tool-calls"],
		});
		expect(named("execute_tool look")?.attributes).toMatchObject({
			"gen_ai.operation.name": "execute_tool",
			"gen_ai.tool.name": "look",
			"gen_ai.tool.call.id": expect.any(String),
		});
		expect(parentOf(root)).toBeUndefined();
		expect(parentOf(named("recall"))).toBe("invoke_agent a");
		expect(parentOf(named("step 1"))).toBe("invoke_agent a");
		expect(parentOf(named("chat m-1"))).toBe("step 0");
		expect(parentOf(named("execute_tool look"))).toBe("step 0");
		expect(parentOf(named("GET /"))).toBe("execute_tool look");
		expect(parentOf(named("invoke_agent below"))).toBe("execute_tool below");
		expect(parentOf(named("chat m-2"))).toBe("step 0");
		// One trace.
		expect(new Set(spans().map((span) => span.spanContext().traceId)).size).toBe(1);
		// The same tree as in the store.
		const stored = (await hf.runs.trace(runId)).map(({ name }) => name);
		expect(
			spans()
				.map(({ name }) => name)
				.filter((name) => name !== "GET /")
				.sort(),
		).toEqual(stored.sort());
		const exported = JSON.stringify(
			spans().map(({ name, attributes, status, events }) => ({ name, attributes, status, events })),
		);
		for (const word of ["input", "answer", "question", "finding", "result", "secret"]) {
			expect(exported).not.toContain(`the ${word}`);
		}
	});

	it("errors: the tool that failed, and the run that failed with its step and its call of the model", async () => {
		await using hf = await holdfast({ agents: family() });
		await hf.agents.run({ ...ref, input: "x" });
		const failed = () => spans().filter(({ status }) => status.code === SpanStatusCode.ERROR);
		expect(failed().map(({ name }) => name)).toEqual(["execute_tool bad"]);
		exporter.reset();
		await hf.agents.run({ ...ref, input: "y" }).catch(() => {});
		expect(
			failed()
				.map(({ name }) => name)
				.sort(),
		).toEqual(["chat m-1", "invoke_agent a", "step 0"]);
		expect(named("chat m-1")?.attributes["error.type"]).toBe("model_failed");
	});

	it("hangs below the span of whoever starts the run, and takes the name of session_key", async () => {
		await using hf = await holdfast({ agents: family() });
		await hf.sessions.open(ref, { metadata: { session_key: "order-4711" } });
		await trace.getTracer("app").startActiveSpan("POST /chat", async (span) => {
			await hf.agents.run({ ...ref, input: "x" });
			span.end();
		});
		expect(parentOf(named("order-4711"))).toBe("POST /chat");
	});

	it("a cancelled run ends its spans", async () => {
		const stop = new AbortController();
		const model = scriptedModel([{ before: () => stop.abort() }]);
		await using hf = await holdfast({ agents: [defineAgent({ id: "a", model })] });
		await hf.agents.run({ ...ref, input: "x", signal: stop.signal }).catch(() => {});
		expect(
			spans()
				.map(({ name }) => name)
				.sort(),
		).toEqual([
			"chat scripted",
			"invoke_agent a",
			"recall",
			"recall excerpts",
			"recall facts",
			"recall messages",
			"step 0",
		]);
	});
});
