import { z } from "zod";
import { parse } from "../error/index.ts";
import type { JsonObject, TenantId } from "../event/index.ts";
import type { Store } from "../store/ports/index.ts";
import { newSecret } from "./sign.ts";

/*
 * The secrets of a tenant are one document: the newest, and older ones until they expire. A change expects the
 * revision that it was based on. Two rotations at the same time therefore create two secrets, one after the other.
 */

const KIND = "webhook-secret";
const ID = "secrets";
/** Limits the length of the header if secrets are rotated often. */
const MOST = 5;

const stored = z.object({
	/** The newest first. Only older ones have an expiry. */
	secrets: z.array(z.object({ secret: z.string(), validUntil: z.number().optional() })).min(1),
});
type Stored = z.output<typeof stored>;

type Known = Pick<Store, "documents">;

async function read(
	{ documents }: Known,
	tenant: TenantId,
): Promise<{ rev: number; body: Stored } | undefined> {
	const found = await documents.get(tenant, KIND, ID);
	return found && { rev: found.rev, body: parse(stored, found.body, "webhook secrets") };
}

const write = ({ documents }: Known, tenant: TenantId, { secrets }: Stored, expect: "absent" | number) => {
	const body: JsonObject = { secrets: secrets.map((secret) => ({ ...secret }) as JsonObject) };
	return documents.put({ tenant, document: { kind: KIND, id: ID, body }, expect, at: Date.now() });
};

/** The secrets that sign deliveries of a tenant now, the newest first. Creates one if there is none. */
export async function secretsOf(store: Known, tenant: TenantId): Promise<string[]> {
	for (;;) {
		const found = await read(store, tenant);
		if (found) {
			const now = Date.now();
			return found.body.secrets
				.filter(({ validUntil }) => validUntil === undefined || validUntil > now)
				.map(({ secret }) => secret);
		}
		await write(store, tenant, { secrets: [{ secret: newSecret() }] }, "absent");
	}
}

/** Creates a new secret. Older ones stay valid for this long from now, but not longer than before. */
export async function rotateSecrets(store: Known, tenant: TenantId, keepMs: number): Promise<string> {
	const secret = newSecret();
	for (;;) {
		const found = await read(store, tenant);
		const now = Date.now();
		const until = now + keepMs;
		const older = (found?.body.secrets ?? [])
			.map((old) => ({ secret: old.secret, validUntil: Math.min(old.validUntil ?? until, until) }))
			.filter(({ validUntil }) => validUntil > now);
		const body = { secrets: [{ secret }, ...older].slice(0, MOST) };
		if ((await write(store, tenant, body, found?.rev ?? "absent")) !== false) return secret;
	}
}
