import type { NetworkPolicy } from "./policy.ts";

export { checkUrl } from "./check-url.ts";
export { DEFAULT_NETWORK_POLICY, type NetworkPolicy, parseNetworkPolicy } from "./policy.ts";

let sent = false;

/**
 * `fetch` under a policy. Rejects with `forbidden` if the policy does not allow the target. Does not follow
 * redirects. Connections are kept and shared per policy, until `closeNetwork`. The first request loads the code.
 */
export async function guardedFetch(
	url: string | URL,
	init: RequestInit,
	policy: NetworkPolicy,
): Promise<Response> {
	sent = true;
	return (await import("./guarded-fetch.ts")).guardedFetch(url, init, policy);
}

/** Closes the connections of a policy. The next request opens new ones. */
export async function closeNetwork(policy: NetworkPolicy): Promise<void> {
	if (sent) await (await import("./guarded-fetch.ts")).closeNetwork(policy);
}
