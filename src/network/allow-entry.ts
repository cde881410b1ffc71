import { isIP, isIPv4, newBlockList, plainAddress } from "./address.ts";

/** The target of a request: the host of a URL, or one of its addresses. */
export interface Target {
	/** A name in lower case without a trailing dot, or an address in canonical form. */
	host: string;
	port: number;
}

/** One entry of an allow-list. */
export type AllowRule = (target: Target) => boolean;

const CIDR = /^\[?([0-9A-Fa-f:.]+)\]?\/(\d{1,3})$/;
const WITH_PORT = /^(.+):(\d{1,5})$/;
const NAME = /^[^\s/?#@\\:*[\]%]+$/;

/** A name as in DNS; undefined if it is not valid. */
export function plainHost(host: string): string | undefined {
	const hostname = URL.parse(`http://${host}/`)?.hostname;
	return hostname === undefined ? undefined : withoutDot(hostname);
}

/** `localhost.` is `localhost`. */
export const withoutDot = (hostname: string): string => hostname.replace(/\.+$/, "");

/** Reads an entry: `host`, `*.suffix` or an address, each with or without `:port`, or a block like `10.0.0.0/8`. */
export function parseAllowEntry(entry: string): AllowRule | undefined {
	const [, net, prefix] = CIDR.exec(entry) ?? [];
	if (net !== undefined) return blockRule(net, Number(prefix));
	const [, before, digits] = isIP(entry) ? [] : (WITH_PORT.exec(entry) ?? []);
	const port = digits === undefined ? undefined : Number(digits);
	if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
	const matchesPort = (target: Target): boolean => port === undefined || target.port === port;
	const text = before ?? entry;
	const bare = /^\[(.+)\]$/.exec(text)?.[1] ?? text;
	// A zone is local to one machine, so entries with a zone are rejected.
	const address = isIP(bare) && !bare.includes("%") ? plainAddress(bare) : undefined;
	if (address !== undefined) return (target) => target.host === address && matchesPort(target);
	const isSuffix = text.startsWith("*.");
	const name = isSuffix ? text.slice(2) : text;
	if (!NAME.test(name)) return undefined;
	const host = plainHost(name);
	// Also rejects `127.1`, which is an address for some programs and a name for others. Write it out.
	if (host === undefined || host === "" || isIP(host)) return undefined;
	if (isSuffix) return (target) => target.host.endsWith(`.${host}`) && matchesPort(target);
	return (target) => target.host === host && matchesPort(target);
}

function blockRule(net: string, prefix: number): AllowRule | undefined {
	const version = isIP(net);
	if (version === 0 || prefix > (version === 4 ? 32 : 128)) return undefined;
	const block = newBlockList();
	block.addSubnet(net, prefix, version === 4 ? "ipv4" : "ipv6");
	return ({ host }) => isIP(host) === version && block.check(host, isIPv4(host) ? "ipv4" : "ipv6");
}
