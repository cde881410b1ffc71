CREATE TABLE "holdfast_meta" (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE "holdfast_sessions" (
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
, parent_uid TEXT);

CREATE TABLE sqlite_sequence(name,seq);

CREATE INDEX "holdfast_sessions_by_id" ON "holdfast_sessions" (tenant, session_id);

CREATE INDEX "holdfast_sessions_by_user" ON "holdfast_sessions" (tenant, user_id) WHERE user_id IS NOT NULL;

CREATE INDEX "holdfast_sessions_by_agent" ON "holdfast_sessions" (tenant, agent_id, created_at);

CREATE INDEX "holdfast_sessions_by_creation" ON "holdfast_sessions" (tenant, created_at, uid);

CREATE INDEX "holdfast_sessions_by_external_id" ON "holdfast_sessions" (tenant, external_id) WHERE external_id IS NOT NULL;

CREATE TABLE "holdfast_heads" (
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
, blanked INTEGER NOT NULL DEFAULT 0);

CREATE TABLE "holdfast_events" (
	pos INTEGER PRIMARY KEY,
	kind TEXT NOT NULL,
	source TEXT NOT NULL,
	run_id TEXT,
	delta INTEGER,
	body TEXT NOT NULL
, stored_at INTEGER);

CREATE INDEX "holdfast_events_with_delta" ON "holdfast_events" (pos) WHERE delta = 1;

CREATE TABLE "holdfast_session_state" (
	no INTEGER NOT NULL,
	key TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (no, key)
) WITHOUT ROWID;

CREATE TABLE "holdfast_shared_state" (
	tenant TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	user_id TEXT NOT NULL,
	key TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (tenant, agent_id, user_id, key)
) WITHOUT ROWID;

CREATE INDEX "holdfast_shared_state_by_user" ON "holdfast_shared_state" (tenant, user_id);

CREATE TABLE "holdfast_idempotency" (
	no INTEGER NOT NULL,
	key TEXT NOT NULL,
	fingerprint TEXT NOT NULL,
	first_offset INTEGER NOT NULL,
	count INTEGER NOT NULL,
	PRIMARY KEY (no, key)
) WITHOUT ROWID;

CREATE TABLE "holdfast_users" (
	tenant TEXT NOT NULL,
	user_id TEXT NOT NULL,
	display_name TEXT,
	variables TEXT NOT NULL,
	metadata TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	PRIMARY KEY (tenant, user_id)
) WITHOUT ROWID;

CREATE TABLE "holdfast_user_matches" (
	tenant TEXT NOT NULL,
	match_key TEXT NOT NULL,
	user_id TEXT NOT NULL,
	PRIMARY KEY (tenant, match_key, user_id)
) WITHOUT ROWID;

CREATE INDEX "holdfast_user_matches_by_user" ON "holdfast_user_matches" (tenant, user_id);

CREATE VIEW "holdfast_log" AS
	SELECT s.tenant, s.agent_id, s.user_id, s.session_id, (e.pos & 4294967295) AS "offset", e.kind, e.source, e.body
	FROM "holdfast_events" e JOIN "holdfast_sessions" s ON s.no = e.pos >> 32;

CREATE INDEX "holdfast_sessions_by_parent" ON "holdfast_sessions" (parent_uid) WHERE parent_uid IS NOT NULL;

CREATE TABLE "holdfast_runs" (
	no INTEGER PRIMARY KEY,
	tenant TEXT NOT NULL,
	id TEXT NOT NULL,
	session_no INTEGER NOT NULL,
	parent_id TEXT,
	root_id TEXT NOT NULL,
	status TEXT NOT NULL,
	alive_until INTEGER NOT NULL,
	fence INTEGER,
	input_offset INTEGER,
	output_offset INTEGER,
	end_offset INTEGER,
	created_at INTEGER NOT NULL,
	started_at INTEGER,
	ended_at INTEGER,
	detail TEXT NOT NULL,
	usage TEXT,
	error TEXT,
	queued TEXT,
	UNIQUE (tenant, id)
);

CREATE INDEX "holdfast_runs_open" ON "holdfast_runs" (tenant, session_no) WHERE status IN ('pending', 'running');

CREATE INDEX "holdfast_runs_by_session" ON "holdfast_runs" (session_no, created_at, id);

CREATE INDEX "holdfast_runs_by_creation" ON "holdfast_runs" (tenant, created_at, id);

CREATE INDEX "holdfast_runs_by_root" ON "holdfast_runs" (tenant, root_id) WHERE root_id <> id;

CREATE TABLE "holdfast_spans" (
	no INTEGER PRIMARY KEY,
	run_no INTEGER NOT NULL,
	count INTEGER NOT NULL,
	body TEXT NOT NULL
);

CREATE INDEX "holdfast_spans_by_run" ON "holdfast_spans" (run_no);

CREATE INDEX "holdfast_sessions_to_search" ON "holdfast_sessions" (tenant, agent_id, user_id, no, session_id, uid, parent_uid)
	WHERE parent_uid IS NULL;

CREATE TABLE "holdfast_revisions" (one INTEGER PRIMARY KEY, rev INTEGER NOT NULL);

CREATE TABLE "holdfast_fact_spaces" (
	no INTEGER PRIMARY KEY,
	tenant TEXT NOT NULL,
	space TEXT NOT NULL,
	born INTEGER NOT NULL,
	rev INTEGER NOT NULL,
	UNIQUE (tenant, space)
);

CREATE TABLE "holdfast_fact_owners" (
	no INTEGER PRIMARY KEY,
	space_no INTEGER NOT NULL,
	user_id TEXT NOT NULL,
	session_no INTEGER NOT NULL,
	born INTEGER NOT NULL,
	rev INTEGER NOT NULL,
	UNIQUE (space_no, user_id, session_no)
);

CREATE INDEX "holdfast_fact_owners_by_session" ON "holdfast_fact_owners" (session_no);

CREATE INDEX "holdfast_fact_owners_by_rev" ON "holdfast_fact_owners" (space_no, rev);

CREATE TABLE "holdfast_facts" (
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

CREATE INDEX "holdfast_facts_by_owner" ON "holdfast_facts" (owner_no, rev);

CREATE INDEX "holdfast_facts_by_space" ON "holdfast_facts" (space_no);

CREATE INDEX "holdfast_facts_by_digest" ON "holdfast_facts" (owner_no, digest) WHERE status = 'active';

CREATE TABLE "holdfast_fact_sources" (
	session_no INTEGER NOT NULL,
	"offset" INTEGER NOT NULL,
	fact_no INTEGER NOT NULL,
	PRIMARY KEY (session_no, "offset", fact_no)
) WITHOUT ROWID;

CREATE INDEX "holdfast_fact_sources_by_fact" ON "holdfast_fact_sources" (fact_no);

CREATE TABLE "holdfast_fact_changes" (
	fact_no INTEGER NOT NULL,
	n INTEGER NOT NULL,
	at INTEGER NOT NULL,
	body TEXT NOT NULL,
	PRIMARY KEY (fact_no, n)
) WITHOUT ROWID;

CREATE TABLE "holdfast_fact_removals" (
	owner_no INTEGER NOT NULL,
	rev INTEGER NOT NULL,
	fact_no INTEGER NOT NULL,
	space_no INTEGER NOT NULL,
	PRIMARY KEY (owner_no, rev, fact_no)
) WITHOUT ROWID;

CREATE INDEX "holdfast_fact_removals_by_space" ON "holdfast_fact_removals" (space_no, rev);

CREATE TABLE "holdfast_segments" (
	session_no INTEGER NOT NULL,
	from_offset INTEGER NOT NULL,
	to_offset INTEGER NOT NULL,
	documents INTEGER NOT NULL,
	vectors INTEGER NOT NULL,
	body BLOB NOT NULL,
	PRIMARY KEY (session_no, from_offset)
);

CREATE TABLE "holdfast_embedders" (
	tenant TEXT PRIMARY KEY,
	name TEXT NOT NULL,
	dimensions INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE "holdfast_jobs" (
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

CREATE INDEX "holdfast_jobs_due" ON "holdfast_jobs" (tenant, status, due_at);

CREATE INDEX "holdfast_jobs_by_session" ON "holdfast_jobs" (session_no);

CREATE TABLE "holdfast_documents" (
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

CREATE INDEX "holdfast_documents_by_session" ON "holdfast_documents" (session_no) WHERE session_no IS NOT NULL;

CREATE INDEX "holdfast_documents_by_expiry" ON "holdfast_documents" (tenant, expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE "holdfast_subscriptions" (
	tenant TEXT NOT NULL,
	id TEXT NOT NULL,
	url TEXT NOT NULL,
	agent_id TEXT,
	events TEXT,
	created_at INTEGER NOT NULL,
	PRIMARY KEY (tenant, id)
) WITHOUT ROWID;

CREATE TABLE "holdfast_deliveries" (
	tenant TEXT NOT NULL,
	session_no INTEGER NOT NULL,
	subscription TEXT NOT NULL DEFAULT '',
	url TEXT NOT NULL,
	events TEXT,
	next_offset INTEGER NOT NULL,
	status TEXT NOT NULL,
	attempts INTEGER NOT NULL,
	due_at INTEGER NOT NULL,
	created_at INTEGER NOT NULL,
	token INTEGER NOT NULL,
	alive_until INTEGER,
	failing_since INTEGER,
	error TEXT,
	PRIMARY KEY (session_no, subscription, url)
) WITHOUT ROWID;

CREATE INDEX "holdfast_deliveries_due" ON "holdfast_deliveries" (tenant, due_at) WHERE status = 'active';

CREATE INDEX "holdfast_deliveries_by_subscription" ON "holdfast_deliveries" (tenant, subscription) WHERE subscription <> '';
