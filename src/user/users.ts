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

/** A person across conversations, by an id that you choose. */
export interface User {
	/** The id that you chose for the user. */
	userId: string;
	/** Name to show for the user. */
	displayName?: string;
	/** Values about the user that every prompt shows. */
	variables: JsonObject;
	/** Values for your program. No prompt shows them. */
	metadata: JsonObject;
	/** When the user was created, as an ISO 8601 timestamp. */
	createdAt: string;
	/** When the user last changed, as an ISO 8601 timestamp. */
	updatedAt: string;
}

/** Values to set when a user is created or changed. */
export interface UserInit {
	/** Name to show for the user. null removes it. */
	displayName?: string | null | undefined;
	/** Variables to set. Other keys stay. */
	variables?: Record<string, Json> | undefined;
	/** Metadata entries to set. Other keys stay. */
	metadata?: Record<string, Json> | undefined;
}

/** What to change about a user. Everything that you leave out stays. */
export interface UserPatch {
	/** Name to show for the user. null removes it. */
	displayName?: string | null | undefined;
	/** Variables to set and to remove. */
	variables?: Patch | undefined;
	/** Metadata entries to set and to remove. */
	metadata?: Patch | undefined;
}

/** Users of the tenant. */
export interface Users {
	/** Creates the user, or sets the given values of an existing one. */
	upsert(id: string, init?: UserInit): Promise<User>;
	/** Reads a user. Throws `not_found` if there is no such user. */
	get(id: string): Promise<User>;
	/** Lists users by id, ascending. */
	list(options?: { limit?: number; cursor?: string }): Promise<Page<User>>;
	/** Changes display name, variables and metadata in one write. Creates the user if needed. */
	update(id: string, patch: UserPatch): Promise<User>;
	/** Sets variables; other keys stay. Creates the user if needed. */
	setVariables(id: string, variables: Record<string, Json>): Promise<User>;
	/** Removes variables. Creates the user if needed. */
	unsetVariables(id: string, keys: readonly string[]): Promise<User>;
	/** Sets and removes metadata entries. Creates the user if needed. */
	updateMetadata(id: string, patch: Patch): Promise<User>;
	/** Lists users whose metadata contains all of these entries, by id. */
	find(by: { metadata: Record<string, Json>; limit?: number; cursor?: string }): Promise<Page<User>>;
	/** Moves all data of a user to another user id, in one transaction. */
	rekey(from: string, to: string, options?: RekeyOptions): Promise<{ sessions: number }>;
	/** Deletes the user with their sessions, state and facts. */
	delete(id: string): Promise<ErasureReceipt>;
}

const initSchema = z.object({
	displayName: labelText.nullable().optional(),
	variables: z.unknown().optional(),
	metadata: z.unknown().optional(),
});
const patchSchema = z.strictObject(initSchema.shape);
const limit = z.number().int().min(1).max(500).default(50);
const listSchema = z.strictObject({ limit, cursor: z.string().optional() });
const findSchema = z.strictObject({
	metadata: z.custom<JsonObject>(isObject, { error: "must be an object" }),
	limit,
	cursor: z.string().optional(),
});

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

/** One page of a list of users. */
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
		toUser(await platform.store.users.change({ tenant, userId: parseId(id), change: what, at: Date.now() }));

	return {
		async upsert(id, init = {}) {
			const { displayName, variables, metadata } = parse(initSchema, init, "user");
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
		async update(id, patch) {
			const { displayName, variables, metadata } = parse(patchSchema, patch, "user");
			if (displayName === undefined && variables === undefined && metadata === undefined)
				throw new HoldfastError("invalid", "user: set displayName, variables or metadata");
			return change(id, {
				...(displayName !== undefined && { displayName }),
				...(variables !== undefined && { variables: parsePatch(variables, "variables") }),
				...(metadata !== undefined && { metadata: parsePatch(metadata, "metadata") }),
			});
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
			return toPage(page, (after, limit) => platform.store.users.find({ tenant, match, limit, after }));
		},
		async rekey(from, to, options = {}) {
			const { onConflict } = parse(rekeyOptions, options, "re-key options");
			const [source, target] = [parseId(from), parseId(to)];
			if (source === target) throw new HoldfastError("invalid", "a user cannot be re-keyed to itself");
			const at = Date.now();
			const report = await platform.store.users.rekey({
				tenant,
				from: source,
				to: target,
				onConflict,
				at,
				session: (name) =>
					rekeyPlan(
						name,
						sessionName({ tenant, agentId: name.agentId, userId: target, sessionId: name.sessionId }),
						onConflict,
						at,
					),
			});
			// The store has moved the facts to the other user. An index adds them there when it is next used; the
			// old entries are removed here.
			await platform.index?.erase({ tenant, user: source });
			return report;
		},
		async delete(id) {
			return eraseScope(platform, { tenant, user: parseId(id) });
		},
	};
}
