/** Runs, their spans, and child sessions. */
export const runs = `
ALTER TABLE {sessions} ADD COLUMN parent_uid TEXT;
CREATE INDEX {sessions_by_parent} ON {sessions} (parent_uid) WHERE parent_uid IS NOT NULL;

-- no is the place in the line: higher than that of every run there is. alive_until is by the clock of the database, never
-- of a writer.
CREATE TABLE {runs} (
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
CREATE INDEX {runs_open} ON {runs} (tenant, session_no) WHERE status IN ('pending', 'running');
CREATE INDEX {runs_by_session} ON {runs} (session_no, created_at, id);
CREATE INDEX {runs_by_creation} ON {runs} (tenant, created_at, id);
CREATE INDEX {runs_by_root} ON {runs} (tenant, root_id) WHERE root_id <> id;

-- What one append says about one run: a JSON array of count spans.
CREATE TABLE {spans} (
	no INTEGER PRIMARY KEY,
	run_no INTEGER NOT NULL,
	count INTEGER NOT NULL,
	body TEXT NOT NULL
);
CREATE INDEX {spans_by_run} ON {spans} (run_no);
`;
