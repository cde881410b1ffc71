import { createHash } from "node:crypto";
import type { IndexMark, IndexOwner } from "../../ports/index.ts";
import { row, type Sql } from "../../sql/call.ts";

/** An owner as stored. */
export interface OwnerRow {
	no: number;
	mark: IndexMark;
	/** How many facts it has here, and the greatest number that any ever had. */
	facts: number;
	last: number;
}

/** What an owner is known by. */
export function ownerKey({ space, userId }: IndexOwner): Uint8Array {
	return createHash("sha256")
		.update(JSON.stringify([space, userId ?? ""]))
		.digest();
}

/** The owner, kept from changing until the transaction ends. */
export function* lockOwner(owner: IndexOwner): Sql<OwnerRow | undefined> {
	const found = yield* row<{ no: number; rev: number; embedder: string | null; facts: number; last: number }>(
		"SELECT no, rev, embedder, facts, last FROM {index_owners} WHERE {mine} AND key = ? FOR NO KEY UPDATE",
		ownerKey(owner),
	);
	if (!found) return undefined;
	const { no, rev, embedder, facts, last } = found;
	return { no, facts, last, mark: { rev, embedder: embedder ?? undefined } };
}

/** A new owner; undefined when somebody else was faster. */
export function* addOwner(owner: IndexOwner, { rev, embedder }: IndexMark): Sql<OwnerRow | undefined> {
	const made = yield* row<{ no: number }>(
		`INSERT INTO {index_owners} (key, space, user_id, rev, embedder, facts, last) VALUES (?, ?, ?, ?, ?, 0, -1)
		ON CONFLICT (tenant, key) DO NOTHING RETURNING no`,
		...[ownerKey(owner), owner.space, owner.userId ?? "", rev, embedder ?? null],
	);
	return made && { no: made.no, mark: { rev, embedder }, facts: 0, last: -1 };
}
