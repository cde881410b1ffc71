import type { BlockList } from "node:net";

/** Not imported: loading takes time, and most programs never use an address. */
const net = () => process.getBuiltinModule("node:net");

export const isIP = (text: string): number => net().isIP(text);
export const isIPv4 = (text: string): boolean => net().isIPv4(text);

export function newBlockList(): BlockList {
	const { BlockList } = net();
	return new BlockList();
}

/** Where an address leads: to this machine, into a private or special network, or to the public internet. */
export type Reach = "loopback" | "private" | "public";

/** Everything that IANA lists as special, except 127/8. None of it is public. */
const SPECIAL_V4 = once(() =>
	subnets("ipv4", [
		["0.0.0.0", 8],
		["10.0.0.0", 8],
		["100.64.0.0", 10],
		["169.254.0.0", 16],
		["172.16.0.0", 12],
		["192.0.0.0", 24],
		["192.0.2.0", 24],
		["192.88.99.0", 24],
		["192.168.0.0", 16],
		["198.18.0.0", 15],
		["198.51.100.0", 24],
		["203.0.113.0", 24],
		["224.0.0.0", 4],
		["240.0.0.0", 4],
	]),
);
const LOOPBACK_V4 = once(() => subnets("ipv4", [["127.0.0.0", 8]]));

/** The only part of IPv6 that is allocated for public use. */
const GLOBAL_V6 = once(() => subnets("ipv6", [["2000::", 3]]));
/** Special blocks in it: protocols and Teredo, documentation, 6to4. The tunnels could lead to any IPv4 address. */
const SPECIAL_V6 = once(() =>
	subnets("ipv6", [
		["2001::", 23],
		["2001:db8::", 32],
		["2002::", 16],
		["3fff::", 20],
	]),
);

function once<T>(make: () => T): () => T {
	let made: T | undefined;
	return () => {
		made ??= make();
		return made;
	};
}

function subnets(family: "ipv4" | "ipv6", nets: readonly (readonly [string, number])[]): BlockList {
	const list = newBlockList();
	for (const [net, prefix] of nets) list.addSubnet(net, prefix, family);
	return list;
}

/** The eight groups of an IPv6 address; undefined if it is not one. */
function groupsOf(address: string): number[] | undefined {
	// A zone selects a network interface, not an address.
	const canonical = URL.parse(`http://[${address.replace(/%.*$/s, "")}]/`)?.hostname.slice(1, -1);
	if (canonical === undefined) return undefined;
	const [left = "", right] = canonical.split("::");
	const read = (text: string): number[] =>
		text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
	const [first, last] = [read(left), read(right ?? "")];
	return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
}

const toV4 = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join(".");

/** The canonical form of an address; IPv4 in IPv6 notation becomes IPv4. Undefined if it is not an address. */
export function plainAddress(address: string): string | undefined {
	if (isIPv4(address)) return address;
	const groups = groupsOf(address);
	if (!groups) return undefined;
	const [, , , , , five = 0, six = 0, seven = 0] = groups;
	if (five === 0xffff && groups.slice(0, 5).every((group) => group === 0)) return toV4(six, seven);
	return groups.map((group) => group.toString(16)).join(":");
}

/** Where an address in canonical form leads. */
export function reachOf(address: string): Reach {
	if (isIPv4(address)) {
		if (LOOPBACK_V4().check(address)) return "loopback";
		return SPECIAL_V4().check(address) ? "private" : "public";
	}
	const groups = address.split(":").map((group) => Number.parseInt(group, 16));
	const [one = 0, two = 0, , , , , six = 0, seven = 0] = groups;
	const middle = groups.slice(2, 6).every((group) => group === 0);
	if (one === 0 && two === 0 && middle && six === 0 && seven === 1) return "loopback";
	// Networks without IPv4 reach it through this prefix (NAT64).
	if (one === 0x64 && two === 0xff9b && middle) {
		return reachOf(toV4(six, seven)) === "public" ? "public" : "private";
	}
	return GLOBAL_V6().check(address, "ipv6") && !SPECIAL_V6().check(address, "ipv6") ? "public" : "private";
}
