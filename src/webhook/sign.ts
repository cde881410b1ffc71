import { createHmac, randomBytes } from "node:crypto";

/*
 * Signatures as https://www.standardwebhooks.com says, so that receivers can use the libraries there are: the id, the
 * time and the body, joined by full stops, under HMAC-SHA256.
 */

const PREFIX = "whsec_";

/** A new secret: 32 random bytes, in the form that libraries for receivers take. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString("base64");

/** What the header `webhook-signature` holds: a signature by each secret that is valid, the newest first. */
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
