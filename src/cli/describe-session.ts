import type { Session } from "../session/index.ts";
import { amount } from "./print/amount.ts";
import { oneLine } from "./screen/neutralise.ts";

/** A session in a few words: its id, agent, user and size. */
export function describeSession({ agentId, userId, sessionId, messageCount, eventCount }: Session): string {
	const whose = userId === undefined ? `agent ${agentId}` : `agent ${agentId}, user ${userId}`;
	const size = `${amount(messageCount, "message")}, ${amount(eventCount, "event")}`;
	return oneLine(`session ${sessionId} of ${whose} (${size})`);
}
