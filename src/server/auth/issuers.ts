import { createRemoteJWKSet, customFetch } from "jose";
import { z } from "zod";
import { type Issuer, OWN_ISSUER } from "../../access/index.ts";
import { HoldfastError } from "../../error/index.ts";
import { tenantId } from "../../event/index.ts";
import { checkUrl, guardedFetch, type NetworkPolicy } from "../../network/index.ts";

const HMAC = ["HS256", "HS384", "HS512"] as const;
const PUBLIC = [
	"RS256",
	"RS384",
	"RS512",
	"PS256",
	"PS384",
	"PS512",
	"ES256",
	"ES384",
	"ES512",
	"EdDSA",
	"Ed25519",
] as const;

/** Tolerated clock difference of other issuers. */
const SKEW_SECONDS = 5;

/** External issuers whose tokens are accepted, each for one tenant. */
export const issuerOptions = z
	.strictObject({
		issuer: z.string().min(1),
		tenant: tenantId,
		secret: z.string().optional(),
		jwks: z.string().optional(),
		algorithms: z.array(z.string()).min(1),
		audience: z.string().min(1).optional(),
		userClaim: z.string().min(1).default("sub"),
	})
	.superRefine(({ issuer, secret, jwks, algorithms }, context) => {
		const refuse = (path: string, message: string) =>
			context.addIssue({ code: "custom", path: [path], message });
		if (issuer === OWN_ISSUER) refuse("issuer", `"${OWN_ISSUER}" is reserved for this server`);
		if ((secret === undefined) === (jwks === undefined)) refuse("secret", "set either secret or jwks");
		if (secret !== undefined && Buffer.byteLength(secret) < 32)
			refuse("secret", "must have at least 32 bytes");
		// A public key must never be accepted as an HMAC secret.
		const known: readonly string[] = secret === undefined ? PUBLIC : HMAC;
		for (const algorithm of algorithms)
			if (!known.includes(algorithm))
				refuse("algorithms", `must be one of ${known.join(", ")}; got "${algorithm}"`);
	});

/** An external issuer whose tokens are accepted, for one tenant. */
export type IssuerOptions = z.input<typeof issuerOptions>;

/** The issuers by name. With two of the same name, the tenant of a token would be ambiguous. */
export function openIssuers(
	given: readonly z.output<typeof issuerOptions>[],
	network: NetworkPolicy,
): ReadonlyMap<string, Issuer> {
	const issuers = new Map<string, Issuer>();
	for (const { secret, jwks, ...issuer } of given) {
		if (issuers.has(issuer.issuer))
			throw new HoldfastError("invalid", `tokens: the issuer "${issuer.issuer}" is listed twice`);
		const key =
			secret === undefined ? remoteKeys(checkUrl(jwks ?? "", network), network) : Buffer.from(secret);
		issuers.set(issuer.issuer, { ...issuer, audience: issuer.audience, key, skewSeconds: SKEW_SECONDS });
	}
	return issuers;
}

/** The public keys at a URL. Fetched when a token names an unknown key. */
function remoteKeys(url: URL, network: NetworkPolicy): Extract<Issuer["key"], (...args: never[]) => unknown> {
	const unavailable = (cause: unknown): HoldfastError =>
		new HoldfastError("unavailable", "the keys of the token's issuer cannot be fetched", {}, { cause });
	return createRemoteJWKSet(url, {
		[customFetch]: async (target, init) => {
			const response = await guardedFetch(target, init, network).catch((error) => {
				throw unavailable(error);
			});
			if (response.status !== 200) throw unavailable(new Error(`status ${response.status}`));
			return response;
		},
	});
}
