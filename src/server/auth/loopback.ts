import type { IncomingHttpHeaders } from "node:http";
import { HoldfastError } from "../../error/index.ts";

/** Whether a name or an address is this machine, and nothing that a name server could say of it. */
export function isLoopbackHost(host: string): boolean {
	const name = host.toLowerCase().replace(/^\[|\]$/g, "");
	if (name === "localhost" || name.endsWith(".localhost") || name === "::1") return true;
	const parts = name.split(".");
	return (
		parts.length === 4 &&
		parts[0] === "127" &&
		parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)
	);
}

/** The name in a `Host` header. */
const nameOf = (host: string): string => host.replace(/:\d*$/, "");

function hostOf(origin: string): string | undefined {
	try {
		return new URL(origin).hostname;
	} catch {
		return undefined;
	}
}

/**
 * A server without keys is for programs and pages of this machine. A page from elsewhere reaches it too, through the
 * browser that shows it: by a name that was made to lead here, or by simply sending. Both are refused.
 */
export function checkLocal(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): void {
	const { host, origin } = headers;
	if (host === undefined || !isLoopbackHost(nameOf(host)))
		throw new HoldfastError(
			"forbidden",
			"this server has no key and answers to localhost only; start it with adminKey to call it by another name",
		);
	if (origin !== undefined && origins.has(origin)) return;
	const from = origin === undefined ? undefined : hostOf(origin);
	const foreign = origin !== undefined && (from === undefined || !isLoopbackHost(from));
	if (foreign || headers["sec-fetch-site"] === "cross-site")
		throw new HoldfastError(
			"forbidden",
			"this server has no key and takes no requests of web pages from elsewhere; name their origin in cors, or start it with adminKey",
		);
}
