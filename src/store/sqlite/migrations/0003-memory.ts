/** Facts, the search index, and claims on jobs. */
export const memory = `
-- Its statistics are those of the whole table; a search counts what its caller may see. The index is kept in segments.
DROP TABLE {terms};

ALTER TABLE {heads} ADD COLUMN blanked INTEGER NOT NULL DEFAULT 0;
-- All that a search asks of a session; of those that exist on behalf of another one it asks nothing.
CREATE INDEX {sessions_to_search} ON {sessions} (tenant, agent_id, user_id, no, session_id, uid, parent_uid)
	WHERE parent_uid IS NULL;

-- One counter for all revisions. It never goes back, whatever is erased.
CREATE TABLE {revisions} (one INTEGER PRIMARY KEY, rev INTEGER NOT NULL);
INSERT INTO {revisions} (one, rev) VALUES (1, 0);

-- Spaces and owners that ever had a fact: born with the revision of the first, rev is the newest.
CREATE TABLE {fact_spaces} (
	no INTEGER PRIMARY KEY,
	tenant TEXT NOT NULL,
	space TEXT NOT NULL,
	born INTEGER NOT NULL,
	rev INTEGER NOT NULL,
	UNIQUE (tenant, space)
);

-- user_id '' is nobody's, session_no 0 no session's.
CREATE TABLE {fact_owners} (
	no INTEGER PRIMARY KEY,
	space_no INTEGER NOT NULL,
	user_id TEXT NOT NULL,
	session_no INTEGER NOT NULL,
	born INTEGER NOT NULL,
	rev INTEGER NOT NULL,
	UNIQUE (space_no, user_id, session_no)
);
CREATE INDEX {fact_owners_by_session} ON {fact_owners} (session_no);
CREATE INDEX {fact_owners_by_rev} ON {fact_owners} (space_no, rev);

-- no is the revision that the fact was made with: no two have the same, ever.
CREATE TABLE {facts} (
	no INTEGER PRIMARY KEY,
	tenant TEXT NOT NULL,
	id TEXT NOT NULL,
	space_no INTEGER NOT NULL,
	owner_no INTEGER NOT NULL,
	agent_id TEXT NOT NULL,
	floating INTEGER NOT NULL,
	content TEXT NOT NULL,
	digest TEXT NOT NULL,
	status TEXT NOT NULL,
	importance REAL NOT NULL,
	confidence REAL NOT NULL,
	pinned INTEGER NOT NULL,
	detail TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	rev INTEGER NOT NULL,
	vector INTEGER NOT NULL,
	entry BLOB,
	UNIQUE (tenant, id)
);
CREATE INDEX {facts_by_owner} ON {facts} (owner_no, rev);
CREATE INDEX {facts_by_space} ON {facts} (space_no);
CREATE INDEX {facts_by_digest} ON {facts} (owner_no, digest) WHERE status = 'active';

CREATE TABLE {fact_sources} (
	session_no INTEGER NOT NULL,
	"offset" INTEGER NOT NULL,
	fact_no INTEGER NOT NULL,
	PRIMARY KEY (session_no, "offset", fact_no)
) WITHOUT ROWID;
CREATE INDEX {fact_sources_by_fact} ON {fact_sources} (fact_no);

-- n is the revision that the change was made with.
CREATE TABLE {fact_changes} (
	fact_no INTEGER NOT NULL,
	n INTEGER NOT NULL,
	at INTEGER NOT NULL,
	body TEXT NOT NULL,
	PRIMARY KEY (fact_no, n)
) WITHOUT ROWID;

-- Numbers of facts that an owner had and has no more. They outlive the owner, for those who know the whole space.
CREATE TABLE {fact_removals} (
	owner_no INTEGER NOT NULL,
	rev INTEGER NOT NULL,
	fact_no INTEGER NOT NULL,
	space_no INTEGER NOT NULL,
	PRIMARY KEY (owner_no, rev, fact_no)
) WITHOUT ROWID;
CREATE INDEX {fact_removals_by_space} ON {fact_removals} (space_no, rev);

-- The search index of messages. It trails the log, is never written by an append, and can be made again.
CREATE TABLE {segments} (
	session_no INTEGER NOT NULL,
	from_offset INTEGER NOT NULL,
	to_offset INTEGER NOT NULL,
	documents INTEGER NOT NULL,
	vectors INTEGER NOT NULL,
	body BLOB NOT NULL,
	PRIMARY KEY (session_no, from_offset)
);

CREATE TABLE {embedders} (
	tenant TEXT PRIMARY KEY,
	name TEXT NOT NULL,
	dimensions INTEGER NOT NULL
) WITHOUT ROWID;

-- Ids are the tenant's own, and a job is held for a time by the clock of the database.
CREATE TABLE {jobs_held} (
	tenant TEXT NOT NULL,
	id TEXT NOT NULL,
	session_no INTEGER,
	kind TEXT NOT NULL,
	payload TEXT NOT NULL,
	status TEXT NOT NULL,
	attempts INTEGER NOT NULL,
	due_at INTEGER NOT NULL,
	created_at INTEGER NOT NULL,
	alive_until INTEGER,
	error TEXT,
	PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
INSERT INTO {jobs_held} (tenant, id, session_no, kind, payload, status, attempts, due_at, created_at)
	SELECT tenant, id, session_no, kind, payload, status, attempts, due_at, created_at FROM {jobs};
DROP TABLE {jobs};
ALTER TABLE {jobs_held} RENAME TO {jobs};
CREATE INDEX {jobs_due} ON {jobs} (tenant, status, due_at);
CREATE INDEX {jobs_by_session} ON {jobs} (session_no);
`;
