import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type RecallStrategy, recallStrategies } from "./agent/index.ts";
import type { Embedder } from "./model/index.ts";
import type { Platform, Retention } from "./session/index.ts";

/** What an instance or server offers, and what the caller may do there. */
export interface About {
	/** Version of the package. */
	version: string;
	/** The tenant of the caller. Absent for users. */
	tenant?: string;
	/** What the caller may do. In an embedded instance: `root`, everything. */
	scope: "root" | "admin" | "agent" | "read" | "user";
	/** The user of the token. Only for callers with a token. */
	userId?: string;
	/** The server has no keys and answers only requests from its own machine. */
	open?: true;
	/** The store and what it can do. Absent for users. */
	store?: { name: string; capabilities: Record<string, unknown> };
	/** How memory is set up. Absent for users. */
	memory?: {
		/**
		 * The embedder; false: search by words only. `dimensions` of an external model is known after its first
		 * call.
		 */
		embedder: { name: string; dimensions?: number } | false;
		/** Searches the facts of large owners: the name of an index, or `process`, which compares every fact. */
		index: string;
		/** The available strategies for choosing excerpts. */
		strategies: RecallStrategy[];
	};
	/** How many days events are kept. */
	retention?: Retention;
}

/** How an instance is set up. Does not query the store; `doctor()` reports problems. */
export async function about(
	{ tenant, store, index, retention }: Platform,
	embedder: () => Promise<Embedder | undefined>,
): Promise<About> {
	const configured = await embedder();
	return {
		version: ownVersion() ?? "unknown",
		tenant,
		scope: "root",
		store: {
			name: store.name,
			capabilities: structuredClone<Record<string, unknown>>({ ...store.capabilities }),
		},
		memory: {
			embedder: configured ? tell(configured) : false,
			index: index?.name ?? "process",
			strategies: recallStrategies(store.capabilities, configured !== undefined),
		},
		retention: { events: retention.events, agents: { ...retention.agents } },
	};
}

const tell = ({ name, dimensions }: Embedder): { name: string; dimensions?: number } => ({
	name,
	...(dimensions > 0 && { dimensions }),
});

/** Version of the package; undefined in a bundle. */
export function ownVersion(): string | undefined {
	try {
		const file = createRequire(import.meta.url).resolve("holdfast/package.json");
		return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
	} catch {
		return undefined;
	}
}
