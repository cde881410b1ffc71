import { type AgentId, isObject, type Json } from "../event/index.ts";
import { namedSpace, spaceName } from "../memory/space.ts";
import type { SessionRef } from "../session/index.ts";
import { agentSpace, spaceAgent } from "../store/ports/index.ts";

/** The format of an export of everything that a tenant has. */
export const TENANT_FORMAT = "holdfast-tenant/1";

/** The first line. It names neither the tenant nor a time: equal content is equal bytes. */
export const TENANT_HEADER = `${JSON.stringify({ type: "tenant", format: TENANT_FORMAT })}\n`;

/** Whether a parsed line is the first one of a tenant's export, of this version or another. */
export const isTenantHeader = (value: unknown): value is { type: "tenant"; format?: Json } =>
	isObject(value) && value.type === "tenant" && !("kind" in value);

/** Lines that begin a unit: something that is stored whole or not at all. */
const BEGINNINGS: ReadonlySet<unknown> = new Set(["agent_memory", "user", "state", "session", "facts"]);

/** Whether a parsed line begins a unit. Events have a kind. */
export const beginsUnit = (value: unknown): boolean =>
	isObject(value) && !("kind" in value) && BEGINNINGS.has(value.type);

/** Whose facts: an agent's own, or a space that several share; of a user, of a session, or of everybody there. */
export interface FactsLine {
	type: "facts";
	agentId?: string | undefined;
	space?: string | undefined;
	userId?: string | undefined;
	session?: SessionRef | undefined;
}

/** The space as a file calls it. */
export function spaceParts(space: string): Pick<FactsLine, "agentId" | "space"> {
	const agentId = spaceAgent(space);
	return agentId === undefined ? { space: spaceName(space) ?? space } : { agentId };
}

/** The space as stores call it. */
export const spaceOf = ({ agentId, space }: Pick<FactsLine, "agentId" | "space">): string =>
	agentId === undefined ? namedSpace(space ?? "") : agentSpace(agentId as AgentId);
