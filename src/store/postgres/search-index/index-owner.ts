import { createHash } from "node:crypto";
import { HoldfastError } from "../../../error/index.ts";
import type { IndexMark, IndexOwner, IndexTarget } from "../../ports/index.ts";
import { row, type Sql } from "../../sql/call.ts";

/** A stored owner. */
export interface OwnerRow {
	no: number;
	mark: IndexMark;
	/** How many facts it has here, and the largest number that any ever had. */
	facts: number;
	last: number;
}

/** The owner of a target. Holdfast uses other targets only with an index that declares them. */
export function indexedOwner(target: IndexTarget): IndexOwner {
	if (!("everybody" in target) && target.kind === "fact" && target.uid === undefined) return target;
	throw new HoldfastError("capability_missing", "this index contains only facts of users and of spaces");
}

/** The key of an owner. */
export function ownerKey({ space, userId }: IndexOwner): Uint8Array {
	return createHash("sha256")
		.update(JSON.stringify([space, userId ?? ""]))
		.digest();
}

/** The owner, locked until the transaction ends. */
export function* lockOwner(owner: IndexOwner): Sql<OwnerRow | undefined> {
	const found = yield* row<{ no: number; rev: number; embedder: string | null; facts: number; last: number }>(
		"SELECT no, rev, embedder, facts, last FROM {index_owners} WHERE {mine} AND key = ? FOR NO KEY UPDATE",
		ownerKey(owner),
	);
	if (!found) return undefined;
	const { no, rev, embedder, facts, last } = found;
	return { no, facts, last, mark: { rev, embedder: embedder ?? undefined } };
}

/** A new owner; undefined if another transaction was faster. */
export function* addOwner(owner: IndexOwner, { rev, embedder }: IndexMark): Sql<OwnerRow | undefined> {
	const made = yield* row<{ no: number }>(
		`INSERT INTO {index_owners} (key, space, user_id, rev, embedder, facts, last) VALUES (?, ?, ?, ?, ?, 0, -1)
		ON CONFLICT (tenant, key) DO NOTHING RETURNING no`,
		ownerKey(owner),
		owner.space,
		owner.userId ?? "",
		rev,
		embedder ?? null,
	);
	return made && { no: made.no, mark: { rev, embedder }, facts: 0, last: -1 };
}
