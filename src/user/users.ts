import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import {
	isObject,
	type Json,
	type JsonObject,
	jsonObject,
	keyText,
	labelText,
	type UserId,
	userId,
} from "../event/index.ts";
import {
	decodeCursor,
	type ErasureReceipt,
	encodeCursor,
	eraseScope,
	type Page,
	type Platform,
	type RekeyOptions,
	rekeyOptions,
	rekeyPlan,
} from "../session/index.ts";
import { type Patch, parsePatch } from "../state/index.ts";
import { matchKeys, noUser, sessionName, type UserChange, type UserRecord } from "../store/ports/index.ts";

/** A person whom sessions may belong to. */
export interface User {
	userId: string;
	displayName?: string;
	/** What the agent gets to know about the user. */
	variables: JsonObject;
	/** What only the integration needs; never reaches a prompt. */
	metadata: JsonObject;
	createdAt: string;
	updatedAt: string;
}

export interface UserInit {
	displayName?: string | null | undefined;
	/** Set key by key; keys that are not named stay. */
	variables?: Record<string, Json> | undefined;
	metadata?: Record<string, Json> | undefined;
}

export interface Users {
	/** Creates the user, or sets the given parts of it. */
	upsert(id: string, init?: UserInit): Promise<User>;
	get(id: string): Promise<User>;
	/** By user id, ascending. */
	list(options?: { limit?: number; cursor?: string }): Promise<Page<User>>;
	setVariables(id: string, variables: Record<string, Json>): Promise<User>;
	unsetVariables(id: string, keys: readonly string[]): Promise<User>;
	updateMetadata(id: string, patch: Patch): Promise<User>;
	/** Users whose metadata has all of these entries, by user id. */
	find(by: { metadata: Record<string, Json>; limit?: number; cursor?: string }): Promise<Page<User>>;
	/** Moves everything of a user to another user id in one step. */
	rekey(from: string, to: string, options?: RekeyOptions): Promise<{ sessions: number }>;
	/** Deletes the user with all sessions and state. */
	delete(id: string): Promise<ErasureReceipt>;
}

const initSchema = z.object({
	displayName: labelText.nullable().optional(),
	variables: z.unknown().optional(),
	metadata: z.unknown().optional(),
});
const limit = z.number().int().min(1).max(500).default(50);
const listSchema = z.strictObject({ limit, cursor: z.string().optional() });
const findSchema = z.strictObject({
	metadata: z.custom<JsonObject>(isObject, { error: "must be an object" }),
	limit,
	cursor: z.string().optional(),
});

const VARIABLES = Symbol("variables that are set and unset");

/** A change of variables for `upsert`, in one step: where nothing that a caller of the library writes can reach. */
export const variablesPatch = (patch: Patch): UserInit => ({ [VARIABLES]: patch }) as UserInit;

function toUser(record: UserRecord): User {
	return {
		userId: record.userId,
		...(record.displayName !== undefined && { displayName: record.displayName }),
		variables: record.variables,
		metadata: record.metadata,
		createdAt: new Date(record.createdAt).toISOString(),
		updatedAt: new Date(record.updatedAt).toISOString(),
	};
}

const parseId = (id: string): UserId => parse(userId, id, "user id");

/** A part of a list of users by id. */
async function toPage(
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
	read: (after: UserId | undefined, limit: number) => Promise<UserRecord[]>,
): Promise<Page<User>> {
	const found = await read(cursor === undefined ? undefined : decodeCursor(userId, cursor), limit + 1);
	const items = found.slice(0, limit);
	return {
		items: items.map(toUser),
		...(found.length > limit && { next: encodeCursor(items.at(-1)?.userId) }),
	};
}

export function createUsers(platform: Platform): Users {
	const { tenant } = platform;
	const change = async (id: string, what: UserChange): Promise<User> =>
		toUser(await platform.store.users.change(tenant, parseId(id), what, Date.now()));

	return {
		async upsert(id, init = {}) {
			const { displayName, variables, metadata } = parse(initSchema, init, "user");
			const { [VARIABLES]: patch } = init as { [VARIABLES]?: Patch };
			if (patch !== undefined) return change(id, { variables: parsePatch(patch, "variables") });
			return change(id, {
				...(displayName !== undefined && { displayName }),
				...(variables !== undefined && { variables: parsePatch({ set: variables }, "variables") }),
				...(metadata !== undefined && { metadata: parsePatch({ set: metadata }, "metadata") }),
			});
		},
		async get(id) {
			const found = await platform.store.users.get(tenant, parseId(id));
			if (!found) throw noUser(id);
			return toUser(found);
		},
		async list(options = {}) {
			const page = parse(listSchema, options, "list options");
			return toPage(page, (after, limit) => platform.store.users.list(tenant, { after, limit }));
		},
		async setVariables(id, variables) {
			return change(id, {
				variables: parsePatch({ set: parse(jsonObject, variables, "variables") }, "variables"),
			});
		},
		async unsetVariables(id, keys) {
			return change(id, {
				variables: parsePatch({ unset: parse(z.array(keyText), keys, "keys") }, "variables"),
			});
		},
		async updateMetadata(id, patch) {
			return change(id, { metadata: parsePatch(patch, "metadata") });
		},
		async find(by) {
			const { metadata, ...page } = parse(findSchema, by, "find");
			const wanted = parsePatch({ set: metadata }, "find.metadata").set;
			const keys = parse(
				z.array(keyText).min(1, { error: "must name at least one entry" }),
				Object.keys(wanted),
				"find.metadata",
			);
			if (keys.length > 20)
				throw new HoldfastError("limit_exceeded", "find takes at most 20 metadata entries");
			const match = matchKeys(wanted);
			return toPage(page, (after, limit) => platform.store.users.find(tenant, match, limit, after));
		},
		async rekey(from, to, options = {}) {
			const { onConflict } = parse(rekeyOptions, options, "re-key options");
			const [source, target] = [parseId(from), parseId(to)];
			if (source === target) throw new HoldfastError("invalid", "a user cannot be re-keyed to itself");
			const at = Date.now();
			const report = await platform.store.users.rekey({
				...{ tenant, from: source, to: target, onConflict, at },
				session: (name) =>
					rekeyPlan(name, sessionName(tenant, name.agentId, target, name.sessionId), onConflict, at),
			});
			// The facts are the other user's by now. An index meets them there; here they go.
			await platform.index?.erase({ tenant, user: source });
			return report;
		},
		async delete(id) {
			return eraseScope(platform, { tenant, user: parseId(id) });
		},
	};
}
