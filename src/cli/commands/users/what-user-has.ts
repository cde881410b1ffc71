import type { Holdfast } from "../../../interface.ts";
import type { Fact } from "../../../memory/index.ts";

const PAGE = 500;

/** How many sessions a user has. */
export async function countSessions(hf: Holdfast, userId: string): Promise<number> {
	let count = 0;
	for (let cursor: string | undefined; ; ) {
		const { items, next } = await hf.sessions.list({ userId, limit: PAGE, cursor });
		count += items.length;
		if (next === undefined) return count;
		cursor = next;
	}
}

/** The facts of a user in the memory of all agents. Each fact once, because several agents may share a space. */
export async function factsOf(hf: Holdfast, userId: string): Promise<Fact[]> {
	const found = new Map<string, Fact>();
	for (const { agentId } of await hf.overview()) {
		const memory = hf.memory(agentId, { userId, everybody: true });
		for (let cursor: string | undefined; ; ) {
			const { items, next } = await memory.list({ scope: "user", limit: PAGE, cursor });
			for (const fact of items) found.set(fact.id, fact);
			if (next === undefined) break;
			cursor = next;
		}
	}
	return [...found.values()];
}
