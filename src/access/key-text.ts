import { hash, randomBytes } from "node:crypto";
import { type TenantId, tenantId } from "../event/index.ts";

/*
 * The text of a key: `holdfast_`, then in base64url a public id, a secret and the tenant it belongs to. A key is
 * only looked up in its own tenant. A key that names the wrong tenant is not found.
 */

const PREFIX = "holdfast_";
const ID_BYTES = 12;
const SECRET_BYTES = 24;
/** Length of a key for the longest possible tenant id in UTF-8. */
const MAX_LENGTH = PREFIX.length + Math.ceil(((ID_BYTES + SECRET_BYTES + 512 * 3) * 4) / 3);

export interface KeyName {
	tenant: TenantId;
	id: string;
}

export function newKeyText(tenant: TenantId): { id: string; key: string } {
	const secret = randomBytes(ID_BYTES + SECRET_BYTES);
	const key = PREFIX + Buffer.concat([secret, Buffer.from(tenant)]).toString("base64url");
	return { id: secret.subarray(0, ID_BYTES).toString("hex"), key };
}

/** Whether a credential has the form of a key. */
export const looksLikeKey = (text: string): boolean => text.startsWith(PREFIX);

/** The tenant and id that a key contains; undefined if the text is not a key. Verifies nothing. */
export function readKeyText(text: string): KeyName | undefined {
	if (!looksLikeKey(text) || text.length > MAX_LENGTH) return undefined;
	const encoded = text.slice(PREFIX.length);
	const bytes = Buffer.from(encoded, "base64url");
	// Each key has one spelling. Characters that the decoder ignores make the text invalid.
	if (bytes.toString("base64url") !== encoded) return undefined;
	const name = bytes.subarray(ID_BYTES + SECRET_BYTES);
	const tenant = tenantId.safeParse(name.toString());
	if (!tenant.success || !Buffer.from(tenant.data).equals(name)) return undefined;
	return { tenant: tenant.data, id: bytes.subarray(0, ID_BYTES).toString("hex") };
}

/** The stored form of a key. A key has 192 random bits, so a plain hash cannot be reversed. */
export const digestOf = (text: string): Buffer => hash("sha256", text, "buffer");
