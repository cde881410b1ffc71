import type { AgentRegistry } from "./agent/index.ts";
import type { AgentId } from "./event/index.ts";
import type { MemoryDoor, Platform } from "./session/index.ts";
import { AGENT_KINDS } from "./store/ports/index.ts";

const MINUTE_MS = 60_000;
const DEFAULT_MS = 30 * MINUTE_MS;
/** How long settings are cached. They only decide when to look; the settings at the time of the job apply. */
const KEPT_MS = 30_000;
const MOST_AGENTS = 1_000;

/** How long a session must be without messages before it is consolidated. Read at every append, so it is cached. */
export function createQuietMs(
	platform: () => Platform,
	registry: AgentRegistry | undefined,
): MemoryDoor["quietMs"] {
	const known = new Map<AgentId, { answer: Promise<number | false>; until: number }>();
	return (agentId) => {
		const now = performance.now();
		const found = known.get(agentId);
		if (found && found.until > now) return found.answer;
		if (known.size >= MOST_AGENTS) known.clear();
		// If the store is unavailable, the append itself fails.
		const answer = read(platform(), registry, agentId).catch(() => DEFAULT_MS);
		known.set(agentId, { answer, until: now + KEPT_MS });
		return answer;
	};
}

async function read(
	platform: Platform,
	registry: AgentRegistry | undefined,
	agentId: AgentId,
): Promise<number | false> {
	const [kind] = AGENT_KINDS;
	const isChanged = (await platform.store.documents.get(platform.tenant, kind, agentId)) !== undefined;
	// Without agents and overrides, the code for agents is not loaded.
	if (!registry && !isChanged) return DEFAULT_MS;
	const { DEFAULT_MEMORY, memoryNow, readMemoryOverride } = await import("./agent/index.ts");
	const agent = (await registry?.list())?.find(({ id }) => id === agentId);
	const override = isChanged ? await readMemoryOverride(platform, agentId) : undefined;
	const { facts, consolidateAfter } = memoryNow(
		agent?.memory ?? registry?.memory ?? DEFAULT_MEMORY,
		override,
	);
	return facts === false || consolidateAfter === false ? false : consolidateAfter * MINUTE_MS;
}
