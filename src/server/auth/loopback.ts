import type { IncomingHttpHeaders } from "node:http";
import { HoldfastError } from "../../error/index.ts";
import { isLoopbackHost } from "../../network/loopback-host.ts";

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
 * A server without keys is for programs and pages of this machine. Pages from elsewhere can reach it through the
 * browser, too: under a name that was made to resolve to this machine, or with a plain request. Both are rejected.
 */
export function checkLocal(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): void {
	const { host, origin } = headers;
	if (host === undefined || !isLoopbackHost(nameOf(host)))
		throw new HoldfastError(
			"forbidden",
			"this server has no adminKey and accepts requests to localhost only; start it with adminKey to use another host name",
		);
	if (origin !== undefined && origins.has(origin)) return;
	const from = origin === undefined ? undefined : hostOf(origin);
	const foreign = origin !== undefined && (from === undefined || !isLoopbackHost(from));
	if (foreign || headers["sec-fetch-site"] === "cross-site")
		throw new HoldfastError(
			"forbidden",
			"this server has no adminKey and rejects requests of web pages from other origins; add the origin to cors, or start it with adminKey",
		);
}
