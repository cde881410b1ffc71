import type { HoldfastOptions } from "../interface.ts";
import type { Config, ServerConfig } from "./config.ts";

const DEFAULT_PATH = "holdfast.yaml";

/**
 * The options that a configuration file stands for: agents, database, models, retention. Paths in it are relative to
 * it; `${VAR}` is filled in from the environment. Nothing is opened or connected yet. The `server` block is left out:
 * `loadServerConfig` of `holdfast/server` has it.
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
 * The same for `serve()`: also where to listen, and the key of whoever runs the server.
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

/** All that a configuration file says, also what only a server needs. */
export async function readConfig(path: string = DEFAULT_PATH): Promise<Config> {
	const { readConfigFile } = await import("./read-config.ts");
	return (await readConfigFile(path)).config;
}
