import type { Session } from "../session/index.ts";
import { amount } from "./print/amount.ts";
import { oneLine } from "./screen/neutralise.ts";

/** A session in a few words: what it is called, whose it is, how long. */
export function describeSession({ agentId, userId, sessionId, messageCount, eventCount }: Session): string {
	const whose = userId === undefined ? agentId : `${agentId} and ${userId}`;
	const size = `${amount(messageCount, "message")}, ${amount(eventCount, "event")}`;
	return oneLine(`session ${sessionId} of ${whose} (${size})`);
}
