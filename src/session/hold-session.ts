import type { SessionUid, TenantId } from "../event/index.ts";
import type { Store } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";
import { createSessionHandle, type SessionHandle } from "./session-handle.ts";
import type { SessionRef } from "./session-ref.ts";

/**
 * A handle on a session that exists, held by its uid: another name does not lose it, and nothing written through it
 * brings back one that was deleted (ID2).
 */
export function holdSession(platform: Platform, ref: SessionRef, uid: SessionUid): SessionHandle {
	const held = { uid, tenant: platform.tenant };
	return createSessionHandle(
		{
			...{ tenant: platform.tenant, retention: platform.retention, closing: platform.closing },
			...{
				memory: platform.memory,
				network: platform.network,
				networkOfCallers: platform.networkOfCallers,
				deliver: platform.deliver,
			},
			get store() {
				return onlyThis(platform.store, held);
			},
		},
		ref,
	);
}

/** Of a store what a handle uses, for one session alone. */
function onlyThis(store: Store, held: { uid: SessionUid; tenant: TenantId }): Store {
	const { log, sessions, state, erasure, facts, deliveries, documents } = store;
	return {
		capabilities: store.capabilities,
		log: {
			append: (unit) => log.append({ ...unit, target: held, create: undefined }),
			read: (_, query) => log.read(held, query),
			watch: (_, wake) => log.watch(held, wake),
		},
		sessions: {
			get: () => sessions.get(held),
			stateAsOf: (_, offset) => sessions.stateAsOf(held, offset),
		},
		state: { read: () => state.read(held) },
		// Asked for by the uid of the session that `sessions.get` found.
		documents: { list: documents.list },
		deliveries: { list: (query) => deliveries.list({ ...query, ...held }) },
		facts: {
			from: (_, tenant, offsets, limit) => facts.from(held.uid, tenant, offsets, limit),
			get: facts.get,
			commit: facts.commit,
		},
		erasure: { blank: (_, offsets, blank) => erasure.blank(held, offsets, blank) },
	} satisfies { [K in keyof Store]?: Partial<Store[K]> } as unknown as Store;
}
