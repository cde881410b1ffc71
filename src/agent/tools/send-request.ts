import { DEFAULT_NETWORK_POLICY, guardedFetch } from "../../network/index.ts";
import type { ToolContext } from "../tool.ts";

/** Sends a request of a tool. Redirects are returned, not followed. */
export function sendRequest(url: URL, init: RequestInit, context: ToolContext): Promise<Response> {
	return guardedFetch(url, init, context.network ?? DEFAULT_NETWORK_POLICY);
}

/** A short reason why a request got no response; `fetch failed` alone does not help. */
export function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { cause } = error;
	if (cause instanceof Error) {
		const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
		return code ?? (cause.message || error.message);
	}
	return error.message;
}
