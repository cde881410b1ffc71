import { decodeJwt, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { HoldfastError } from "../error/index.ts";
import { type TenantId, tenantId, userId } from "../event/index.ts";
import type { Store } from "../store/ports/index.ts";
import { findTokenSecret } from "./token-secret.ts";

export const OWN_ISSUER = "holdfast";
export const OWN_AUDIENCE = "holdfast";
export const OWN_ALGORITHM = "HS256";

/** An external issuer whose tokens are accepted, for one tenant. */
export interface Issuer {
	readonly issuer: string;
	readonly tenant: TenantId;
	/** A secret, or a function that finds the public key. */
	readonly key: Uint8Array | JWTVerifyGetKey;
	readonly algorithms: readonly string[];
	readonly audience: string | undefined;
	/** The claim that contains the user id. */
	readonly userClaim: string;
	/** Tolerated clock difference. */
	readonly skewSeconds: number;
}

export interface VerifiedToken {
	tenant: TenantId;
	userId: string;
	/** When the token expires, in milliseconds since the epoch. */
	expiresAt: number;
}

/** Tokens are short. Longer text is rejected without decoding it. */
const MAX_LENGTH = 8_192;
/** Used when the tenant has no secret, so that verifying takes the same time. Tokens signed with it are rejected. */
const NO_SECRET = new Uint8Array(32).fill(7);
const OWN = {
	issuer: OWN_ISSUER,
	audience: OWN_AUDIENCE,
	algorithms: [OWN_ALGORITHM],
	userClaim: "sub",
	skewSeconds: 0,
};

/** Whether a credential has the form of a token. */
export const looksLikeToken = (text: string): boolean => text.split(".", 4).length === 3;

/** Decodes a token without verifying it. Use the result only to find the key to verify it with. */
function peek(text: string): JWTPayload | undefined {
	try {
		return decodeJwt(text);
	} catch {
		return undefined;
	}
}

/** How to verify the tokens of an issuer. Our own tokens are bound to the tenant whose secret signed them. */
async function issuerOf(
	store: Store,
	claims: JWTPayload | undefined,
	issuers: ReadonlyMap<string, Issuer>,
): Promise<Issuer | undefined> {
	const foreign = claims?.iss === undefined ? undefined : issuers.get(claims.iss);
	if (foreign) return foreign;
	const tenant = tenantId.safeParse(claims?.tenant);
	if (!tenant.success) return undefined;
	const key = (await findTokenSecret(store, tenant.data)) ?? NO_SECRET;
	return { ...OWN, tenant: tenant.data, key };
}

/**
 * Checks signature, algorithm, issuer, audience and times. Undefined: the token is invalid, for any reason. Rejects
 * if this cannot be decided now.
 */
export async function verifyToken(
	store: Store,
	text: string,
	issuers: ReadonlyMap<string, Issuer>,
): Promise<VerifiedToken | undefined> {
	if (text.length > MAX_LENGTH) return undefined;
	const issuer = await issuerOf(store, peek(text), issuers);
	if (!issuer) return undefined;
	const payload = await verify(text, issuer);
	if (payload?.exp === undefined || issuer.key === NO_SECRET) return undefined;
	const user = userId.safeParse(payload[issuer.userClaim]);
	return user.success
		? { tenant: issuer.tenant, userId: user.data, expiresAt: payload.exp * 1_000 }
		: undefined;
}

async function verify(text: string, issuer: Issuer): Promise<JWTPayload | undefined> {
	const { key, audience } = issuer;
	const options = {
		issuer: issuer.issuer,
		...(audience !== undefined && { audience }),
		algorithms: [...issuer.algorithms],
		requiredClaims: ["exp"],
		clockTolerance: issuer.skewSeconds,
	};
	try {
		const { payload } =
			typeof key === "function" ? await jwtVerify(text, key, options) : await jwtVerify(text, key, options);
		return payload;
	} catch (error) {
		// One of our errors: the keys cannot be fetched now, which says nothing about the token.
		if (HoldfastError.isInstance(error)) throw error;
		return undefined;
	}
}
