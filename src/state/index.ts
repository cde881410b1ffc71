export {
	applyWrites,
	deltaText,
	MAX_STATE_VALUE_BYTES,
	ownState,
	parseState,
	type StateText,
	type StateWrite,
	sessionWrites,
	stateJson,
	toValues,
	toWrites,
	writesOf,
} from "./delta.ts";
export { applyPatch, MAX_RECORD_BYTES, type Patch, type PatchText, parsePatch } from "./patch.ts";
export { ownerOf, type StateScope, scopeOf } from "./scope.ts";
export {
	EVENT_WEBHOOK_URL,
	EXTERNAL_ID,
	isWebhookUrl,
	parseSessionMetadata,
	parseStoredMetadata,
	SESSION_KEY,
	STEP_OUTPUTS,
} from "./session-metadata.ts";
