import type { Page, SessionRef } from "../session/index.ts";

/** The delivery of a session's events to a URL. */
export interface Delivery {
	session: { agentId: string; userId?: string; sessionId: string };
	url: string;
	/** `dead`: given up after a day of failures; `retry` tries it again. */
	status: "active" | "dead";
	/** The offset of the next event to deliver. */
	nextOffset: number;
	/** How many events are owed. */
	pending: number;
	/** How often delivering the next event has failed. */
	attempts: number;
	/** Why the last attempt failed. */
	error?: string;
	/** When it is tried again. */
	dueAt: string;
	failingSince?: string;
}

export interface DeliveryListOptions {
	status?: "active" | "dead" | undefined;
	/** Default 50, at most 500. */
	limit?: number | undefined;
	cursor?: string | undefined;
}

/** What is delivered to the URLs that sessions subscribed, and the secret it is signed with. */
export interface Webhooks {
	list(options?: DeliveryListOptions): Promise<Page<Delivery>>;
	/** Tries now what has failed or was given up; with `skip`, from behind the event that could not be delivered. */
	retry(ref: SessionRef | string, options?: { skip?: boolean | undefined }): Promise<void>;
	/** What deliveries of this tenant are signed with. */
	secret(): Promise<{ secret: string }>;
	/** Makes a new secret. The old one signs too until its time is over. */
	rotateSecret(options?: { keepOldHours?: number | undefined }): Promise<{ secret: string }>;
}
