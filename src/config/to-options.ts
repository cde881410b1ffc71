import type { HoldfastOptions } from "../interface.ts";
import type { ServerConfig } from "./config.ts";
import { openParts } from "./open-parts.ts";
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
