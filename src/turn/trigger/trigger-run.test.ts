import { expect, test } from "vitest";
import { defineAgent, HoldfastError, holdfast, memoryStore } from "../../index.ts";
import { scriptedModel } from "../../testing/index.ts";

test("AG11: if an outcome cannot be stored for repeats, the outcome stays the same", async () => {
	const store = memoryStore();
	const { put } = store.documents;
	let failures = 0;
	const documents: typeof store.documents = {
		...store.documents,
		put: async (wanted) => {
			if (wanted.document.body.sealed !== undefined && failures++ === 0)
				throw new HoldfastError("unavailable", "the store is away");
			return put(wanted);
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
