import type { HoldfastOptions } from "../interface.ts";
import type { Config } from "./config.ts";
import { openIndex } from "./open-index.ts";
import { openStore } from "./open-store.ts";

/** Converts a configuration to the options of the library. */
export async function openParts(config: Config): Promise<HoldfastOptions> {
	// `server` is for `serve()` only; `database` and `search` become the store and the index.
	const { database, search, server: _server, ...options } = config;
	const index = await openIndex(search);
	return { ...options, store: await openStore(database), ...(index && { index }) };
}
