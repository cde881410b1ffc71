import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import {
	CredentialCache,
	digestOf,
	type Issuer,
	looksLikeKey,
	looksLikeToken,
	revocations,
	verifyKey,
	verifyToken,
} from "../../access/index.ts";
import { HoldfastError, parse } from "../../error/index.ts";
import { type TenantId, tenantId } from "../../event/index.ts";
import type { Store } from "../../store/ports/index.ts";
import { HttpError } from "../send/error-answer.ts";
import type { Caller } from "./caller.ts";
import { checkNamedTenant } from "./check-named.ts";
import { checkLocal } from "./loopback.ts";

/* Authentication: the first step of each request, before anything else of it is read. */

export interface AuthOptions {
	store: Store;
	/** The tenant of callers that may choose one and do not. */
	tenant: TenantId;
	/** Undefined: the server is open, for this machine only. */
	adminKey: string | undefined;
	issuers: ReadonlyMap<string, Issuer>;
	/** Web pages of these origins may call an open server. */
	origins: ReadonlySet<string>;
}

/** The same error for every invalid credential. */
const refused = (): HttpError =>
	new HttpError(
		new HoldfastError("unauthorized", "a valid key or token is required; send it as Authorization: Bearer …"),
		401,
		{ "www-authenticate": 'Bearer realm="holdfast"' },
	);

export function createAuthenticate(
	options: AuthOptions,
): (headers: IncomingHttpHeaders) => Caller | Promise<Caller> {
	const { store, adminKey, issuers, origins } = options;
	const root = adminKey === undefined ? undefined : digestOf(adminKey);
	const tokens = new CredentialCache<Caller>();
	const open = root === undefined && ({ open: true } as const);

	/** Root may act in any tenant. */
	const rootCaller = (headers: IncomingHttpHeaders): Caller => ({
		tenant: namedTenant(headers) ?? options.tenant,
		scope: "root",
		credential: "root",
		...open,
	});
	const byToken = async (text: string): Promise<Caller> => {
		const digest = digestOf(text);
		const known = tokens.get(digest);
		if (known) return known;
		const keep = tokens.begin(digest);
		const token = await verifyToken(store, text, issuers);
		if (!token) throw refused();
		const { tenant, userId } = token;
		const credential = `user:${shortDigest(userId)}`;
		const caller: Caller = { tenant, scope: "user", userId, credential, ...open };
		keep(caller, token.expiresAt);
		return caller;
	};
	const byKey = async (text: string): Promise<Caller> => {
		const key = await verifyKey(store, text);
		if (!key) throw refused();
		return { tenant: key.tenant, scope: key.scope, credential: key.id, ...open };
	};

	const check = async (headers: IncomingHttpHeaders): Promise<Caller> => {
		const text = bearerOf(headers.authorization);
		if (root === undefined) {
			checkLocal(headers, origins);
			// Credentials of ours are checked even on an open server, so that you can test them.
			if (text === undefined || !(looksLikeKey(text) || looksLikeToken(text))) return rootCaller(headers);
		} else {
			if (text === undefined) throw refused();
			if (timingSafeEqual(digestOf(text), root)) return rootCaller(headers);
		}
		const caller = await (looksLikeToken(text) ? byToken(text) : byKey(text));
		checkNamedTenant(caller, namedTenant(headers));
		return caller;
	};
	return root === undefined ? check : remember(check, store);
}

/** How long a verified header is trusted without another check. */
const SAME_MS = 250;
const MOST = 1_000;

/**
 * Callers repeat the same header. The map finds it by a hash with a secret seed, so timing reveals nothing about
 * its content.
 */
function remember(
	check: (headers: IncomingHttpHeaders) => Promise<Caller>,
	store: Store,
): (headers: IncomingHttpHeaders) => Caller | Promise<Caller> {
	const known = new Map<string, { caller: Caller; until: number }>();
	let revoked = revocations(store);
	const look = async (header: string, headers: IncomingHttpHeaders): Promise<Caller> => {
		const began = revocations(store);
		const caller = await check(headers);
		// Tokens of users expire to the second, so they are not cached.
		if (caller.scope === "user" || began !== revocations(store)) return caller;
		if (known.size >= MOST) known.clear();
		known.set(header, { caller, until: performance.now() + SAME_MS });
		return caller;
	};
	return (headers) => {
		const { authorization } = headers;
		// A request that names a tenant is checked each time.
		if (authorization === undefined || headers["holdfast-tenant"] !== undefined) return check(headers);
		if (revoked !== revocations(store)) {
			known.clear();
			revoked = revocations(store);
		}
		const found = known.get(authorization);
		return found && found.until > performance.now() ? found.caller : look(authorization, headers);
	};
}

/** The credential of an `Authorization` header. */
function bearerOf(header: string | undefined): string | undefined {
	if (header === undefined || header.slice(0, 7).toLowerCase() !== "bearer ") return undefined;
	return header.slice(7).trim();
}

/** The tenant that the request names. */
function namedTenant(headers: IncomingHttpHeaders): TenantId | undefined {
	const named = headers["holdfast-tenant"]?.toString();
	return named === undefined ? undefined : parse(tenantId, decode(named), "Holdfast-Tenant");
}

/** Headers are ASCII, so other names are percent-encoded. */
function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		throw new HoldfastError("invalid", "Holdfast-Tenant: must be percent-encoded");
	}
}

/** Distinguishes users in logs without naming them. */
const shortDigest = (text: string): string => digestOf(text).toString("hex").slice(0, 16);
