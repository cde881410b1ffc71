import { createOpenAI } from "@ai-sdk/openai";
import { afterEach, describe, expect, test } from "vitest";
import { defineAgent, type Holdfast, holdfast } from "../../src/index.ts";
import { type OpenAiScript, type OpenAiServer, startOpenAiServer } from "./openai-server.ts";

const ref = { agentId: "a", userId: "u", sessionId: "s" };

/** A fact as the schema wants it. */
const fact = (given: Record<string, unknown>) => ({
	content: "",
	kind: "other",
	importance: 0.6,
	confidence: 0.9,
	sources: [0],
	validFrom: null,
	validTo: null,
	corrects: null,
	relation: "new",
	fact: null,
	...given,
});

describe.each(["chat", "responses"] as const)("FA3 facts by OpenAI's provider, %s API", (api) => {
	let server: OpenAiServer | undefined;
	let hf: Holdfast | undefined;
	afterEach(async () => {
		await hf?.close({ cancel: true });
		await server?.close();
	});

	/** Has a session made into facts by a model behind HTTP. */
	const learn = async (script: OpenAiScript, ...texts: string[]) => {
		server = await startOpenAiServer({ script, apiKey: "test-key" });
		const openai = createOpenAI({ baseURL: server.baseURL, apiKey: "test-key" });
		const model = api === "chat" ? openai.chat("gpt-x") : openai("gpt-x");
		hf = await holdfast({ agents: [defineAgent({ id: "a", model })] });
		const session = hf.session(ref);
		for (const content of texts) await session.history.append({ role: "user", content });
		await session.end({ wait: true });
		const { items: facts } = await hf.memory("a", { userId: "u" }).list({ status: "all" });
		const { items: made } = await session.consolidations();
		return { facts: facts.toReversed(), made, requests: server.requests };
	};
	/** The schema that the answer is asked in. */
	const formatOf = (body: Readonly<Record<string, unknown>> | undefined): unknown =>
		api === "chat" ? body?.response_format : (body?.text as { format?: unknown } | undefined)?.format;

	test("one wrong fact is left out, with a reason; the others and what they cost are kept", async () => {
		const facts = [
			fact({ content: "The user sails.", kind: "preference", sources: [0] }),
			fact({ content: "The user lives in Oslo.", kind: "place", sources: [1], validFrom: "2026-02" }),
			fact({ content: "The user is on leave.", kind: "plan", sources: [1], validTo: "2026-02" }),
			fact({ content: "", sources: [1] }),
		];
		const answer = { text: JSON.stringify({ facts }), usage: { input: 321, output: 45 } };
		const learned = await learn([answer], "I sail.", "I have lived in Oslo since February, and am on leave.");
		expect(learned.facts).toMatchObject([
			{ content: "The user sails.", kind: "preference", sources: [{ sessionId: "s", offset: 0 }] },
			{ content: "The user lives in Oslo.", validFrom: "2026-02-01T00:00:00.000Z", sources: [{ offset: 1 }] },
			// Until a month: to the end of it.
			{ content: "The user is on leave.", validTo: "2026-03-01T00:00:00.000Z" },
		]);
		expect(learned.facts).toHaveLength(3);
		for (const { extractor, status } of learned.facts)
			expect([extractor, status]).toEqual([expect.stringMatching(/^model:openai\..*gpt-x$/), "active"]);
		expect(learned.made).toMatchObject([
			{
				from: 0,
				to: 3,
				statements: 3,
				calls: 1,
				inputTokens: 321,
				outputTokens: 45,
				dropped: [expect.stringMatching(/^facts\[3\]\.content: /)],
			},
		]);
		expect(learned.requests).toMatchObject([{ api, flaw: undefined }]);
		expect(formatOf(learned.requests[0]?.body)).toMatchObject({ type: "json_schema" });
		expect(JSON.stringify(formatOf(learned.requests[0]?.body))).toContain('"validFrom"');
	});

	test("a date that does not exist is left out of its fact, with a reason", async () => {
		const text = JSON.stringify({
			facts: [fact({ content: "The user sails.", validFrom: "2026-13" })],
		});
		const { facts, made } = await learn([{ text }], "I sail.");
		expect(facts).toMatchObject([{ content: "The user sails." }]);
		expect(made[0]?.dropped).toEqual([expect.stringMatching(/^facts\[0\]\.validFrom: must be a date/)]);
	});

	test("an answer that is no JSON is asked for again, with what was wrong; then it is taken", async () => {
		const text = JSON.stringify({ facts: [fact({ content: "The user sails." })] });
		const script = [
			{ text: "Sure! The user sails.", usage: { input: 100, output: 10 } },
			{ text, usage: { input: 120, output: 20 } },
		];
		const { facts, made, requests } = await learn(script, "I sail.");
		expect(facts).toMatchObject([{ content: "The user sails." }]);
		expect(made).toMatchObject([{ calls: 2, inputTokens: 220, outputTokens: 30, dropped: [] }]);
		expect(JSON.stringify(requests[1]?.body)).toContain("Your last answer was refused");
	});

	test("one that is no JSON twice is replaced by what the rules find, and both calls are counted", async () => {
		const answer = { text: "I am sorry, I cannot do that.", usage: { input: 100, output: 10 } };
		const { facts, made, requests } = await learn([answer, answer], "I live in Oslo.");
		expect(requests).toHaveLength(2);
		expect(facts).toMatchObject([{ content: expect.stringContaining("Oslo") }]);
		expect(facts[0]?.extractor).toMatch(/^holdfast-rules-/);
		expect(made).toMatchObject([
			{
				extractor: facts[0]?.extractor,
				calls: 2,
				inputTokens: 200,
				outputTokens: 20,
				dropped: [
					expect.stringMatching(/^answer: model:.*gpt-x returned no list of facts; the built-in rules/),
				],
			},
		]);
	});
});
