import { expect, test } from "vitest";
import { defineAgent, holdfast } from "./index.ts";

test("ME10: facts of a shared space are nobody's own", async () => {
	const team = { facts: "agent", space: "team" } as const;
	await using hf = await holdfast({
		agents: [defineAgent({ id: "desk", instructions: "Help.", memory: team })],
	});
	await hf.memory("desk").write("Parcels leave at noon.");
	expect(await hf.spaces.list()).toMatchObject({ items: [{ name: "team", facts: 1 }] });
	expect(await hf.overview()).toEqual([]);
	await hf.session({ agentId: "desk", sessionId: "1" }).history.append({ role: "user", content: "Hello" });
	expect(await hf.overview()).toMatchObject([{ agentId: "desk", sessions: 1, messages: 1, facts: 0 }]);
});
