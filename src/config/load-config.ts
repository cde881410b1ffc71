import type { HoldfastOptions } from "../interface.ts";
import type { Config, ServerConfig } from "./config.ts";

const DEFAULT_PATH = "holdfast.yaml";

/**
 * Reads a configuration file and returns the options for `holdfast()`: agents, database, models, retention. Paths are
 * relative to the file; `${VAR}` is filled in from the environment. Opens and connects nothing. Ignores the `server` block:
 * for that, use `loadServerConfig` of `holdfast/server`.
 *
 * @example
 * ```ts
 * import { holdfast, loadConfig } from "holdfast";
 *
 * const hf = await holdfast(await loadConfig("./holdfast.yaml"));
 * await hf.close();
 * ```
 */
export async function loadConfig(path: string = DEFAULT_PATH): Promise<HoldfastOptions> {
	const { toOptions } = await import("./to-options.ts");
	return toOptions(path);
}

/**
 * Reads a configuration file and returns the options for `serve()`: those of `loadConfig`, and the `server` block.
 *
 * @example
 * ```ts
 * import { loadServerConfig, serve } from "holdfast/server";
 *
 * const server = await serve(await loadServerConfig("./holdfast.yaml"));
 * console.log(server.url);
 * await server.close();
 * ```
 */
export async function loadServerConfig(path: string = DEFAULT_PATH): Promise<HoldfastOptions & ServerConfig> {
	const { toServerOptions } = await import("./to-options.ts");
	return toServerOptions(path);
}

/** Reads the whole content of a configuration file, including the `server` block. */
export async function readConfig(path: string = DEFAULT_PATH): Promise<Config> {
	const { readConfigFile } = await import("./read-config.ts");
	return (await readConfigFile(path)).config;
}
