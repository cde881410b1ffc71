export { ERROR_CODES, type ErrorCode, HoldfastError } from "../error/holdfast-error.ts";
export type { Holdfast } from "../interface.ts";
export { createClient } from "./client.ts";
export type { ClientOptions, Credential } from "./client-options.ts";
export type { RetryOptions } from "./retry.ts";
