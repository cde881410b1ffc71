import type { HoldfastOptions } from "../interface.ts";
import type { Config, ServerConfig } from "./config.ts";
import { openIndex } from "./open-index.ts";
import { openStore } from "./open-store.ts";
import { readConfigFile } from "./read-config.ts";

/** What a file says, as the options that say the same. */
export async function toOptions(path: string): Promise<HoldfastOptions> {
	return openParts((await readConfigFile(path)).config);
}

/** The same for a server, with where it listens. */
export async function toServerOptions(path: string): Promise<HoldfastOptions & ServerConfig> {
	const { config } = await readConfigFile(path);
	return { ...(await openParts(config)), ...config.server };
}

async function openParts(config: Config): Promise<HoldfastOptions> {
	// What is left is the server's, or has become the store and the index.
	const { database, search, server: _server, ...options } = config;
	const index = await openIndex(search);
	return { ...options, store: await openStore(database), ...(index && { index }) };
}
