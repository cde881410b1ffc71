import { expect, test } from "vitest";
import { defineAgent, HoldfastError, holdfast, memoryStore } from "../../index.ts";
import { scriptedModel } from "../../testing/index.ts";

test("AG11: that an outcome could not be kept for repeats does not change it", async () => {
	const store = memoryStore();
	const { put } = store.documents;
	let failures = 0;
	const documents: typeof store.documents = {
		...store.documents,
		put: async (tenant, document, ...others) => {
			if (document.body.sealed !== undefined && failures++ === 0)
				throw new HoldfastError("unavailable", "the store is away");
			return put(tenant, document, ...others);
		},
	};
	const model = scriptedModel(["One.", "Two."]);
	await using hf = await holdfast({
		store: { ...store, documents },
		agents: [defineAgent({ id: "a", model })],
		leaseMs: 60_000,
	});
	const asked = { agentId: "a", input: { n: 1 }, idempotencyKey: "k" };
	const first = await hf.agents.trigger(asked);
	expect(first).toMatchObject({ status: "completed", output: "One." });
	expect(failures).toBe(1);
	expect(await hf.agents.trigger(asked)).toEqual(first);
	expect(model.prompts).toHaveLength(1);
});
