import { createHmac, timingSafeEqual } from "node:crypto";
import type { Received } from "./receiver.ts";

/** What a receiver does by the rules of Standard Webhooks; written from these rules, not from our code. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
	const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
		String(headers[`webhook-${name}`]),
	);
	if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
	const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
	const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest();
	return (signatures ?? "").split(" ").some((signature) => {
		const [version, value = ""] = signature.split(",");
		const given = Buffer.from(value, "base64");
		return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
	});
}
