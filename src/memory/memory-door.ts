import type { MemoryDoor } from "../session/index.ts";
import type { FactOwner, SessionRecord } from "../store/ports/index.ts";
import { rootOf } from "./consolidate/owner.ts";
import { writeFact } from "./facts/write-facts.ts";
import type { MemoryContext } from "./memory-context.ts";
import { search } from "./recall/search.ts";
import { parseSearch } from "./recall/search-options.ts";

/** The memory methods of a session handle. They see the session's own facts and messages. */
export function sessionMemory(context: MemoryContext): Pick<MemoryDoor, "search" | "write"> {
	const ownerOf = async (
		session: SessionRecord,
	): Promise<{ owner: FactOwner; rules: Awaited<ReturnType<MemoryContext["rules"]>> }> => {
		const { platform } = context;
		const rules = await context.rules(session.agentId);
		const { uid } = await rootOf(platform, session);
		return { owner: { tenant: platform.tenant, space: rules.space, userId: undefined, uid }, rules };
	};
	return {
		async search(session, query, options) {
			const asked = parseSearch(query, options, ["facts", "messages"]);
			if (!session) return search(context, { facts: [], messages: undefined }, asked);
			const { owner } = await ownerOf(session);
			const { tenant, agentId, uid } = session;
			return search(context, { facts: [owner], messages: { tenant, agents: [agentId], uid } }, asked);
		},
		write(find, content, options) {
			const target = async () => {
				const session = await find();
				const speaker = { userId: session.userId, others: false };
				return { agentId: session.agentId, ...(await ownerOf(session)), speaker };
			};
			return writeFact(context, target, content, options);
		},
	};
}
