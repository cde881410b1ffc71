import { z } from "zod";
import { id } from "./value.ts";

export const sessionRef = z
	.strictObject({ agentId: id, userId: id.optional(), sessionId: id })
	.meta({ id: "SessionRef", description: "The name of a session" });

/** A name whose session id may be omitted. Then one is generated. */
export const newSessionRef = z.object({ agentId: id, userId: id.optional(), sessionId: id.optional() }).meta({
	id: "NewSessionRef",
	description: "The name of a new session; without a session id, one is generated",
});

/** What a re-key does when the target exists. */
export const onConflict = z.enum(["refuse", "merge"]).optional();
