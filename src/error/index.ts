export { ERROR_CODES, type ErrorCode, type ErrorFields, HoldfastError } from "./holdfast-error.ts";
export { parse } from "./parse.ts";
