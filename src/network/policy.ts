import { z } from "zod";
import { parse } from "../error/index.ts";
import { type AllowRule, parseAllowEntry, type Target } from "./allow-entry.ts";

/** Which private networks requests may reach. Public addresses are always allowed. */
export interface NetworkPolicy {
	/** Whether this machine may be reached. */
	readonly loopback: boolean;
	/**
	 * Private targets that may be reached: hosts (`name`, `*.suffix`), `host:port`, addresses and blocks
	 * (`10.1.0.0/16`).
	 */
	readonly allow: readonly string[];
}

/** The default: this machine may be reached, other private targets may not. */
export const DEFAULT_NETWORK_POLICY: NetworkPolicy = Object.freeze({
	loopback: true,
	allow: Object.freeze([]),
});

const schema = z
	.strictObject({
		allow: z
			.array(
				z.string().refine((entry) => parseAllowEntry(entry) !== undefined, {
					error: ({ input }) =>
						`${JSON.stringify(input)} is not a host, host:port, address or block of addresses, e.g. "api.internal", "*.corp.example", "10.1.2.3:8080", "10.0.0.0/8"`,
				}),
			)
			.default([]),
	})
	.default({ allow: [] });

/** Reads the option `network`. */
export function parseNetworkPolicy(value: unknown, { loopback }: { loopback: boolean }): NetworkPolicy {
	const { allow } = parse(schema, value, "network");
	return Object.freeze({ loopback, allow: Object.freeze(allow) });
}

const compiled = new WeakMap<NetworkPolicy, AllowRule[]>();

/** Whether the allow-list contains a host or an address. */
export function isAllowed(policy: NetworkPolicy, target: Target): boolean {
	const rules = compiled.get(policy) ?? policy.allow.flatMap((entry) => parseAllowEntry(entry) ?? []);
	compiled.set(policy, rules);
	return rules.some((rule) => rule(target));
}
