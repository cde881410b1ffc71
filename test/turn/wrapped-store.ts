import type { AppendOutcome, AppendUnit, EventQuery, LogPage, Store } from "../../src/store/ports/index.ts";

export interface Wrapping {
	/** Stands before each append: passes it on, changes it, or refuses it. */
	append?(unit: AppendUnit, next: (unit: AppendUnit) => Promise<AppendOutcome>): Promise<AppendOutcome>;
	/** Hears of each read of a log. */
	read?(query: EventQuery): void;
	/** Stands before each look at a run. */
	getRun?(next: () => ReturnType<Store["runs"]["get"]>): ReturnType<Store["runs"]["get"]>;
	/** Stands before each renewal of a lease. */
	renew?(next: () => ReturnType<Store["runs"]["renew"]>): ReturnType<Store["runs"]["renew"]>;
}

/** A store with something between it and the runtime. */
export function wrappedStore(store: Store, wrapping: Wrapping): Store {
	const { append, read, getRun, renew } = wrapping;
	return {
		...store,
		log: {
			...store.log,
			append: (unit) => (append ? append(unit, store.log.append) : store.log.append(unit)),
			read(target, query): Promise<LogPage | undefined> {
				read?.(query);
				return store.log.read(target, query);
			},
		},
		runs: {
			...store.runs,
			get: (tenant, id) => {
				const next = () => store.runs.get(tenant, id);
				return getRun ? getRun(next) : next();
			},
			renew: (tenant, id, aliveMs) => {
				const next = () => store.runs.renew(tenant, id, aliveMs);
				return renew ? renew(next) : next();
			},
		},
	};
}
