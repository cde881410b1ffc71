import { DEFAULT_NETWORK_POLICY, guardedFetch, type NetworkPolicy } from "../../network/index.ts";
import type { ToolContext } from "../tool.ts";

/** What belongs to the instance that a tool is called in. A property, so that a copy of the context has it, too. */
const NETWORK = Symbol("holdfast.network");

/** The context of a call, with what its requests may reach. */
export const withNetwork = (context: ToolContext, network: NetworkPolicy): ToolContext =>
	Object.assign(context, { [NETWORK]: network });

/** What the requests of a call may reach; of a context that no run has made, what is allowed where nothing is said. */
function networkOf(context: ToolContext): NetworkPolicy {
	return (context as { [NETWORK]?: NetworkPolicy })[NETWORK] ?? DEFAULT_NETWORK_POLICY;
}

/** Sends a request of a tool. Redirects are answers like any other: they are not followed. */
export function sendRequest(url: URL, init: RequestInit, context: ToolContext): Promise<Response> {
	return guardedFetch(url, init, networkOf(context));
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
