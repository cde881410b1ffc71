import { afterEach } from "vitest";
import type { AgentDefinition, Holdfast, HoldfastOptions } from "../../src/index.ts";
import type { Store } from "../../src/store/ports/index.ts";
import { type Backend, freshWorld } from "../api/world.ts";

export type MemoryWorldOptions = Omit<HoldfastOptions, "reload">;

/** Memories on one empty store. */
export interface MemoryWorld {
	readonly store: Store;
	/** An instance on the store. Several of them are like several processes. */
	open(options?: MemoryWorldOptions): Promise<Holdfast>;
	/** The same, with agents. */
	agents(...agents: AgentDefinition[]): Promise<Holdfast>;
}

/** Gives each test of the surrounding `describe` an empty store, and closes what the test opened. */
export function memoryWorld(backend: Backend): MemoryWorld {
	const world = freshWorld(backend);
	const opened: Holdfast[] = [];
	// Runs before the world's own: the newest hook comes first.
	afterEach(async () => {
		await Promise.all(opened.splice(0).map((hf) => hf.close({ cancel: true })));
	});
	const open = async (options: MemoryWorldOptions = {}): Promise<Holdfast> => {
		const hf = await world.connect(options);
		opened.push(hf);
		return hf;
	};
	return {
		get store() {
			return world.store;
		},
		open,
		agents: (...agents) => open({ agents }),
	};
}
