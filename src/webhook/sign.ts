import { createHmac, randomBytes } from "node:crypto";

/*
 * Signatures as defined by https://www.standardwebhooks.com, so that receivers can use existing libraries:
 * HMAC-SHA256 of the id, the time and the body, joined by full stops.
 */

const PREFIX = "whsec_";

/** A new secret: 32 random bytes, in the form that libraries for receivers accept. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString("base64");

/** The value of the `webhook-signature` header: one signature per valid secret, the newest first. */
export function signMessage(
	secrets: readonly string[],
	{ id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
	const signatures = secrets.map((secret) => {
		const key = Buffer.from(secret.slice(PREFIX.length), "base64");
		return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
	});
	return signatures.join(" ");
}
