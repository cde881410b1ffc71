import { lazyIterator } from "./lazy-iterator.ts";
import type { Runs } from "./runs.ts";

/** Loads the code of runs at the first call: a program that only uses sessions does not load it. */
export function lazyRuns(load: () => Promise<Runs>): Runs {
	return {
		get: async (id) => (await load()).get(id),
		list: async (options) => (await load()).list(options),
		cancel: async (id) => (await load()).cancel(id),
		trace: async (id) => (await load()).trace(id),
		stream: (id, options) => lazyIterator(async () => (await load()).stream(id, options)),
		delete: async (id) => (await load()).delete(id),
	};
}
