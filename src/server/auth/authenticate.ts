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

/*
 * Who is asking: the first thing that is found out about a request, before what it asks for is looked at.
 */

export interface AuthOptions {
	store: Store;
	/** The tenant of whoever may choose one and does not. */
	tenant: TenantId;
	/** Undefined: the server is open, to this machine only. */
	adminKey: string | undefined;
	issuers: ReadonlyMap<string, Issuer>;
	/** Pages of these may call an open server. */
	origins: ReadonlySet<string>;
}

/** One and the same for whatever is wrong with a credential. */
const refused = (): HttpError =>
	new HttpError(
		new HoldfastError("unauthorized", "a valid key or token is needed, as Authorization: Bearer …"),
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
		...{ tenant: namedTenant(headers) ?? options.tenant, scope: "root", credential: "root", ...open },
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
			// What is a credential of ours is taken at its word: it may be tried out here.
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

/** How long a header that was found to be good is taken again without a look. */
const SAME_MS = 250;
const MOST = 1_000;

/**
 * Callers send the same header again and again. The map finds it by a hash with a secret seed: how long a look takes
 * says nothing about what is in there.
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
		// Tokens of users end to the second.
		if (caller.scope === "user" || began !== revocations(store)) return caller;
		if (known.size >= MOST) known.clear();
		known.set(header, { caller, until: performance.now() + SAME_MS });
		return caller;
	};
	return (headers) => {
		const { authorization } = headers;
		// A tenant that is named is looked at each time.
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

/** Headers hold ASCII: other names are percent-encoded. */
function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		throw new HoldfastError("invalid", "Holdfast-Tenant: is not percent-encoded as it must be");
	}
}

/** Tells users apart in logs without naming them. */
const shortDigest = (text: string): string => digestOf(text).toString("hex").slice(0, 16);
