import type { LanguageModelV4 } from "@ai-sdk/provider";
import { describe, expect, test, vi } from "vitest";
import { modelFailure } from "./model-failure.ts";

const model = (provider: string): LanguageModelV4 =>
	({ specificationVersion: "v4", provider, modelId: "m-1", supportedUrls: {} }) as unknown as LanguageModelV4;

const failure = (error: unknown, provider = "openai.responses") => modelFailure(error, model(provider), 1);
const answer = (statusCode: number, message: string, more: object = {}) =>
	Object.assign(new Error(message), { statusCode, ...more });

describe("AG3 what a failed model tells a person", () => {
	test.each([
		[401, "openai.responses", "set OPENAI_API_KEY to a key with access to this model"],
		[403, "google.generative-ai", "set GOOGLE_GENERATIVE_AI_API_KEY"],
		[403, "google.vertex.chat", "set GOOGLE_VERTEX_API_KEY"],
		[401, "acme", "check the key of its provider"],
	])("%i of %s: the key, and where it is set", (status, provider, remedy) => {
		const error = failure(answer(status, "no"), provider);
		expect(error).toMatchObject({ code: "model_failed", reason: "unauthorized", statusCode: status });
		expect(error.message).toContain(remedy);
	});

	test("a missing key: the advice of the provider's package", () => {
		const advice = "OpenAI API key is missing. Pass it using the 'apiKey' parameter or OPENAI_API_KEY.";
		const error = failure(Object.assign(new Error(advice), { name: "AI_LoadAPIKeyError" }));
		expect(error).toMatchObject({
			reason: "not_configured",
			message: `model m-1 (openai.responses): ${advice}`,
		});
	});

	test.each([
		[answer(404, "no such thing"), "unknown_model", 'has no model "m-1"'],
		[answer(429, "slow down"), "rate_limited", "rate limit or the quota"],
		[answer(500, "oops"), "failed", "failed (500): oops."],
		[
			Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
			"unreachable",
			"the connection failed: connect.",
		],
		[{ error: { message: "odd" } }, "failed", "failed: odd."],
		["a text", "failed", "failed: a text."],
		[undefined, "failed", "failed: unknown error."],
	])("%s: %s", (thrown, reason, text) => {
		const error = failure(thrown);
		expect(error.reason).toBe(reason);
		expect(error.message).toContain(text);
	});

	test.each([
		["ENOTFOUND", "The name of the host cannot be resolved: check the base URL"],
		["EAI_AGAIN", "The name of the host cannot be resolved: check the base URL"],
		["ECONNREFUSED", "Nothing listens there: check the base URL"],
		["CERT_HAS_EXPIRED", "the certificate of the server"],
		["DEPTH_ZERO_SELF_SIGNED_CERT", "the certificate of the server"],
		["SELF_SIGNED_CERT_IN_CHAIN", "the certificate of the server"],
		["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "the certificate of the server"],
		["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "the certificate of the server"],
		["ERR_TLS_CERT_ALTNAME_INVALID", "the certificate of the server"],
		["ERR_SSL_WRONG_VERSION_NUMBER", "must begin with http or https"],
		["EPROTO", "must begin with http or https"],
	])("%s: the provider cannot be reached, and what to check", (code, advice) => {
		const cause = Object.assign(new Error(`it was ${code}`), { code });
		// As fetch throws it, and as the AI SDK does.
		for (const thrown of [
			Object.assign(new TypeError("fetch failed"), { cause }),
			Object.assign(new Error(`Cannot connect to API: it was ${code}`), { cause, isRetryable: true }),
		]) {
			const error = failure(thrown);
			expect(error.reason).toBe("unreachable");
			expect(error.message).toContain(advice);
		}
	});

	test("a connection that failed for a reason without a code", () => {
		expect(failure(new Error("Cannot connect to API: bad port")).reason).toBe("unreachable");
	});

	test.each([
		"This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
		"Your input exceeds the context window of this model. Please adjust your input and try again.",
		"prompt is too long: 210000 tokens > 200000 maximum",
		"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
		"Input is too long for requested model.",
	])("too long a conversation: what to lower (%s)", (message) => {
		const error = failure(answer(400, message));
		expect(error.reason).toBe("context_length");
		expect(error.message).toContain("memory.tokenBudget");
	});

	test("the code of a too long conversation is enough", () => {
		const data = { error: { code: "context_length_exceeded" } };
		expect(failure(answer(400, "no", { data })).reason).toBe("context_length");
	});

	test("no key, header or body gets into the message or the fields", () => {
		const secret = "my-very-own-secret-0001";
		vi.stubEnv("OPENAI_API_KEY", secret);
		const thrown = answer(
			500,
			`key sk-proj-abcdefghijklmnop of AIzaSyA1234567890 with Bearer abc.def.ghi at https://x/?key=qwertyuiop&a=1 or ${secret}`,
			{
				requestBodyValues: { prompt: "private" },
				responseHeaders: { "set-cookie": "c" },
				responseBody: "private",
			},
		);
		const shown = JSON.stringify(failure(thrown));
		vi.unstubAllEnvs();
		for (const hidden of ["abcdefgh", "AIzaSy", "abc.def", "qwerty", secret, "private", "set-cookie"]) {
			expect(shown).not.toContain(hidden);
		}
		expect(shown).toContain("&a=1");
		expect(failure(answer(401, "Incorrect API key provided: abcd1234"), "acme").message).not.toContain(
			"abcd1234",
		);
	});

	test("a long message is cut", () => {
		expect(failure(new Error("x ".repeat(5_000))).message.length).toBeLessThan(400);
	});
});
