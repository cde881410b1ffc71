import { randomBytes } from "node:crypto";
import type { TenantId } from "../event/index.ts";
import type { Store } from "../store/ports/index.ts";

const KIND = "token-secret";
const ID = "current";

/** The secret that signs the tenant's own tokens; undefined if none was created yet. */
export async function findTokenSecret(store: Store, tenant: TenantId): Promise<Uint8Array | undefined> {
	const found = await store.documents.get(tenant, KIND, ID);
	return typeof found?.body.secret === "string" ? Buffer.from(found.body.secret, "base64") : undefined;
}

/** The same, created if it does not exist yet. */
export async function needTokenSecret(store: Store, tenant: TenantId): Promise<Uint8Array> {
	for (;;) {
		const known = await findTokenSecret(store, tenant);
		if (known) return known;
		const secret = randomBytes(32);
		const body = { secret: secret.toString("base64") };
		const made = await store.documents.put({
			tenant,
			document: { kind: KIND, id: ID, body },
			expect: "absent",
			at: Date.now(),
		});
		if (made !== false) return secret;
	}
}
