export type { Config, DatabaseConfig } from "./config.ts";
export { loadConfig, readConfig } from "./load-config.ts";
