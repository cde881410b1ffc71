/**
 * The one way out: HTTP tools and MCP over HTTP send through here, so what guards the network stands here.
 * Redirects are answers like any other: each target passes through here or is never asked.
 */
export function sendRequest(url: string | URL, init: RequestInit = {}): Promise<Response> {
	return fetch(url, { ...init, redirect: "manual" });
}

/** Why a request got no answer, in few words; `fetch failed` alone helps nobody. */
export function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { cause } = error;
	if (cause instanceof Error) {
		const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
		return code ?? (cause.message || error.message);
	}
	return error.message;
}
