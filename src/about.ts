import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type RecallStrategy, recallStrategies } from "./agent/index.ts";
import type { Embedder } from "./model/index.ts";
import type { Platform, Retention } from "./session/index.ts";

/** Who asks, whom, and what can be had there. */
export interface About {
	/** Of the package. */
	version: string;
	/** Not told to users. */
	tenant?: string;
	/** What the caller may do; embedded, everything. */
	scope: "root" | "admin" | "agent" | "read" | "user";
	/** Whose token it is. */
	userId?: string;
	/** The server has no key, and answers to its own machine only. */
	open?: true;
	/** What follows is not told to users. */
	store?: { name: string; capabilities: Record<string, unknown> };
	memory?: {
		/** false: search is by words alone. How long the vectors of an outside model are is known when it has answered once. */
		embedder: { name: string; dimensions?: number } | false;
		/** What finds the facts of large owners: the name of an index, or `process`, which compares everything. */
		index: string;
		/** Ways to choose the earlier messages that enter a prompt. */
		strategies: RecallStrategy[];
	};
	/** How many days events are kept. */
	retention?: Retention;
}

/** How an instance is set up. Asks nothing of the store: what is not in order, `doctor()` tells. */
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

/** Undefined where it was put together with others into one file. */
export function ownVersion(): string | undefined {
	try {
		const file = createRequire(import.meta.url).resolve("holdfast/package.json");
		return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
	} catch {
		return undefined;
	}
}
