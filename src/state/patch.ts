import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { isObject, type Json, type JsonObject, jsonObject, jsonText, keyText } from "../event/index.ts";

/** A change of metadata or variables, key by key. Other keys stay. */
export interface Patch {
	/** Keys to set, with their values. */
	set?: Record<string, Json> | undefined;
	/** Keys to remove. */
	unset?: readonly string[] | undefined;
}

/** A checked patch; its values are copies. */
export interface PatchText {
	set: JsonObject;
	unset: string[];
	/** Changes inside the objects at these keys; their other entries stay. An object that becomes empty is removed. */
	within?: Readonly<Record<string, { set: JsonObject; unset: string[] }>>;
}

export const MAX_RECORD_BYTES = 256 * 1024;

const patchSchema = z.strictObject(
	{ set: jsonObject.optional(), unset: z.array(keyText).optional() },
	{ error: "must be { set?, unset? }" },
);

/** Checks a patch from outside and copies it. */
export function parsePatch(value: unknown, what: string): PatchText {
	const patch = parse(patchSchema, value, what);
	const set: JsonObject = {};
	for (const key of Object.keys(patch.set ?? {})) {
		parse(keyText, key, `${what}.set key "${key.slice(0, 64)}"`);
		define(set, key, JSON.parse(jsonText(patch.set?.[key], `${what}.set.${key}`)));
	}
	const unset = patch.unset ?? [];
	for (const key of unset) {
		if (!Object.hasOwn(set, key)) continue;
		throw new HoldfastError(
			"invalid",
			`${what} key "${key}" is both set and unset in one change; keep one of them`,
			{ key },
		);
	}
	return { set, unset };
}

/** The record with the patch applied. Throws if the record would grow beyond the limit. */
export function applyPatch(record: JsonObject, patch: PatchText, what: string): JsonObject {
	const next: JsonObject = {};
	const gone = new Set(patch.unset);
	for (const key of Object.keys(record)) if (!gone.has(key)) define(next, key, record[key] as Json);
	for (const key of Object.keys(patch.set)) define(next, key, patch.set[key] as Json);
	for (const [key, inner] of Object.entries(patch.within ?? {})) {
		const before = Object.hasOwn(next, key) ? next[key] : undefined;
		const after = applyPatch(isObject(before) ? (before as JsonObject) : {}, inner, what);
		if (Object.keys(after).length > 0) define(next, key, after);
		else delete next[key];
	}
	const bytes = Buffer.byteLength(JSON.stringify(next));
	if (bytes > MAX_RECORD_BYTES) {
		throw new HoldfastError(
			"limit_exceeded",
			`${what} would have ${bytes} bytes; at most ${MAX_RECORD_BYTES} are allowed`,
			{
				bytes,
				limit: MAX_RECORD_BYTES,
			},
		);
	}
	return next;
}

/** Assignment that treats `__proto__` as the plain key it is in JSON. */
function define(record: JsonObject, key: string, value: Json): void {
	Object.defineProperty(record, key, { value, enumerable: true, writable: true, configurable: true });
}
