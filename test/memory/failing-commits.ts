import type { FactOutcome, FactUnit, Store } from "../../src/store/ports/index.ts";

/** A store with something between it and those who commit facts. */
export function withCommits(
	store: Store,
	commit: (unit: FactUnit, next: () => Promise<FactOutcome>) => Promise<FactOutcome>,
): Store {
	return {
		...store,
		facts: { ...store.facts, commit: (unit) => commit(unit, () => store.facts.commit(unit)) },
	};
}
