/** Claims on deliveries, and documents. */
export const deliveries = `
-- Held for a time by the clock of the database, and found by tenant.
CREATE TABLE {deliveries_held} (
	tenant TEXT NOT NULL,
	session_no INTEGER NOT NULL,
	url TEXT NOT NULL,
	next_offset INTEGER NOT NULL,
	status TEXT NOT NULL,
	attempts INTEGER NOT NULL,
	due_at INTEGER NOT NULL,
	created_at INTEGER NOT NULL,
	token INTEGER NOT NULL,
	alive_until INTEGER,
	failing_since INTEGER,
	error TEXT,
	PRIMARY KEY (session_no, url)
) WITHOUT ROWID;
INSERT INTO {deliveries_held} (tenant, session_no, url, next_offset, status, attempts, due_at, created_at, token)
	SELECT s.tenant, d.session_no, d.url, d.next_offset, d.status, d.attempts, d.due_at, d.due_at, 0
	FROM {deliveries} d JOIN {sessions} s ON s.no = d.session_no;
DROP TABLE {deliveries};
ALTER TABLE {deliveries_held} RENAME TO {deliveries};
CREATE INDEX {deliveries_due} ON {deliveries} (tenant, due_at) WHERE status = 'active';

-- Small records of a tenant itself; those with a session go with it.
CREATE TABLE {documents} (
	tenant TEXT NOT NULL,
	kind TEXT NOT NULL,
	id TEXT NOT NULL,
	rev INTEGER NOT NULL,
	body TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	expires_at INTEGER,
	session_no INTEGER,
	UNIQUE (tenant, kind, id)
);
CREATE INDEX {documents_by_session} ON {documents} (session_no) WHERE session_no IS NOT NULL;
CREATE INDEX {documents_by_expiry} ON {documents} (tenant, expires_at) WHERE expires_at IS NOT NULL;
`;
