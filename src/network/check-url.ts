import { HoldfastError } from "../error/index.ts";
import { plainAddress, reachOf } from "./address.ts";
import { type Target, withoutDot } from "./allow-entry.ts";
import { isAllowed, type NetworkPolicy } from "./policy.ts";

const invalid = (why: string): HoldfastError => new HoldfastError("invalid", `url: ${why}`, { field: "url" });

/** The error for a forbidden target. It says how to allow it. */
export function refusal({ host, port }: Target, what: string): HoldfastError {
	const shown = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
	return new HoldfastError(
		"forbidden",
		`${shown} ${what}, which requests may not reach; to allow it, add ${JSON.stringify(shown)} to network.allow`,
		{ host, port },
	);
}

/** The host and port of a URL; the host in the form that rules are compared with. */
export function targetOf(url: URL): Target {
	const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
	const name = withoutDot(url.hostname);
	const bare = name.startsWith("[") ? name.slice(1, -1) : name;
	return { host: plainAddress(bare) ?? bare, port };
}

const isLocalName = (host: string): boolean => host === "localhost" || host.endsWith(".localhost");

/** Whether connecting to an address in canonical form is allowed. */
export function mayConnect(policy: NetworkPolicy, address: Target): boolean {
	const reach = reachOf(address.host);
	return reach === "public" || (reach === "loopback" && policy.loopback) || isAllowed(policy, address);
}

/**
 * Rejects what can be rejected without DNS: other schemes, credentials, private addresses in any notation. The
 * addresses of a name are checked when connecting.
 */
export function checkUrl(url: string | URL, policy: NetworkPolicy): URL {
	const parsed = URL.parse(String(url));
	if (!parsed) throw invalid("is not a URL, e.g. https://example.com/path");
	if (parsed.protocol !== "http:" && parsed.protocol !== "https:") throw invalid("must be http or https");
	if (parsed.username !== "" || parsed.password !== "") throw invalid("must not contain a user or password");
	const target = targetOf(parsed);
	if (isAllowed(policy, target)) return parsed;
	if (isLocalName(target.host)) {
		if (!policy.loopback) throw refusal(target, "is this machine");
	} else if (plainAddress(target.host) !== undefined && !mayConnect(policy, target)) {
		const isLoopback = reachOf(target.host) === "loopback";
		throw refusal(target, isLoopback ? "is this machine" : "is a private or special address");
	}
	return parsed;
}
