import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { keyText, labelText } from "../event/index.ts";
import { type Platform, pageOf } from "../session/index.ts";
import type { DocumentRecord } from "../store/ports/index.ts";
import { KEY_SCOPES, type KeyInfo, type Keys } from "./access.ts";
import { digestOf, newKeyText } from "./key-text.ts";
import { forgetKey, KEY_KIND } from "./verify-key.ts";

const PAGE = 1_000;

const newKey = z.strictObject({
	scope: z.enum(KEY_SCOPES, { error: `must be one of ${KEY_SCOPES.join(", ")}` }),
	name: labelText.optional(),
	expiresInSeconds: z.int().min(1).max(3_155_760_000).optional(),
});
const stored = z.object({ scope: z.enum(KEY_SCOPES), name: z.string().optional() });

function toInfo({ tenant, id, body, createdAt, expiresAt }: DocumentRecord): KeyInfo {
	const { scope, name } = stored.parse(body);
	return {
		id,
		tenant,
		scope,
		...(name !== undefined && { name }),
		createdAt: new Date(createdAt).toISOString(),
		...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
	};
}

/** The keys of a tenant. Only a hash is stored, so reading the store reveals no usable key. */
export function createKeys(platform: Platform): Keys {
	const { tenant } = platform;
	return {
		async create(options) {
			const { scope, name, expiresInSeconds } = parse(newKey, options, "key");
			const { id, key } = newKeyText(tenant);
			const at = Date.now();
			const expiresAt = expiresInSeconds === undefined ? undefined : at + expiresInSeconds * 1_000;
			const body = { hash: digestOf(key).toString("hex"), scope, ...(name !== undefined && { name }) };
			const draft = { kind: KEY_KIND, id, body, expiresAt };
			const rev = await platform.store.documents.put({ tenant, document: draft, expect: "absent", at });
			if (rev === false) throw new HoldfastError("unavailable", "the key could not be stored; try again");
			const record = { ...draft, tenant, rev, createdAt: at, updatedAt: at, uid: undefined };
			return { ...toInfo(record), key };
		},
		async list(options) {
			const found: DocumentRecord[] = [];
			for (let after: string | undefined; ; after = found.at(-1)?.id) {
				const query = { tenant, kind: KEY_KIND, after, limit: PAGE };
				const page = await platform.store.documents.list(query);
				found.push(...page);
				if (page.length < PAGE) break;
			}
			return pageOf(found.map(toInfo), options, ({ createdAt, id }) => `${createdAt} ${id}`);
		},
		async revoke(given) {
			const id = parse(keyText, given, "key id");
			const removed = await platform.store.documents.remove({ tenant, kind: KEY_KIND, id });
			forgetKey(platform.store, { tenant, id });
			if (!removed) throw new HoldfastError("not_found", `there is no key "${id}"`, { keyId: id });
		},
	};
}
