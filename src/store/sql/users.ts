import type { TenantId, UserId } from "../../event/index.ts";
import {
	changeUser,
	matchKeys,
	type UserMatchQuery,
	type UserRecord,
	type UserUpdate,
} from "../ports/index.ts";
import { hold, row, rows, type Sql, type SqlCall, tell } from "./call.ts";

interface UserRow {
	tenant: string;
	user_id: string;
	display_name: string | null;
	variables: string;
	metadata: string;
	created_at: number;
	updated_at: number;
}

function toRecord(row: UserRow): UserRecord {
	return {
		tenant: row.tenant as TenantId,
		userId: row.user_id as UserId,
		displayName: row.display_name ?? undefined,
		variables: JSON.parse(row.variables),
		metadata: JSON.parse(row.metadata),
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	};
}

export function* findUser(tenant: TenantId, userId: UserId): Sql<UserRecord | undefined> {
	const found = yield* row<UserRow>("SELECT * FROM {users} WHERE tenant = ? AND user_id = ?", tenant, userId);
	return found && toRecord(found);
}

/** Serializes changes of a user. */
export const holdUser = (tenant: TenantId, userId: UserId): SqlCall => hold("user", tenant, userId);

export function* putUser(user: UserRecord): Sql<void> {
	const { tenant, userId, displayName, variables, metadata, createdAt, updatedAt } = user;
	yield tell(
		`INSERT INTO {users} (tenant, user_id, display_name, variables, metadata, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tenant, user_id) DO UPDATE SET display_name = excluded.display_name,
		variables = excluded.variables, metadata = excluded.metadata, updated_at = excluded.updated_at`,
		tenant,
		userId,
		displayName ?? null,
		JSON.stringify(variables),
		JSON.stringify(metadata),
		createdAt,
		updatedAt,
	);
	yield tell("DELETE FROM {user_matches} WHERE tenant = ? AND user_id = ?", tenant, userId);
	for (const match of matchKeys(metadata)) {
		yield tell(
			"INSERT INTO {user_matches} (tenant, match_key, user_id) VALUES (?, ?, ?)",
			tenant,
			match,
			userId,
		);
	}
}

export function* deleteUser(tenant: TenantId, userId: UserId): Sql<void> {
	yield tell("DELETE FROM {user_matches} WHERE tenant = ? AND user_id = ?", tenant, userId);
	yield tell("DELETE FROM {users} WHERE tenant = ? AND user_id = ?", tenant, userId);
}

export function* putUserChange({ tenant, userId, change, at }: UserUpdate): Sql<UserRecord> {
	yield holdUser(tenant, userId);
	const next = changeUser(yield* findUser(tenant, userId), { tenant, userId, change, at });
	yield* putUser(next);
	return next;
}

export function* listUsers(tenant: TenantId, after: UserId | undefined, limit: number): Sql<UserRecord[]> {
	const text = "SELECT * FROM {users} WHERE tenant = ? AND user_id > ? ORDER BY user_id LIMIT ?";
	return (yield* rows<UserRow>(text, tenant, after ?? "", limit)).map(toRecord);
}

/** Users with all of these metadata entries. */
export function* findUsers({ tenant, match, limit, after }: UserMatchQuery): Sql<UserRecord[]> {
	const both = match.map(
		() => "AND user_id IN (SELECT user_id FROM {user_matches} WHERE tenant = ? AND match_key = ?)",
	);
	const params = match.flatMap((key) => [tenant, key]);
	const text = `SELECT * FROM {users} WHERE tenant = ? AND user_id > ? ${both.join(" ")} ORDER BY user_id LIMIT ?`;
	return (yield* rows<UserRow>(text, tenant, after ?? "", ...params, limit)).map(toRecord);
}
