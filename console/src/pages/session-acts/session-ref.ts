import type { Session } from "holdfast";
import type { SessionAddress } from "../../paths.ts";

/** The name of a session, without the rest of it. */
export const refOf = ({ agentId, userId, sessionId }: Session): SessionAddress => ({
	...{ agentId, sessionId },
	...(userId !== undefined && { userId }),
});
