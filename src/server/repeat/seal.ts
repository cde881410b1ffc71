import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/*
 * Stored responses contain what the caller received: new keys, contents. They are encrypted with the caller's
 * `Idempotency-Key`, which is not stored. Reading the store without the key reveals nothing.
 */

export interface Seal {
	/** Equal for the same request only. Reveals nothing about it without the key. */
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
			// Each part with its length, so that content cannot move between parts.
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
