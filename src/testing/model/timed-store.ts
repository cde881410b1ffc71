import type { Store } from "../../store/ports/index.ts";

/**
 * A store whose clock for appends can be turned back, and whose retention does not wait for consolidation.
 */
export interface TimedStore {
	readonly store: Store;
	/** Everything that is appended in the meantime is stored as if it had been long ago. */
	longAgo<T>(write: () => Promise<T>): Promise<T>;
}

const LONG_AGO = Date.parse("2001-01-01T00:00:00Z");

export function timedStore(real: Store): TimedStore {
	let at: number | undefined;
	const store: Store = Object.create(real, {
		log: {
			value: {
				...real.log,
				append: (unit) => real.log.append(at === undefined ? unit : { ...unit, at }),
			} satisfies Store["log"],
		},
		sessions: {
			value: {
				...real.sessions,
				prune: (target, limits) => real.sessions.prune(target, { ...limits, consolidatedOnly: false }),
			} satisfies Store["sessions"],
		},
	});
	return {
		store,
		async longAgo(write) {
			at = LONG_AGO;
			try {
				return await write();
			} finally {
				at = undefined;
			}
		},
	};
}
