import { describe, expect, test } from "vitest";
import { checkModel } from "./check-model.ts";
import { demoModel } from "./demo-model.ts";
import { createModelResolver } from "./resolve-model.ts";

const missing = createModelResolver(async (name) => {
	throw Object.assign(new Error(`Cannot find package '${name}'`), { code: "ERR_MODULE_NOT_FOUND" });
});
const installed = createModelResolver(async () => {
	const make = (): object => demoModel();
	return { openai: make, bedrock: make };
});

describe("AG3: what keeps a model from answering is known before a run", () => {
	test("nothing, for the demo model, a model object, and a name whose package and key are there", async () => {
		expect(await checkModel("demo", { env: {} })).toEqual([]);
		expect(await checkModel(demoModel(), { env: {} })).toEqual([]);
		const env = { OPENAI_API_KEY: "k" };
		expect(await checkModel("openai/gpt-5", { env, resolve: installed })).toEqual([]);
	});

	test("a name without a provider, with the name that was probably meant", async () => {
		expect(await checkModel("gpt-5", { env: {} })).toEqual([
			{
				status: "problem",
				model: "gpt-5",
				message: expect.stringMatching(/^model "gpt-5" has no provider: did you mean openai\/gpt-5\?/),
			},
		]);
	});

	test("a package and a key that are missing are two problems, each with what to type", async () => {
		const flaws = await checkModel("openai/gpt-5", { env: { OPENAI_API_KEY: "" }, resolve: missing });
		expect(flaws.map(({ message }) => message)).toEqual([
			'model "openai/gpt-5" needs the package @ai-sdk/openai: npm install @ai-sdk/openai',
			'model "openai/gpt-5" needs a key, and OPENAI_API_KEY is not set: export OPENAI_API_KEY=…',
		]);
		expect(flaws.every(({ status }) => status === "problem")).toBe(true);
	});

	test("a provider with other ways in is warned about at most", async () => {
		const resolve = installed;
		expect(await checkModel("amazon-bedrock/x", { env: {}, resolve })).toMatchObject([{ status: "warning" }]);
		const env = { AWS_ACCESS_KEY_ID: "id" };
		expect(await checkModel("amazon-bedrock/x", { env, resolve })).toEqual([]);
	});
});
