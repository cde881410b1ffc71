import type { Memory } from "./memory.ts";

/** A memory that loads its code at the first call. */
export function lazyMemory(load: () => Promise<Memory>): Memory {
	return {
		write: async (...args) => (await load()).write(...args),
		writeMany: async (...args) => (await load()).writeMany(...args),
		search: async (...args) => (await load()).search(...args),
		list: async (...args) => (await load()).list(...args),
		get: async (...args) => (await load()).get(...args),
		history: async (...args) => (await load()).history(...args),
		from: async (...args) => (await load()).from(...args),
		update: async (...args) => (await load()).update(...args),
		contradictions: async (...args) => (await load()).contradictions(...args),
		pin: async (...args) => (await load()).pin(...args),
		forget: async (...args) => (await load()).forget(...args),
		delete: async (...args) => (await load()).delete(...args),
		rebuild: async (...args) => (await load()).rebuild(...args),
	};
}
