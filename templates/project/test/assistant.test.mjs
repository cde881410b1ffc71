import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { holdfast } from "holdfast";

/** In memory, with the demo model: the tests need no API key, leave no files, and always get the same answers. */
let hf;
before(async () => {
	hf = await holdfast({ agents: "./agents", model: "demo" });
});
after(() => hf.close());

test("the assistant remembers within a conversation", async () => {
	const conversation = { agentId: "assistant", userId: "ada", sessionId: "first" };
	await hf.agents.run({ ...conversation, input: "I live in Lisbon." });
	const { output } = await hf.agents.run({ ...conversation, input: "Where do I live?" });
	assert.match(output, /Lisbon/);
});

test("the assistant remembers a user in the next conversation, and does not mix up users", async () => {
	const first = { agentId: "assistant", userId: "grace", sessionId: "first" };
	await hf.agents.run({ ...first, input: "My favourite colour is green." });
	// Ending the session extracts facts from the conversation.
	await hf.session(first).end({ wait: true });
	const asked = { agentId: "assistant", input: "What is my favourite colour?", sessionId: "second" };
	const { output } = await hf.agents.run({ ...asked, userId: "grace" });
	assert.match(output, /green/);
	const { output: toAnother } = await hf.agents.run({ ...asked, userId: "linus" });
	assert.doesNotMatch(toAnother, /green/);
});
