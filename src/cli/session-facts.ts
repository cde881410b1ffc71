import type { Holdfast } from "../interface.ts";
import type { Fact } from "../memory/index.ts";
import type { SessionRef } from "../session/index.ts";

const PAGE = 500;

/** Facts that came from a session, and its own, oldest first; also those that do not hold any more. */
export async function sessionFacts(
	hf: Holdfast,
	{ agentId, userId, sessionId }: SessionRef,
): Promise<Fact[]> {
	const memory = hf.memory(agentId, userId === undefined ? {} : { userId });
	const facts: Fact[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await memory.list({ fromSession: sessionId, status: "all", limit: PAGE, cursor });
		facts.push(...page.items);
		cursor = page.next;
		if (cursor === undefined) return facts.reverse();
	}
}
