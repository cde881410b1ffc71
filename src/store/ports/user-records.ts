import { hash } from "node:crypto";
import { canonicalJson, type Json, type JsonObject, type UserId } from "../../event/index.ts";
import { applyPatch } from "../../state/index.ts";
import type { UserRecord } from "./records.ts";
import type { UserUpdate } from "./user-port.ts";

/** The key of one metadata entry in an index of users: short, and equal for equal values. */
export function matchKey(key: string, value: Json): string {
	return hash("sha256", JSON.stringify([key, canonicalJson(value)]), "base64url");
}

/** The match keys of all entries. */
export function matchKeys(metadata: JsonObject): string[] {
	return Object.keys(metadata).map((key) => matchKey(key, metadata[key] as Json));
}

/** The record after a change. Without a previous record, a new user. */
export function changeUser(before: UserRecord | undefined, update: UserUpdate): UserRecord {
	const { tenant, userId, change, at } = update;
	const nothing = { set: {}, unset: [] };
	return {
		tenant,
		userId,
		displayName: change.displayName === undefined ? before?.displayName : (change.displayName ?? undefined),
		variables: applyPatch(before?.variables ?? {}, change.variables ?? nothing, "the user's variables"),
		metadata: applyPatch(before?.metadata ?? {}, change.metadata ?? nothing, "the user's metadata"),
		createdAt: before?.createdAt ?? at,
		updatedAt: Math.max(before?.updatedAt ?? at, at),
	};
}

/** Merges two users: the target's values stay, values that only the source has are added. */
export function mergeUsers(merge: {
	/** The user whose record ends. */
	source: UserRecord;
	/** The user who stays, if they have a record. */
	target: UserRecord | undefined;
	/** The id of the user who stays. */
	to: UserId;
	/** The writer's clock, in milliseconds. */
	at: number;
}): UserRecord {
	const { source, target, to, at } = merge;
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
