import { lookup as lookUp } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { Agent, RequestInit as UndiciInit } from "undici";
import { HoldfastError } from "../error/index.ts";
import { plainAddress } from "./address.ts";
import type { Target } from "./allow-entry.ts";
import { checkUrl, mayConnect, refusal, targetOf } from "./check-url.ts";
import { isAllowed, type NetworkPolicy } from "./policy.ts";

/*
 * All requests to addresses that others have written go through here: HTTP tools, MCP over HTTP, webhooks and
 * callbacks.
 *
 * The check applies to the addresses that are connected to. The connection itself looks up a name, once, and gets
 * only the allowed addresses. A name is never looked up once for the check and again for the connection. Redirects
 * are returned like any other response; to follow one, send another request.
 */

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

const resolveBySystem: Resolve = (host) => lookUp(host, { all: true });

export interface Network {
	fetch(url: string | URL, init?: RequestInit): Promise<Response>;
	/** Closes connections and cancels their requests. */
	close(): Promise<void>;
}

/** Returns the allowed addresses of a name to a connection; fails if there are none. */
function guardedLookup(policy: NetworkPolicy, target: Target, resolve: Resolve): LookupFunction {
	const allowedAddresses = async (host: string) => {
		const found = await resolve(host);
		if (isAllowed(policy, target)) return found;
		const allowed = found.filter(({ address }) => {
			const plain = plainAddress(address);
			return plain !== undefined && mayConnect(policy, { host: plain, port: target.port });
		});
		if (allowed.length === 0 && found.length > 0) throw refusal(target, "resolves to a private network");
		return allowed;
	};
	return (host, { all }, done) => {
		allowedAddresses(host).then(
			(addresses) => {
				const [first] = addresses;
				if (!first) done(Object.assign(new Error(`${host} has no address`), { code: "ENOTFOUND" }), "");
				else if (all) done(null, addresses);
				else done(null, first.address, first.family);
			},
			(error) => done(error, ""),
		);
	};
}

/** Requests under one policy. The first request loads `undici`. */
export function openNetwork(policy: NetworkPolicy, resolve: Resolve = resolveBySystem): Network {
	let opening: Promise<{ undici: typeof import("undici"); agent: Agent }> | undefined;
	let closed = false;
	const open = async () => {
		const undici = await import("undici");
		const agent = new undici.Agent({
			factory: (origin, options) => {
				// Connections to an address use no lookup, so it is checked here again.
				const target = targetOf(checkUrl(origin, policy));
				return new undici.Pool(origin, {
					...options,
					connect: { lookup: guardedLookup(policy, target, resolve) },
				});
			},
		});
		return { undici, agent };
	};
	return {
		async fetch(url, init = {}) {
			const target = checkUrl(url, policy);
			opening ??= open();
			const { undici, agent } = await opening;
			try {
				const given = { ...init, redirect: "manual", dispatcher: agent } as UndiciInit;
				// The same interface, from another copy of the types.
				return (await undici.fetch(target, given)) as unknown as Response;
			} catch (error) {
				if (closed) throw new HoldfastError("cancelled", "the network was closed", {}, { cause: error });
				const { cause } = error as Error;
				throw HoldfastError.isInstance(cause) ? cause : error;
			}
		},
		async close() {
			closed = true;
			await (await opening?.catch(() => undefined))?.agent.destroy();
		},
	};
}

const networks = new WeakMap<NetworkPolicy, Network>();

/**
 * `fetch` under a policy. Rejects with `forbidden` if the policy does not allow the target. Does not follow
 * redirects. Connections are kept and shared per policy, until `closeNetwork`.
 */
export function guardedFetch(url: string | URL, init: RequestInit, policy: NetworkPolicy): Promise<Response> {
	const network = networks.get(policy) ?? openNetwork(policy);
	networks.set(policy, network);
	return network.fetch(url, init);
}

/** Closes the connections of a policy. The next request opens new ones. */
export async function closeNetwork(policy: NetworkPolicy): Promise<void> {
	const network = networks.get(policy);
	networks.delete(policy);
	await network?.close();
}
