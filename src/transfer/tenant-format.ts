import { type AgentId, isObject, type Json } from "../event/index.ts";
import { namedSpace, spaceName } from "../memory/space.ts";
import type { SessionRef } from "../session/index.ts";
import { agentSpace, spaceAgent } from "../store/ports/index.ts";

/** The format of a tenant's export. */
export const TENANT_FORMAT = "holdfast-tenant/1";

/** The first line. It contains neither the tenant nor a time, so that equal content gives equal bytes. */
export const TENANT_HEADER = `${JSON.stringify({ type: "tenant", format: TENANT_FORMAT })}\n`;

/** Whether a parsed line is the header of a tenant's export, of any version. */
export const isTenantHeader = (value: unknown): value is { type: "tenant"; format?: Json } =>
	isObject(value) && value.type === "tenant" && !("kind" in value);

/** Lines that begin a unit, which is stored completely or not at all. */
const BEGINNINGS: ReadonlySet<unknown> = new Set(["agent_memory", "user", "state", "session", "facts"]);

/** Whether a parsed line begins a unit. Events have a kind. */
export const beginsUnit = (value: unknown): boolean =>
	isObject(value) && !("kind" in value) && BEGINNINGS.has(value.type);

/** The owner of facts: an agent or a shared space; and a user, a session, or all users. */
export interface FactsLine {
	type: "facts";
	agentId?: string | undefined;
	space?: string | undefined;
	userId?: string | undefined;
	session?: SessionRef | undefined;
}

/** The space as named in a file. */
export function spaceParts(space: string): Pick<FactsLine, "agentId" | "space"> {
	const agentId = spaceAgent(space);
	return agentId === undefined ? { space: spaceName(space) ?? space } : { agentId };
}

/** The space as named in a store. */
export const spaceOf = ({ agentId, space }: Pick<FactsLine, "agentId" | "space">): string =>
	agentId === undefined ? namedSpace(space ?? "") : agentSpace(agentId as AgentId);
