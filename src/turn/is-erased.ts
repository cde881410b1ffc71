import { decodeEvent } from "../event/index.ts";
import type { Platform } from "../session/index.ts";

/**
 * Whether the run is deleted, or events of it are erased. Then its stream must not be repeated from memory
 * either.
 */
export async function isErased({ store, tenant }: Platform, runId: string): Promise<boolean> {
	const run = await store.runs.get(tenant, runId);
	if (!run) return true;
	const last = run.endOffset ?? run.inputOffset ?? 0;
	const query = { after: (run.inputOffset ?? 0) - 1, before: last + 1, limit: 10_000, runId };
	const page = await store.log.read({ uid: run.uid, tenant }, query);
	return !page || page.events.some(({ offset, body }) => decodeEvent(offset, body).erased);
}
