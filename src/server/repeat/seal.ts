import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/*
 * Answers that are kept for repeats hold what the caller was told: new keys, contents. They are sealed under the caller's
 * own `Idempotency-Key`, which is not kept: who reads the store without knowing it reads nothing.
 */

export interface Seal {
	/** The same for the same request only. Tells nothing about it without the key. */
	fingerprint(parts: readonly (string | Uint8Array)[]): string;
	close(text: string): string;
	open(sealed: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function sealUnder(key: string, salt: string): Seal {
	const bytes = Buffer.from(hkdfSync("sha256", key, salt, "holdfast answer", 64));
	const cipherKey = bytes.subarray(0, 32);
	const macKey = bytes.subarray(32);
	return {
		fingerprint(parts) {
			const mac = createHmac("sha256", macKey);
			// Each part with its length: parts cannot be shifted into each other.
			for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part);
			return mac.digest("base64");
		},
		close(text) {
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv("aes-256-gcm", cipherKey, nonce);
			const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
			return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
		},
		open(sealed) {
			const all = Buffer.from(sealed, "base64");
			const decipher = createDecipheriv("aes-256-gcm", cipherKey, all.subarray(0, NONCE_BYTES));
			decipher.setAuthTag(all.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
			const text = decipher.update(all.subarray(NONCE_BYTES + TAG_BYTES));
			return Buffer.concat([text, decipher.final()]).toString();
		},
	};
}
