import { afterEach, beforeEach } from "vitest";
import { type Holdfast, type HoldfastOptions, holdfast, type Store } from "../../src/index.ts";

/** What a test may choose about an instance; the rest is the backend's. */
export type OpenOptions = Pick<HoldfastOptions, "tenant" | "retention">;

/** One empty database. Every instance opened in it sees the same data. */
export interface World {
	/** The store behind the instances, for what the public interface does not show (jobs, delivery cursors). */
	readonly store: Store;
	open(options?: OpenOptions): Promise<Holdfast>;
	/** An instance with all that an instance can be given, on the world's store if none is. Who opens it closes it. */
	connect(options: HoldfastOptions): Promise<Holdfast>;
	end(): Promise<void>;
}

/** A way to run the suite: embedded on some store, or a client of a server. */
export interface Backend {
	readonly name: string;
	/** A new, empty world. */
	create(): Promise<World>;
	/** Tests that mean nothing there, by name, and why. */
	readonly skips?: Readonly<Record<string, string>>;
}

/** A world of instances in this process, on one store. */
export function embeddedWorld(store: Store, cleanUp: () => Promise<void> = async () => {}): World {
	const opened: Holdfast[] = [];
	return {
		store,
		connect: (options) => holdfast({ store, ...options }),
		async open(options = {}) {
			const hf = await holdfast({ ...options, store });
			opened.push(hf);
			return hf;
		},
		async end() {
			await Promise.all(opened.map((hf) => hf.close()));
			await cleanUp();
		},
	};
}

/** Gives each test of the surrounding `describe` a world of its own. */
export function freshWorld(backend: Backend): World {
	let current: World | undefined;
	const world = (): World => {
		if (!current) throw new Error("a world exists only while a test runs");
		return current;
	};
	beforeEach(async ({ task, skip }) => {
		const why = backend.skips?.[task.name];
		if (why !== undefined) skip(why);
		current = await backend.create();
	});
	afterEach(async () => {
		const ending = current;
		current = undefined;
		await ending?.end();
	});
	return {
		get store() {
			return world().store;
		},
		open: (options) => world().open(options),
		connect: (options) => world().connect(options),
		end: () => world().end(),
	};
}
