import { SignJWT } from "jose";
import { z } from "zod";
import { parse } from "../error/index.ts";
import { userId } from "../event/index.ts";
import type { Platform } from "../session/index.ts";
import type { Tokens } from "./access.ts";
import { needTokenSecret } from "./token-secret.ts";
import { OWN_ALGORITHM, OWN_AUDIENCE, OWN_ISSUER } from "./verify-token.ts";

const newToken = z.strictObject({
	userId,
	expiresInSeconds: z.int().min(1).max(86_400).default(900),
});

/** Tokens of single users, signed with a secret of the tenant. They are not stored; they expire. */
export function createTokens(platform: Platform): Tokens {
	return {
		async create(options) {
			const { userId: user, expiresInSeconds } = parse(newToken, options, "token");
			const secret = await needTokenSecret(platform.store, platform.tenant);
			const now = Math.floor(Date.now() / 1_000);
			const expires = now + expiresInSeconds;
			const token = await new SignJWT({ tenant: platform.tenant })
				.setProtectedHeader({ alg: OWN_ALGORITHM, typ: "JWT" })
				.setIssuer(OWN_ISSUER)
				.setAudience(OWN_AUDIENCE)
				.setSubject(user)
				.setIssuedAt(now)
				.setExpirationTime(expires)
				.sign(secret);
			return { token, expiresAt: new Date(expires * 1_000).toISOString() };
		},
	};
}
