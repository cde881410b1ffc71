import "../error/require-node.ts";

/*
 * `holdfast/store`: for authors of stores. It contains the ports, the records that they store, and the
 * decisions that all stores share. Code inside this repository imports `store/ports` instead.
 */

export { ERROR_CODES, type ErrorCode, HoldfastError } from "../error/index.ts";
export {
	type AgentId,
	countsAsMessage,
	type EventKind,
	type EventSource,
	type Json,
	type JsonObject,
	MAX_OFFSETS,
	type SessionId,
	type SessionMode,
	type SessionUid,
	type TenantId,
	type UserId,
} from "../event/index.ts";
export {
	applyPatch,
	applyWrites,
	EXTERNAL_ID,
	ownerOf,
	ownState,
	type PatchText,
	parseState,
	type StateScope,
	type StateText,
	type StateWrite,
	scopeOf,
	sessionWrites,
	stateJson,
	writesOf,
} from "../state/index.ts";
export * from "./ports/index.ts";
export { Watchers } from "./watchers.ts";
