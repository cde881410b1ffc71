import { z } from "zod";

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** The isolation boundary. Stamped by the platform, never read from a payload. */
export type TenantId = Branded<"tenant">;
export type AgentId = Branded<"agent">;
export type UserId = Branded<"user">;
/** The caller's name for a conversation, unique per (tenant, agent, user or none). */
export type SessionId = Branded<"session">;
/** The immutable identity behind a session's name. Everything in the store hangs on it. */
export type SessionUid = Branded<"uid">;
export type EventId = Branded<"event">;

export const MAX_ID_LENGTH = 512;

/** Short text that is stored as it is, not as JSON; what no store could keep faithfully is refused. Titles, names. */
export const labelText = z
	.string({ error: "must be a string" })
	// Not zod's `max`: it counts a surrogate pair as one.
	.refine((id) => id.length <= MAX_ID_LENGTH, {
		error: `must have at most ${MAX_ID_LENGTH} UTF-16 code units`,
	})
	.refine((id) => !id.includes("\u0000"), { error: "must not contain NUL" })
	.refine((id) => id.isWellFormed(), { error: "must not contain a lone surrogate" });

/** Ids are any such text that is not empty. */
const idText = labelText.min(1, { error: "must not be empty" });

const branded = <T extends string>() => idText.transform((id) => id as unknown as T);

export const tenantId = branded<TenantId>();
export const agentId = branded<AgentId>();
export const userId = branded<UserId>();
export const sessionId = branded<SessionId>();
export const sessionUid = branded<SessionUid>();
export const eventId = branded<EventId>();
/** Keys of state, variables, metadata and idempotency obey the same rule as ids. */
export const keyText = idText;
