import { z } from "zod";

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** The isolation boundary. Set by the platform, never read from a payload. */
export type TenantId = Branded<"tenant">;
/** The id of an agent. */
export type AgentId = Branded<"agent">;
/** The id of a user, chosen by the caller. */
export type UserId = Branded<"user">;
/** The caller's name for a conversation. Unique per tenant, agent and user (or no user). */
export type SessionId = Branded<"session">;
/** The immutable identity of a session, whatever its name. The store uses it as the key. */
export type SessionUid = Branded<"uid">;
/** The id of an event. */
export type EventId = Branded<"event">;

export const MAX_ID_LENGTH = 512;

/** Short text that is stored as it is, not as JSON: titles and names. Rejects text that some stores cannot hold. */
export const labelText = z
	.string({ error: "must be a string" })
	// zod's `max` counts a surrogate pair as one.
	.refine((id) => id.length <= MAX_ID_LENGTH, {
		error: `must have at most ${MAX_ID_LENGTH} UTF-16 code units`,
	})
	.refine((id) => !id.includes("\u0000"), { error: "must not contain NUL" })
	.refine((id) => id.isWellFormed(), { error: "must not contain a lone surrogate" });

/** An id is any such text that is not empty. */
const idText = labelText.min(1, { error: "must not be empty" });

const branded = <T extends string>() => idText.transform((id) => id as unknown as T);

export const tenantId = branded<TenantId>();
export const agentId = branded<AgentId>();
export const userId = branded<UserId>();
export const sessionId = branded<SessionId>();
export const sessionUid = branded<SessionUid>();
export const eventId = branded<EventId>();
/** Keys of state, variables, metadata and idempotency follow the same rule as ids. */
export const keyText = idText;
