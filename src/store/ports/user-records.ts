import { hash } from "node:crypto";
import { canonicalJson, type Json, type JsonObject, type TenantId, type UserId } from "../../event/index.ts";
import { applyPatch } from "../../state/index.ts";
import type { UserRecord } from "./records.ts";
import type { UserChange } from "./user-port.ts";

/** What an index of users by metadata stores for one entry: short, and equal for equal values. */
export function matchKey(key: string, value: Json): string {
	return hash("sha256", JSON.stringify([key, canonicalJson(value)]), "base64url");
}

export function matchKeys(metadata: JsonObject): string[] {
	return Object.keys(metadata).map((key) => matchKey(key, metadata[key] as Json));
}

/** The record after a change; without a record before it, a new user. */
export function changeUser(
	before: UserRecord | undefined,
	id: { tenant: TenantId; userId: UserId },
	change: UserChange,
	at: number,
): UserRecord {
	const nothing = { set: {}, unset: [] };
	return {
		...id,
		displayName: change.displayName === undefined ? before?.displayName : (change.displayName ?? undefined),
		variables: applyPatch(before?.variables ?? {}, change.variables ?? nothing, "the user's variables"),
		metadata: applyPatch(before?.metadata ?? {}, change.metadata ?? nothing, "the user's metadata"),
		createdAt: before?.createdAt ?? at,
		updatedAt: Math.max(before?.updatedAt ?? at, at),
	};
}

/** Two users become one: what the target has stays, what only the source has is added. */
export function mergeUsers(
	source: UserRecord,
	target: UserRecord | undefined,
	to: UserId,
	at: number,
): UserRecord {
	if (!target) return { ...source, userId: to, updatedAt: Math.max(source.updatedAt, at) };
	const add = (mine: JsonObject, theirs: JsonObject, what: string): JsonObject =>
		applyPatch(theirs, { set: mine, unset: [] }, what);
	return {
		...target,
		displayName: target.displayName ?? source.displayName,
		variables: add(target.variables, source.variables, "the user's variables"),
		metadata: add(target.metadata, source.metadata, "the user's metadata"),
		updatedAt: Math.max(target.updatedAt, at),
	};
}
