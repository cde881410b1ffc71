import type { SessionUid, TenantId } from "../../event/index.ts";
import {
	type DocumentListQuery,
	type DocumentPut,
	type DocumentRecord,
	type DocumentRemoval,
	firstNumber,
} from "../ports/index.ts";
import { row, rows, run, type Sql, type SqlValue } from "./call.ts";
import { prefixEnd } from "./prefix-end.ts";

interface DocumentRow {
	kind: string;
	id: string;
	rev: number;
	body: string;
	created_at: number;
	updated_at: number;
	expires_at: number | null;
	uid: string | null;
}

const toRecord = (tenant: TenantId, document: DocumentRow): DocumentRecord => ({
	tenant,
	kind: document.kind,
	id: document.id,
	rev: document.rev,
	body: JSON.parse(document.body),
	createdAt: document.created_at,
	updatedAt: document.updated_at,
	expiresAt: document.expires_at ?? undefined,
	uid: (document.uid ?? undefined) as SessionUid | undefined,
});

const SELECT = `SELECT d.kind, d.id, d.rev, d.body, d.created_at, d.updated_at, d.expires_at, s.uid
	FROM {documents} d LEFT JOIN {sessions} s ON {mine:s} AND s.no = d.session_no
	WHERE d.tenant = ? AND d.kind = ? AND (d.expires_at IS NULL OR d.expires_at > {now})`;

export function* getDocument(tenant: TenantId, kind: string, id: string): Sql<DocumentRecord | undefined> {
	const found = yield* row<DocumentRow>(`${SELECT} AND d.id = ?`, tenant, kind, id);
	return found && toRecord(tenant, found);
}

export function* listDocuments(query: DocumentListQuery): Sql<DocumentRecord[]> {
	const { tenant, kind, prefix = "", after, limit } = query;
	const end = prefixEnd(prefix);
	let text = `${SELECT} AND d.id >= ?`;
	const params: SqlValue[] = [tenant, kind, prefix];
	if (end !== undefined) {
		text += " AND d.id < ?";
		params.push(end);
	}
	if (after !== undefined) {
		text += " AND d.id > ?";
		params.push(after);
	}
	const found = yield* rows<DocumentRow>(`${text} ORDER BY d.id LIMIT ?`, ...params, limit);
	return found.map((document) => toRecord(tenant, document));
}

/**
 * The session of a document, locked so that it cannot be deleted in the meantime. Null: none. False: it does
 * not exist.
 */
function* findOwner(tenant: TenantId, uid: SessionUid | undefined): Sql<number | null | false> {
	if (uid === undefined) return null;
	const text = "SELECT s.no FROM {sessions} s WHERE s.tenant = ? AND s.uid = ? {share:s}";
	return (yield* row<{ no: number }>(text, tenant, uid))?.no ?? false;
}

const INSERT = `INSERT INTO {documents} AS d (tenant, kind, id, rev, body, created_at, updated_at, expires_at, session_no)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tenant, kind, id) DO UPDATE SET rev = d.rev + 1, body = excluded.body,
	created_at = CASE WHEN d.expires_at <= {now} THEN excluded.created_at ELSE d.created_at END,
	updated_at = excluded.updated_at, expires_at = excluded.expires_at, session_no = excluded.session_no`;
// An expired document can be replaced.
const INSERT_ABSENT = `${INSERT} WHERE d.expires_at <= {now} RETURNING rev`;
const INSERT_ANYWAY = `${INSERT} RETURNING rev`;
const UPDATE = `UPDATE {documents} SET rev = rev + 1, body = ?, updated_at = ?, expires_at = ?, session_no = ?
	WHERE tenant = ? AND kind = ? AND id = ? AND rev = ? AND (expires_at IS NULL OR expires_at > {now}) RETURNING rev`;

/** One statement decides, so that of several concurrent puts with the same expectation, one succeeds. */
export function* putDocument({ tenant, document, expect, at }: DocumentPut): Sql<number | false> {
	const { kind, id, expiresAt = null, uid } = document;
	const owner = yield* findOwner(tenant, uid);
	if (owner === false) return false;
	const body = JSON.stringify(document.body);
	const put =
		typeof expect === "number"
			? yield* row<{ rev: number }>(UPDATE, body, at, expiresAt, owner, tenant, kind, id, expect)
			: yield* row<{ rev: number }>(
					expect === "absent" ? INSERT_ABSENT : INSERT_ANYWAY,
					tenant,
					kind,
					id,
					firstNumber(),
					body,
					at,
					at,
					expiresAt,
					owner,
				);
	return put?.rev ?? false;
}

export function* removeDocument({ tenant, kind, id, rev }: DocumentRemoval): Sql<boolean> {
	const text = `DELETE FROM {documents} WHERE tenant = ? AND kind = ? AND id = ?
		AND (expires_at IS NULL OR expires_at > {now})`;
	if (rev === undefined) return (yield* run(text, tenant, kind, id)) === 1;
	return (yield* run(`${text} AND rev = ?`, tenant, kind, id, rev)) === 1;
}

const SWEEP_STEP = 500;

/** Removes one step of expired documents; `done` if none is left. */
export function* sweepSomeDocuments(tenant: TenantId, now: number): Sql<{ count: number; done: boolean }> {
	// Checked twice: a document that was stored again in the meantime stays.
	const count = yield* run(
		`DELETE FROM {documents} WHERE tenant = ? AND expires_at <= ? AND (kind, id) IN (SELECT kind, id FROM {documents}
		WHERE tenant = ? AND expires_at <= ? ORDER BY expires_at LIMIT ${SWEEP_STEP})`,
		tenant,
		now,
		tenant,
		now,
	);
	return { count, done: count < SWEEP_STEP };
}
