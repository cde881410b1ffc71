import { HoldfastError } from "../error/index.ts";
import type { Exchange } from "./exchange.ts";

/*
 * Web pages of other origins: only those that are listed. Callers authenticate with a header and never with a
 * cookie, so an allowed page has no rights except those it brings.
 */

const METHODS = "GET, POST, PUT, PATCH, DELETE";
const ASK =
	"authorization, content-type, idempotency-key, if-match, last-event-id, holdfast-tenant, x-request-id";
const SHOW = "etag, retry-after, holdfast-run-id, holdfast-session-id, idempotency-replayed, x-request-id";

const ANY = "*";

/** The origins in the form that browsers send. */
export function parseOrigins(given: readonly string[]): ReadonlySet<string> {
	for (const origin of given) {
		if (origin === ANY) continue;
		if (!URL.canParse(origin) || new URL(origin).origin !== origin)
			throw new HoldfastError("invalid", `cors: "${origin}" is not an origin, e.g. https://app.example.com`);
	}
	return new Set(given);
}

/** Tells the browser that the page may read the response. */
export function allowOrigin({ incoming, headers }: Exchange, origins: ReadonlySet<string>): boolean {
	if (origins.size === 0) return false;
	if (!origins.has(ANY)) headers.push("vary", "Origin");
	const { origin } = incoming.headers;
	if (origin === undefined || !(origins.has(origin) || origins.has(ANY))) return false;
	headers.push("access-control-allow-origin", origins.has(ANY) ? ANY : origin);
	headers.push("access-control-expose-headers", SHOW);
	return true;
}

/** Whether the browser asks what the page may send, before it sends it. */
export const isPreflight = ({ incoming: { method, headers } }: Exchange): boolean =>
	method === "OPTIONS" &&
	headers["access-control-request-method"] !== undefined &&
	headers.origin !== undefined;

export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
	"access-control-allow-methods": METHODS,
	"access-control-allow-headers": ASK,
	"access-control-max-age": "600",
};
