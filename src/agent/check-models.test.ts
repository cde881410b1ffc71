import { expect, test } from "vitest";
import { checkModels } from "./check-models.ts";
import { toAgent } from "./define-agent.ts";

test("AG3: the default model and those of agents and routines are checked once each, and the message names their agents", async () => {
	const agents = [
		toAgent({ id: "plain" }),
		toAgent({ id: "a", model: "nobody/x" }),
		toAgent({ id: "b", model: "nobody/x" }),
		toAgent({ id: "c", model: "demo" }),
		toAgent({
			id: "router",
			model: "demo",
			routine: {
				nodes: [
					{
						id: "t",
						think: "p",
						output: { type: "object", properties: { a: { type: "string" } } },
						model: "claude-x",
					},
				],
			},
		}),
	];
	const flaws = await checkModels({ agents, defaultModel: "gpt-5" }, {});
	expect(flaws.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^model "gpt-5" has no provider/),
		expect.stringMatching(/^agents a, b: model "nobody\/x" has an unknown provider/),
		expect.stringMatching(/^agent router: model "claude-x" .*did you mean anthropic\/claude-x\?/),
	]);
	expect(await checkModels({ agents: [toAgent({ id: "plain" })], defaultModel: "demo" }, {})).toEqual([]);
});
