import type { EventKind, TenantId } from "../../event/index.ts";
import type { LogStretch, PlacedEvent } from "../ports/index.ts";
import type { MemoryData } from "./data.ts";

export function readStretches(
	data: MemoryData,
	tenant: TenantId,
	stretches: readonly LogStretch[],
	kinds: readonly EventKind[],
): PlacedEvent[] {
	return stretches.flatMap(({ uid, from, to }) => {
		const session = data.find({ uid, tenant });
		if (!session) return [];
		const { base } = session.record;
		return session.events
			.slice(Math.max(0, from - base), Math.max(0, to + 1 - base))
			.map(({ kind, body }, i) => ({ kind, uid, offset: Math.max(from, base) + i, body }))
			.filter(({ kind }) => kinds.includes(kind))
			.map(({ offset, body }) => ({ uid, offset, body }));
	});
}
