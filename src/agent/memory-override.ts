import { type AgentId, type JsonObject, jsonText } from "../event/index.ts";
import type { Platform } from "../session/index.ts";
import { AGENT_KINDS, type DocumentRecord } from "../store/ports/index.ts";
import type { AgentMemory } from "./agent.ts";
import { memorySettings } from "./agent-fields.ts";
import type { MemorySettings } from "./definition.ts";
import { parseFields } from "./describe-issues.ts";
import { DEFAULT_MEMORY, toMemory } from "./to-memory.ts";

/*
 * Memory settings that override those of an agent's definition. They are stored per tenant. No process caches
 * them: each run reads them together with its other data, and a change applies to the next run in every
 * process.
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

/** The override of an agent, if it has one. */
export async function readMemoryOverride(
	{ store, tenant }: Kept,
	agentId: AgentId,
): Promise<MemoryOverride | undefined> {
	const found = await store.documents.get(tenant, KIND, agentId);
	return found && toOverride(found);
}

/** All overrides by agent. */
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

/** Checks settings like those of a definition. */
export function parseMemorySettings(given: unknown): MemorySettings | false {
	schema ??= memorySettings();
	return parseFields(schema, given, "memory");
}

export async function writeMemoryOverride(
	{ store, tenant }: Kept,
	agentId: AgentId,
	memory: MemorySettings | false,
): Promise<void> {
	// Drops fields that are undefined: the definition applies to them.
	const body = JSON.parse(jsonText({ memory }, "memory")) as JsonObject;
	await store.documents.put({
		tenant,
		document: { kind: KIND, id: agentId, body },
		expect: undefined,
		at: Date.now(),
	});
}

export async function removeMemoryOverride({ store, tenant }: Kept, agentId: AgentId): Promise<void> {
	await store.documents.remove({ tenant, kind: KIND, id: agentId });
}

/**
 * The effective settings: the override applied to the definition. If the override turns memory on, missing
 * settings have their defaults.
 */
export function memoryNow(defined: AgentMemory, override: MemoryOverride | undefined): AgentMemory {
	if (!override) return defined;
	const base = defined.active || override.memory === false ? defined : DEFAULT_MEMORY;
	return toMemory(override.memory, base);
}
