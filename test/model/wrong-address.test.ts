import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callModel } from "../../src/model/index.ts";
import { modelCall, noDelay } from "./model-call.ts";

type Make = (baseURL: string) => LanguageModelV4;
const apiKey = "test-key";
const PROVIDERS: readonly (readonly [name: string, make: Make])[] = [
	["OpenAI's responses", (baseURL) => createOpenAI({ baseURL, apiKey })("m")],
	["OpenAI's chat", (baseURL) => createOpenAI({ baseURL, apiKey }).chat("m")],
	["Anthropic", (baseURL) => createAnthropic({ baseURL, apiKey })("m")],
	["Google", (baseURL) => createGoogle({ baseURL, apiKey })("m")],
];

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listening = async (server: Server): Promise<Server> => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return server;
};

describe.each(PROVIDERS)("AG3 %s at a wrong address", (_, make) => {
	let pages: Server;
	let asked = 0;
	beforeAll(async () => {
		pages = await listening(
			createServer((_request, response) => {
				asked += 1;
				response.setHeader("content-type", "text/html; charset=utf-8");
				response.end("<!doctype html><title>Welcome</title><p>A private page</p>");
			}),
		);
	});
	afterAll(() => void pages.close());

	test.each(["as a stream", "at once"])(
		"a web page %s: the answer was not JSON, and is not asked for again",
		async (how) => {
			asked = 0;
			const model = make(`http://127.0.0.1:${portOf(pages)}`);
			const call = modelCall(model, how === "at once" ? {} : { onText: () => {} });
			const error = await callModel(call, noDelay()).catch((thrown: unknown) => thrown);
			expect(error).toMatchObject({ code: "model_failed", reason: "not_json", retryable: false });
			expect(String(error)).toMatch(/the answer was not JSON: .* Check the base URL/);
			expect(JSON.stringify(error)).not.toContain("private page");
			expect(asked).toBe(1);
		},
	);

	test("nothing that listens, a host that is not known, and no TLS: unreachable", async () => {
		const gone = await listening(createServer());
		const port = portOf(gone);
		await new Promise((resolve) => gone.close(resolve));
		for (const [url, advice] of [
			[`http://127.0.0.1:${port}`, "Nothing listens there"],
			["http://host.invalid", "cannot be resolved"],
			[`https://127.0.0.1:${portOf(pages)}`, "must begin with http or https"],
		] as const) {
			const error = await callModel(modelCall(make(url)), noDelay()).catch((thrown: unknown) => thrown);
			expect(error).toMatchObject({ reason: "unreachable", message: expect.stringContaining(advice) });
		}
	});
});
