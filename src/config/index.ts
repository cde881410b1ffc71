export type { Config, DatabaseConfig, ServerConfig } from "./config.ts";
export { loadConfig, loadServerConfig, readConfig } from "./load-config.ts";
