import type { Session } from "holdfast";
import type { SessionAddress } from "../../paths.ts";

/** The ids of a session, without the rest. */
export const refOf = ({ agentId, userId, sessionId }: Session): SessionAddress => ({
	agentId,
	sessionId,
	...(userId !== undefined && { userId }),
});
