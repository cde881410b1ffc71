import { type AgentId, type JsonObject, jsonText } from "../event/index.ts";
import type { Platform } from "../session/index.ts";
import { AGENT_KINDS, type DocumentRecord } from "../store/ports/index.ts";
import type { AgentMemory } from "./agent.ts";
import { memorySettings } from "./agent-fields.ts";
import type { MemorySettings } from "./definition.ts";
import { parseFields } from "./describe-issues.ts";
import { DEFAULT_MEMORY, toMemory } from "./to-memory.ts";

/*
 * Settings of an agent's memory that stand in for those of its definition, kept in the store by tenant. Nobody holds a
 * copy: each run reads them beside what it reads anyway, and what was changed anywhere holds for the next one everywhere.
 */

const [KIND] = AGENT_KINDS;
const PAGE = 1_000;

export interface MemoryOverride {
	readonly memory: MemorySettings | false;
	/** In milliseconds. */
	readonly changedAt: number;
}

type Kept = Pick<Platform, "store" | "tenant">;

const toOverride = ({ body, updatedAt }: DocumentRecord): MemoryOverride => ({
	memory: body.memory as MemorySettings | false,
	changedAt: updatedAt,
});

/** What stands in for the definition of an agent, if anything does. */
export async function readMemoryOverride(
	{ store, tenant }: Kept,
	agentId: AgentId,
): Promise<MemoryOverride | undefined> {
	const found = await store.documents.get(tenant, KIND, agentId);
	return found && toOverride(found);
}

/** All that there are, by agent. */
export async function readMemoryOverrides({ store, tenant }: Kept): Promise<Map<string, MemoryOverride>> {
	const overrides = new Map<string, MemoryOverride>();
	for (let after: string | undefined; ; ) {
		const page = await store.documents.list({ tenant, kind: KIND, after, limit: PAGE });
		for (const document of page) overrides.set(document.id, toOverride(document));
		if (page.length < PAGE) return overrides;
		after = page.at(-1)?.id;
	}
}

let schema: ReturnType<typeof memorySettings> | undefined;

/** Settings as somebody gave them, checked as those of a definition are. */
export function parseMemorySettings(given: unknown): MemorySettings | false {
	schema ??= memorySettings();
	return parseFields(schema, given, "memory");
}

export async function writeMemoryOverride(
	{ store, tenant }: Kept,
	agentId: AgentId,
	memory: MemorySettings | false,
): Promise<void> {
	// What was given as undefined is left to the definition.
	const body = JSON.parse(jsonText({ memory }, "memory")) as JsonObject;
	await store.documents.put(tenant, { kind: KIND, id: agentId, body }, undefined, Date.now());
}

export async function removeMemoryOverride({ store, tenant }: Kept, agentId: AgentId): Promise<void> {
	await store.documents.remove(tenant, KIND, agentId);
}

/** The settings that hold: those that stand in, over those of the definition. What turns memory on has the defaults below. */
export function memoryNow(defined: AgentMemory, override: MemoryOverride | undefined): AgentMemory {
	if (!override) return defined;
	const base = defined.active || override.memory === false ? defined : DEFAULT_MEMORY;
	return toMemory(override.memory, base);
}
