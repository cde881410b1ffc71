import type { Fact } from "../../src/index.ts";
import { openSeededWorld, type World } from "./world.ts";

/** As many facts as nobody scrolls through by hand. */
export const MANY = 2_000;

/** Whoever writes this into a fact must not get anywhere with it. */
export const HOSTILE = `<img src=x onerror="document.title='owned'"> </script><script>document.title='owned'</script> \u202eesrever`;

export interface FactsWorld extends World {
	/** A fact of the support agent, by a word of it. */
	find(word: string, status?: Fact["status"]): Promise<Fact>;
}

/** The shop, in which Ada has moved, a tool has talked about her, and somebody has written what they should not. */
export async function openFactsWorld(): Promise<FactsWorld> {
	const world = await openSeededWorld();
	const { hf } = world;
	const moved = hf.session({ agentId: "support", userId: "ada", sessionId: "ada-moved" });
	await moved.append([
		{ kind: "message", source: "user", data: { role: "user", content: "Hello again!" } },
		{ kind: "message", source: "user", data: { role: "user", content: "I moved to Porto." } },
	]);
	await moved.end({ wait: true });
	const looked = hf.session({ agentId: "support", userId: "ada", sessionId: "ada-profile" });
	await looked.append([
		{ kind: "message", source: "user", data: { role: "user", content: "Can you look me up?" } },
		{ kind: "tool_call", source: "agent", data: { toolCallId: "c1", name: "crm", input: {} } },
		{
			kind: "tool_result",
			source: "tool",
			data: {
				toolCallId: "c1",
				name: "crm",
				output: "The customer is allergic to peanuts. The customer works at Acme. The customer speaks Dutch.",
			},
		},
	]);
	await looked.end({ wait: true });
	const again = hf.session({ agentId: "support", userId: "grace", sessionId: "grace-again" });
	await again.history.append({ role: "user", content: "My favourite author is Ursula Le Guin." });
	await again.write("Grace is in a hurry today.");
	await again.end({ wait: true });
	await hf.memory("support", { userId: "grace" }).write(HOSTILE);
	await hf.memory("support", { userId: "grace" }).write(`long ${"unbroken".repeat(200)}`, { pinned: true });
	const many = Array.from({ length: MANY }, (_, i) => `Shelf ${i + 1} holds books about subject ${i * 7}.`);
	await hf.memory("archive", { create: true }).writeMany(many);
	const find = async (word: string, status: Fact["status"] = "active"): Promise<Fact> => {
		const { items } = await hf.memory("support", { everybody: true }).list({ status, limit: 500 });
		const found = items.find(({ content }) => content.includes(word));
		if (!found)
			throw new Error(`no ${status} fact has "${word}": ${items.map(({ content }) => content).join(" | ")}`);
		return found;
	};
	return { ...world, find };
}
