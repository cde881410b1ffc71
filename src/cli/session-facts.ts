import type { Holdfast } from "../interface.ts";
import type { Fact } from "../memory/index.ts";
import type { SessionRef } from "../session/index.ts";

const PAGE = 500;

/** The facts of a session and the facts that came from it, of any status, oldest first. */
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
