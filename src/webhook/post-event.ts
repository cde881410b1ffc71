import { HoldfastError } from "../error/index.ts";
import { eventLine } from "../event/index.ts";
import { guardedFetch, type NetworkPolicy } from "../network/index.ts";
import type { SessionRecord, StoredEvent } from "../store/ports/index.ts";
import { signMessage } from "./sign.ts";

export interface Posting {
	url: string;
	session: SessionRecord;
	event: StoredEvent;
	secrets: readonly string[];
	network: NetworkPolicy;
	timeoutMs: number;
	/** Gives up at once. */
	signal: AbortSignal;
}

/** Why an event was not taken. */
export interface PostFailure {
	error: string;
	/** The receiver wants no more. */
	final: boolean;
	/** How long the receiver wants to be left alone. */
	waitMs?: number | undefined;
}

/** An answer says all in its status. A little of the rest is read, so that the connection can be used again. */
const MOST_BYTES = 16_384;
const BODY_MS = 1_000;

/** Sends one event; resolves with nothing when it was taken. Never rejects. */
export async function postEvent(posting: Posting): Promise<PostFailure | undefined> {
	const { url, network, timeoutMs, signal } = posting;
	const limit = AbortSignal.timeout(timeoutMs);
	const body = eventLine(posting.event.offset, posting.event.body);
	try {
		const response = await guardedFetch(
			url,
			{
				method: "POST",
				headers: headersOf(posting, body),
				body,
				signal: AbortSignal.any([limit, signal]),
			},
			network,
		);
		await letGo(response);
		return toFailure(response);
	} catch (error) {
		if (limit.aborted) return { error: `no answer within ${timeoutMs / 1_000} s`, final: false };
		return { error: reasonOf(error), final: false };
	}
}

function headersOf({ session, event, secrets }: Posting, body: string): Record<string, string> {
	const { id } = JSON.parse(event.body) as { id: string };
	// Ids may be any text, headers may not.
	const message = { id: encodeURIComponent(id), timestamp: Math.floor(Date.now() / 1_000), body };
	return {
		"content-type": "application/json",
		"user-agent": "holdfast",
		"webhook-id": message.id,
		"webhook-timestamp": String(message.timestamp),
		"webhook-signature": signMessage(secrets, message),
		"holdfast-agent": encodeURIComponent(session.agentId),
		"holdfast-session": encodeURIComponent(session.sessionId),
		...(session.userId !== undefined && { "holdfast-user": encodeURIComponent(session.userId) }),
		"holdfast-offset": String(event.offset),
	};
}

async function letGo({ body }: Response): Promise<void> {
	const reader = body?.getReader();
	if (!reader) return;
	const cancel = (): Promise<void> => reader.cancel().catch(() => {});
	const timer = setTimeout(cancel, BODY_MS);
	try {
		for (let bytes = 0; bytes <= MOST_BYTES; ) {
			const { done, value } = await reader.read();
			if (done) return;
			bytes += value.length;
		}
		await cancel();
	} catch {
		// The answer was heard; how the rest of it ended says nothing.
	} finally {
		clearTimeout(timer);
	}
}

function toFailure({ ok, status, headers }: Response): PostFailure | undefined {
	if (ok) return undefined;
	const redirect = status >= 300 && status < 400 ? ", a redirect, which is not followed" : "";
	return {
		error: `answered ${status}${redirect}`,
		final: status === 410,
		waitMs: waitOf(headers.get("retry-after")),
	};
}

/** Seconds, or a date. */
function waitOf(text: string | null): number | undefined {
	if (text === null) return undefined;
	const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
	return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

/** For people, in few words; nothing of what was sent is in it. */
function reasonOf(error: unknown): string {
	if (HoldfastError.isInstance(error)) return error.message;
	const { cause } = error as { cause?: unknown };
	const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
	const why = code ?? (cause instanceof Error ? cause.message : "") ?? "";
	return `could not be reached${why === "" ? "" : `: ${why}`}`
		.slice(0, 500)
		.replaceAll("\0", "")
		.toWellFormed();
}
