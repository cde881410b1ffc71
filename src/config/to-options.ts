import type { HoldfastOptions } from "../holdfast.ts";
import { openIndex } from "./open-index.ts";
import { openStore } from "./open-store.ts";
import { readConfigFile } from "./read-config.ts";

/** What a file says, as the options that say the same. */
export async function toOptions(path: string): Promise<HoldfastOptions> {
	const file = await readConfigFile(path);
	await openIndex(file);
	// What is left is the server's, or has become the store.
	const { database, search: _search, server: _server, ...options } = file.config;
	return { ...options, store: await openStore(database) };
}
