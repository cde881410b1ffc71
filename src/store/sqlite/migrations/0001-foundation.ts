/** Events, sessions, state, users, jobs and deliveries. */
export const foundation = `
CREATE TABLE {sessions} (
	no INTEGER PRIMARY KEY AUTOINCREMENT,
	uid TEXT NOT NULL UNIQUE,
	tenant TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	user_id TEXT,
	session_id TEXT NOT NULL,
	name_key TEXT NOT NULL UNIQUE,
	title TEXT,
	metadata TEXT NOT NULL,
	external_id TEXT,
	base_state TEXT NOT NULL,
	created_at INTEGER NOT NULL
);
CREATE INDEX {sessions_by_id} ON {sessions} (tenant, session_id);
CREATE INDEX {sessions_by_user} ON {sessions} (tenant, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX {sessions_by_agent} ON {sessions} (tenant, agent_id, created_at);
CREATE INDEX {sessions_by_creation} ON {sessions} (tenant, created_at, uid);
CREATE INDEX {sessions_by_external_id} ON {sessions} (tenant, external_id) WHERE external_id IS NOT NULL;

-- What changes with every append, apart from what does not: a small row to rewrite.
CREATE TABLE {heads} (
	no INTEGER PRIMARY KEY,
	mode TEXT NOT NULL,
	base INTEGER NOT NULL,
	head INTEGER NOT NULL,
	message_count INTEGER NOT NULL,
	fence INTEGER NOT NULL,
	consolidated_to INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	ended_at INTEGER,
	last_run_id TEXT
);

-- pos = session number << 32 | offset: the log of a session is one range of the table.
CREATE TABLE {events} (
	pos INTEGER PRIMARY KEY,
	kind TEXT NOT NULL,
	source TEXT NOT NULL,
	run_id TEXT,
	delta INTEGER,
	body TEXT NOT NULL
);
CREATE INDEX {events_with_delta} ON {events} (pos) WHERE delta = 1;

CREATE TABLE {session_state} (
	no INTEGER NOT NULL,
	key TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (no, key)
) WITHOUT ROWID;

-- user_id '' is the agent's own (app:) state.
CREATE TABLE {shared_state} (
	tenant TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	user_id TEXT NOT NULL,
	key TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (tenant, agent_id, user_id, key)
) WITHOUT ROWID;
CREATE INDEX {shared_state_by_user} ON {shared_state} (tenant, user_id);

CREATE TABLE {idempotency} (
	no INTEGER NOT NULL,
	key TEXT NOT NULL,
	fingerprint TEXT NOT NULL,
	first_offset INTEGER NOT NULL,
	count INTEGER NOT NULL,
	PRIMARY KEY (no, key)
) WITHOUT ROWID;

CREATE TABLE {users} (
	tenant TEXT NOT NULL,
	user_id TEXT NOT NULL,
	display_name TEXT,
	variables TEXT NOT NULL,
	metadata TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	PRIMARY KEY (tenant, user_id)
) WITHOUT ROWID;

CREATE TABLE {user_matches} (
	tenant TEXT NOT NULL,
	match_key TEXT NOT NULL,
	user_id TEXT NOT NULL,
	PRIMARY KEY (tenant, match_key, user_id)
) WITHOUT ROWID;
CREATE INDEX {user_matches_by_user} ON {user_matches} (tenant, user_id);

CREATE TABLE {jobs} (
	id TEXT PRIMARY KEY,
	tenant TEXT NOT NULL,
	session_no INTEGER,
	kind TEXT NOT NULL,
	payload TEXT NOT NULL,
	status TEXT NOT NULL,
	attempts INTEGER NOT NULL,
	due_at INTEGER NOT NULL,
	created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX {jobs_due} ON {jobs} (status, due_at);
CREATE INDEX {jobs_by_session} ON {jobs} (session_no);

CREATE TABLE {deliveries} (
	session_no INTEGER NOT NULL,
	url TEXT NOT NULL,
	next_offset INTEGER NOT NULL,
	status TEXT NOT NULL,
	attempts INTEGER NOT NULL,
	due_at INTEGER NOT NULL,
	PRIMARY KEY (session_no, url)
) WITHOUT ROWID;

-- The keyword index of messages; rowid = pos. Filled when search catches up with the log, never by an append.
CREATE VIRTUAL TABLE {terms} USING fts5 (
	terms, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO {terms} ({terms}, rank) VALUES ('secure-delete', 1);

-- For people with a SQL prompt.
CREATE VIEW {log} AS
	SELECT s.tenant, s.agent_id, s.user_id, s.session_id, (e.pos & 4294967295) AS "offset", e.kind, e.source, e.body
	FROM {events} e JOIN {sessions} s ON s.no = e.pos >> 32;
`;
