import { afterEach } from "vitest";
import type { AgentDefinition, Holdfast, HoldfastOptions } from "../../src/index.ts";
import type { Store } from "../../src/store/ports/index.ts";
import { type Backend, freshWorld } from "../api/world.ts";

export type TurnOptions = Pick<HoldfastOptions, "tenant" | "leaseMs" | "memory" | "model" | "store">;

/** Agents on one empty store. */
export interface TurnWorld {
	readonly store: Store;
	/** An instance on the store. Several of them are like several processes. */
	open(agents: readonly AgentDefinition[], options?: TurnOptions): Promise<Holdfast>;
}

/** Gives each test of the surrounding `describe` an empty store, and closes what the test opened. */
export function turnWorld(backend: Backend): TurnWorld {
	const world = freshWorld(backend);
	const opened: Holdfast[] = [];
	// Runs before the world's own: the newest hook comes first.
	afterEach(async () => {
		await Promise.all(opened.splice(0).map((hf) => hf.close()));
	});
	return {
		get store() {
			return world.store;
		},
		async open(agents, options = {}) {
			// Receivers of callbacks are on this machine.
			const network = { allow: ["127.0.0.1"] };
			const hf = await world.connect({ network, ...options, agents });
			opened.push(hf);
			return hf;
		},
	};
}

/** A promise and how to settle it: what tests wait with instead of time. */
export interface Latch {
	readonly opened: Promise<void>;
	open(): void;
}

export function latch(): Latch {
	const { promise, resolve } = Promise.withResolvers<void>();
	return { opened: promise, open: resolve };
}

/** Something that never comes. */
export const never = (): Promise<never> => new Promise<never>(() => {});

/** Says that it is here, and waits until it may go on; without a second latch for ever. */
export function waitAt(here: Latch | undefined, until?: Latch): Promise<void> {
	here?.open();
	return until?.opened ?? never();
}

/** Until so many runs wait in line. */
export async function untilWaiting(hf: Holdfast, count: number): Promise<void> {
	while ((await hf.runs.list({ status: "pending" })).items.length < count) {
		// Lets others work: a store in memory answers without ever giving way.
		await new Promise((resolve) => setImmediate(resolve));
	}
}
