import { eventLine } from "../event/index.ts";
import type { SessionRecord, StoredEvent } from "../store/ports/index.ts";
import { type PostFailure, type SignedMessage, signedPost } from "./signed-post.ts";

export interface Posting extends Omit<SignedMessage, "id" | "body" | "headers"> {
	session: SessionRecord;
	event: StoredEvent;
	/** The subscription of an agent or tenant that it is for. */
	subscription: string | undefined;
}

/** Sends one event. Resolves with undefined if it was accepted. Never rejects. */
export function postEvent({
	session,
	event,
	subscription,
	...rest
}: Posting): Promise<PostFailure | undefined> {
	const { id } = JSON.parse(event.body) as { id: string };
	return signedPost({
		...rest,
		// Ids can be any text, headers cannot.
		id: encodeURIComponent(id),
		body: eventLine(event.offset, event.body),
		headers: {
			"holdfast-agent": encodeURIComponent(session.agentId),
			"holdfast-session": encodeURIComponent(session.sessionId),
			...(session.userId !== undefined && { "holdfast-user": encodeURIComponent(session.userId) }),
			"holdfast-offset": String(event.offset),
			...(subscription !== undefined && { "holdfast-subscription": encodeURIComponent(subscription) }),
		},
	});
}
