import type { TenantId, UserId } from "../../event/index.ts";
import { changeUser, type UserMatchQuery, type UserRecord, type UserUpdate } from "../ports/index.ts";
import type { MemoryData } from "./data.ts";

/** By code point, as databases compare. JavaScript's own order is by UTF-16 unit. */
const compare = (a: string, b: string): number => Buffer.from(a).compare(Buffer.from(b));
const byId = (a: UserRecord, b: UserRecord): number => compare(a.userId, b.userId);

function usersOf(data: MemoryData, tenant: TenantId) {
	return [...data.users.values()].filter(({ record }) => record.tenant === tenant);
}

export function putUserChange(data: MemoryData, { tenant, userId, change, at }: UserUpdate): UserRecord {
	const before = data.users.get(data.userKey(tenant, userId))?.record;
	const record = changeUser(before, { tenant, userId, change: structuredClone(change), at });
	data.putUser(record);
	return structuredClone(record);
}

export function listUsers(
	data: MemoryData,
	tenant: TenantId,
	after: UserId | undefined,
	limit: number,
): UserRecord[] {
	const records = usersOf(data, tenant).map(({ record }) => record);
	return structuredClone(
		records
			.filter((record) => after === undefined || compare(record.userId, after) > 0)
			.sort(byId)
			.slice(0, limit),
	);
}

export function findUsers(data: MemoryData, { tenant, match, limit, after }: UserMatchQuery): UserRecord[] {
	const found = usersOf(data, tenant).filter((user) => match.every((key) => user.match.has(key)));
	return structuredClone(
		found
			.map(({ record }) => record)
			.filter((record) => after === undefined || compare(record.userId, after) > 0)
			.sort(byId)
			.slice(0, limit),
	);
}
