import type { TenantId } from "../../../event/index.ts";
import { type Sql, tuples } from "../call.ts";
import { bySize, each, toChunks } from "../chunks.ts";

const BY_UIDS = bySize(
	(uids) => `SELECT uid, no FROM {sessions} WHERE tenant = ? AND uid IN (${each(uids, "?")})`,
);

/** The numbers of the existing sessions among these, by uid. */
export function* sessionNumbers(tenant: TenantId, uids: Iterable<string>): Sql<Map<string, number>> {
	const found = new Map<string, number>();
	for (const chunk of toChunks([...new Set(uids)])) {
		for (const [uid, no] of yield* tuples<[string, number]>(BY_UIDS(chunk), tenant, ...chunk))
			found.set(uid, no);
	}
	return found;
}
