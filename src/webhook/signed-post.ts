import { HoldfastError } from "../error/index.ts";
import { guardedFetch, type NetworkPolicy } from "../network/index.ts";
import { signMessage } from "./sign.ts";

/** A message for a receiver. */
export interface SignedMessage {
	url: string;
	/** The same for each attempt, so that receivers can recognize repeats. */
	id: string;
	/** JSON. */
	body: string;
	headers?: Record<string, string>;
	/** The secrets to sign with, the newest first. */
	secrets: readonly string[];
	network: NetworkPolicy;
	timeoutMs: number;
	/** Cancels the request immediately. */
	signal: AbortSignal;
}

/** Why a message was not accepted. */
export interface PostFailure {
	error: string;
	/** The receiver wants no more messages. */
	final: boolean;
	/** How long the receiver asks to wait. */
	waitMs?: number | undefined;
}

/** Only the status of a response matters. Some of the body is read, so that the connection can be reused. */
const MOST_BYTES = 16_384;
const BODY_MS = 1_000;

/** Sends one signed message. Resolves with undefined if it was accepted. Never rejects. */
export async function signedPost(message: SignedMessage): Promise<PostFailure | undefined> {
	const { url, network, timeoutMs, signal, body } = message;
	const limit = AbortSignal.timeout(timeoutMs);
	try {
		const response = await guardedFetch(
			url,
			{ method: "POST", headers: headersOf(message), body, signal: AbortSignal.any([limit, signal]) },
			network,
		);
		await letGo(response);
		return toFailure(response);
	} catch (error) {
		if (limit.aborted) return { error: `no response within ${timeoutMs / 1_000} s`, final: false };
		return { error: reasonOf(error), final: false };
	}
}

function headersOf({ id, body, headers, secrets }: SignedMessage): Record<string, string> {
	const timestamp = Math.floor(Date.now() / 1_000);
	return {
		"content-type": "application/json",
		"user-agent": "holdfast",
		"webhook-id": id,
		"webhook-timestamp": String(timestamp),
		"webhook-signature": signMessage(secrets, { id, timestamp, body }),
		...headers,
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
		// The status was received. How the body ended does not matter.
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

/** A short reason for people. Contains nothing of what was sent. */
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
