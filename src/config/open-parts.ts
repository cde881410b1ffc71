import type { HoldfastOptions } from "../interface.ts";
import type { Config } from "./config.ts";
import { openIndex } from "./open-index.ts";
import { openStore } from "./open-store.ts";

/** The options that say what a configuration says. */
export async function openParts(config: Config): Promise<HoldfastOptions> {
	// What is left is the server's, or has become the store and the index.
	const { database, search, server: _server, ...options } = config;
	const index = await openIndex(search);
	return { ...options, store: await openStore(database), ...(index && { index }) };
}
