import "../error/require-node.ts";

export { loadServerConfig } from "../config/index.ts";
export type { IssuerOptions } from "./auth/issuers.ts";
export type { LogEntry, Logger } from "./observe/log-request.ts";
export type { ServeOptions, ServerLimits } from "./options.ts";
export { type HoldfastServer, serve } from "./serve.ts";
