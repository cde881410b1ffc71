import { lookup as lookUp } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { Agent, RequestInit as UndiciInit } from "undici";
import { HoldfastError } from "../error/index.ts";
import { plainAddress } from "./address.ts";
import type { Target } from "./allow-entry.ts";
import { checkUrl, mayConnect, refusal, targetOf } from "./check-url.ts";
import { isAllowed, type NetworkPolicy } from "./policy.ts";

/*
 * One way out for everything that sends requests to addresses that somebody else has written: HTTP tools, MCP over HTTP,
 * webhooks, callbacks.
 *
 * What is checked is what is connected to: the connection itself asks for the addresses of a name, once, and is given
 * those that are allowed. Nobody looks a name up to check it and again to use it. Redirects are answers like any
 * other: whoever wants to follow one sends another request.
 */

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

const resolveBySystem: Resolve = (host) => lookUp(host, { all: true });

export interface Network {
	fetch(url: string | URL, init?: RequestInit): Promise<Response>;
	/** Ends connections, and requests under way with them. */
	close(): Promise<void>;
}

/** Gives a connection the addresses of a name that it may use; refuses when there are none. */
function guardedLookup(policy: NetworkPolicy, target: Target, resolve: Resolve): LookupFunction {
	const allowedAddresses = async (host: string) => {
		const found = await resolve(host);
		if (isAllowed(policy, target)) return found;
		const allowed = found.filter(({ address }) => {
			const plain = plainAddress(address);
			return plain !== undefined && mayConnect(policy, { host: plain, port: target.port });
		});
		if (allowed.length === 0 && found.length > 0) throw refusal(target, "leads to a private network");
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

/** Requests under one policy. `undici` is loaded by the first of them. */
export function openNetwork(policy: NetworkPolicy, resolve: Resolve = resolveBySystem): Network {
	let opening: Promise<{ undici: typeof import("undici"); agent: Agent }> | undefined;
	let closed = false;
	const open = async () => {
		const undici = await import("undici");
		const agent = new undici.Agent({
			factory: (origin, options) => {
				// Connections to an address ask no lookup: it is checked here again, whoever called.
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
				// The same interface, by another copy of the types.
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
 * `fetch` under a policy: `forbidden` for what it does not allow. Does not follow redirects. Connections are kept and
 * shared by all who use the same policy, until `closeNetwork`.
 */
export function guardedFetch(url: string | URL, init: RequestInit, policy: NetworkPolicy): Promise<Response> {
	const network = networks.get(policy) ?? openNetwork(policy);
	networks.set(policy, network);
	return network.fetch(url, init);
}

/** Ends the connections that were made under a policy. The next request makes new ones. */
export async function closeNetwork(policy: NetworkPolicy): Promise<void> {
	const network = networks.get(policy);
	networks.delete(policy);
	await network?.close();
}
