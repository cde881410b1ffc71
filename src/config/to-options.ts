import type { HoldfastOptions } from "../interface.ts";
import type { ServerConfig } from "./config.ts";
import { openParts } from "./open-parts.ts";
import { readConfigFile } from "./read-config.ts";

/** Reads a configuration file as options for `holdfast()`. */
export async function toOptions(path: string): Promise<HoldfastOptions> {
	return openParts((await readConfigFile(path)).config);
}

/** Reads a configuration file as options for `serve()`. */
export async function toServerOptions(path: string): Promise<HoldfastOptions & ServerConfig> {
	const { config } = await readConfigFile(path);
	return { ...(await openParts(config)), ...config.server };
}
