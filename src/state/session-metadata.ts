import { HoldfastError } from "../error/index.ts";
import { type JsonObject, keyText, MAX_ID_LENGTH } from "../event/index.ts";
import { applyPatch, type PatchText, parsePatch } from "./patch.ts";

/** Metadata keys that Holdfast itself uses. */
export const SESSION_KEY = "session_key";
/** The metadata key by which a session can be found: `SessionFilter.externalId`. */
export const EXTERNAL_ID = "external_id";
export const EVENT_WEBHOOK_URL = "event_webhook_url";
export const STEP_OUTPUTS = "step_outputs";

function refuse(key: string, why: string): never {
	throw new HoldfastError("invalid", `metadata "${key}" ${why}`, { key });
}

/** Checks a patch of session metadata, including the values of the well-known keys. */
export function parseSessionMetadata(value: unknown, what: string): PatchText {
	const patch = parsePatch(value, what);
	if (Object.hasOwn(patch.set, STEP_OUTPUTS) || patch.unset.includes(STEP_OUTPUTS)) {
		refuse(STEP_OUTPUTS, "is written by the runtime only; use a key of your own");
	}
	checkKnownKeys(patch.set);
	return patch;
}

/** Checks the complete metadata of an exported session, including what the runtime wrote. */
export function parseStoredMetadata(value: unknown, what: string): JsonObject {
	const { set } = parsePatch({ set: value }, what);
	checkKnownKeys(set);
	return applyPatch({}, { set, unset: [] }, what);
}

function checkKnownKeys(metadata: JsonObject): void {
	for (const key of [SESSION_KEY, EXTERNAL_ID]) {
		const text = metadata[key];
		if (text === undefined) continue;
		// Must be valid as an id. Otherwise it could be stored, but never looked up.
		if (!keyText.safeParse(text).success) {
			refuse(
				key,
				`must be a string of 1 to ${MAX_ID_LENGTH} UTF-16 code units, without NUL and lone surrogates`,
			);
		}
	}
	const url = metadata[EVENT_WEBHOOK_URL];
	if (url !== undefined && !isWebhookUrl(url))
		refuse(EVENT_WEBHOOK_URL, "must be an http(s) URL without credentials");
}

/** Whether the text can be the URL of a webhook. Does not check the network policy. */
export function isWebhookUrl(value: unknown): boolean {
	if (typeof value !== "string" || value.length > 2048) return false;
	if (!value.isWellFormed() || value.includes("\u0000")) return false;
	const url = URL.parse(value);
	return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}
