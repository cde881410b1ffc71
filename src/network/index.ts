import type { NetworkPolicy } from "./policy.ts";

export { checkUrl } from "./check-url.ts";
export { DEFAULT_NETWORK_POLICY, type NetworkPolicy, parseNetworkPolicy } from "./policy.ts";

let sent = false;

/**
 * `fetch` under a policy: `forbidden` for what it does not allow. Does not follow redirects. Connections are kept and
 * shared by all who use the same policy, until `closeNetwork`. What it needs is loaded by the first request.
 */
export async function guardedFetch(
	url: string | URL,
	init: RequestInit,
	policy: NetworkPolicy,
): Promise<Response> {
	sent = true;
	return (await import("./guarded-fetch.ts")).guardedFetch(url, init, policy);
}

/** Ends the connections that were made under a policy. The next request makes new ones. */
export async function closeNetwork(policy: NetworkPolicy): Promise<void> {
	if (sent) await (await import("./guarded-fetch.ts")).closeNetwork(policy);
}
