export { checkUrl } from "./check-url.ts";
export { closeNetwork, guardedFetch } from "./guarded-fetch.ts";
export { DEFAULT_NETWORK_POLICY, type NetworkPolicy, parseNetworkPolicy } from "./policy.ts";
