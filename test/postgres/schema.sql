TABLE deliveries WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	session_no bigint NOT NULL,
	url text NOT NULL,
	next_offset bigint NOT NULL,
	status text COLLATE "C" NOT NULL,
	attempts integer NOT NULL,
	due_at bigint NOT NULL,
	url_digest bytea NOT NULL GENERATED DEFAULT digest(url),
	created_at bigint NOT NULL DEFAULT 0,
	token bigint NOT NULL DEFAULT 0,
	alive_until bigint,
	failing_since bigint,
	error text,
	subscription text COLLATE "C" NOT NULL DEFAULT ''::text,
	events text
)

TABLE documents WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	kind text COLLATE "C" NOT NULL,
	id text COLLATE "C" NOT NULL,
	rev bigint NOT NULL,
	body text NOT NULL,
	created_at bigint NOT NULL,
	updated_at bigint NOT NULL,
	expires_at bigint,
	session_no bigint
)

TABLE embedders WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	name text NOT NULL,
	dimensions integer NOT NULL
)

TABLE events WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	no bigint NOT NULL,
	"offset" integer NOT NULL,
	kind text COLLATE "C" NOT NULL,
	source text COLLATE "C" NOT NULL,
	run_id text COLLATE "C",
	delta integer,
	body text NOT NULL,
	stored_at bigint
)

TABLE fact_changes WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	fact_no bigint NOT NULL,
	n bigint NOT NULL,
	at bigint NOT NULL,
	body text NOT NULL
)

TABLE fact_owners WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	no bigint NOT NULL IDENTITY,
	space_no bigint NOT NULL,
	user_id text COLLATE "C" NOT NULL,
	session_no bigint NOT NULL,
	born bigint NOT NULL,
	rev bigint NOT NULL
)

TABLE fact_removals WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	owner_no bigint NOT NULL,
	rev bigint NOT NULL,
	fact_no bigint NOT NULL,
	space_no bigint NOT NULL
)

TABLE fact_sources WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	session_no bigint NOT NULL,
	"offset" integer NOT NULL,
	fact_no bigint NOT NULL
)

TABLE fact_spaces WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	no bigint NOT NULL IDENTITY,
	space text COLLATE "C" NOT NULL,
	born bigint NOT NULL,
	rev bigint NOT NULL
) WITH {fillfactor=70}

TABLE facts WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	no bigint NOT NULL,
	id text COLLATE "C" NOT NULL,
	space_no bigint NOT NULL,
	owner_no bigint NOT NULL,
	agent_id text COLLATE "C" NOT NULL,
	floating integer NOT NULL,
	content text NOT NULL,
	digest text COLLATE "C" NOT NULL,
	status text COLLATE "C" NOT NULL,
	importance double precision NOT NULL,
	confidence double precision NOT NULL,
	pinned integer NOT NULL,
	detail text NOT NULL,
	created_at bigint NOT NULL,
	updated_at bigint NOT NULL,
	rev bigint NOT NULL,
	vector integer NOT NULL,
	entry bytea
)

TABLE heads WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	no bigint NOT NULL,
	mode text NOT NULL,
	base bigint NOT NULL,
	head bigint NOT NULL,
	message_count integer NOT NULL,
	fence bigint NOT NULL,
	consolidated_to bigint NOT NULL,
	updated_at bigint NOT NULL,
	ended_at bigint,
	last_run_id text,
	renamed integer NOT NULL DEFAULT 0,
	blanked integer NOT NULL DEFAULT 0
) WITH {fillfactor=50}

TABLE idempotency WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	no bigint NOT NULL,
	key text COLLATE "C" NOT NULL,
	fingerprint text NOT NULL,
	first_offset integer NOT NULL,
	count integer NOT NULL
)

TABLE jobs WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	id text COLLATE "C" NOT NULL,
	session_no bigint,
	kind text COLLATE "C" NOT NULL,
	payload text NOT NULL,
	status text COLLATE "C" NOT NULL,
	attempts integer NOT NULL,
	due_at bigint NOT NULL,
	created_at bigint NOT NULL,
	alive_until bigint,
	error text
)

TABLE meta (
	key text NOT NULL,
	value text NOT NULL
)

TABLE revisions WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	one integer NOT NULL,
	rev bigint NOT NULL
) WITH {fillfactor=50}

TABLE runs WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	no bigint NOT NULL IDENTITY,
	id text COLLATE "C" NOT NULL,
	session_no bigint NOT NULL,
	parent_id text COLLATE "C",
	root_id text COLLATE "C" NOT NULL,
	status text COLLATE "C" NOT NULL,
	alive_until bigint NOT NULL,
	fence bigint,
	input_offset integer,
	output_offset integer,
	end_offset integer,
	created_at bigint NOT NULL,
	started_at bigint,
	ended_at bigint,
	detail text NOT NULL,
	usage text,
	error text,
	queued text
)

TABLE segments WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	session_no bigint NOT NULL,
	from_offset integer NOT NULL,
	to_offset integer NOT NULL,
	documents integer NOT NULL,
	vectors integer NOT NULL,
	body bytea NOT NULL
)

TABLE session_state WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	no bigint NOT NULL,
	key text COLLATE "C" NOT NULL,
	value text NOT NULL
)

TABLE sessions WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	no bigint NOT NULL IDENTITY,
	uid text COLLATE "C" NOT NULL,
	agent_id text COLLATE "C" NOT NULL,
	user_id text COLLATE "C",
	session_id text COLLATE "C" NOT NULL,
	name_key text COLLATE "C" NOT NULL,
	title text,
	metadata text NOT NULL,
	external_id text COLLATE "C",
	base_state text NOT NULL,
	created_at bigint NOT NULL,
	renamed integer NOT NULL DEFAULT 0,
	parent_uid text COLLATE "C"
)

TABLE shared_state WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	agent_id text COLLATE "C" NOT NULL,
	user_id text COLLATE "C" NOT NULL,
	key text COLLATE "C" NOT NULL,
	value text NOT NULL,
	owner bytea NOT NULL GENERATED DEFAULT (digest(agent_id) || digest(user_id))
)

TABLE spans WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	no bigint NOT NULL IDENTITY,
	run_no bigint NOT NULL,
	count integer NOT NULL,
	body text NOT NULL
)

TABLE subscriptions WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	id text COLLATE "C" NOT NULL,
	url text NOT NULL,
	agent_id text COLLATE "C",
	events text,
	created_at bigint NOT NULL
)

TABLE user_matches WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	match_key text COLLATE "C" NOT NULL,
	user_id text COLLATE "C" NOT NULL
)

TABLE users WALLED (
	tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'::text),
	user_id text COLLATE "C" NOT NULL,
	display_name text,
	variables text NOT NULL,
	metadata text NOT NULL,
	created_at bigint NOT NULL,
	updated_at bigint NOT NULL
)

KEY ON deliveries: PRIMARY KEY (tenant, session_no, subscription, url_digest)

KEY ON documents: PRIMARY KEY (tenant, kind, id)

KEY ON embedders: PRIMARY KEY (tenant)

KEY ON events: PRIMARY KEY (tenant, no, "offset")

KEY ON fact_changes: PRIMARY KEY (tenant, fact_no, n)

KEY ON fact_owners: PRIMARY KEY (tenant, no)

KEY ON fact_removals: PRIMARY KEY (tenant, owner_no, rev, fact_no)

KEY ON fact_sources: PRIMARY KEY (tenant, session_no, "offset", fact_no)

KEY ON fact_spaces: PRIMARY KEY (tenant, no)

KEY ON facts: PRIMARY KEY (tenant, no)

KEY ON heads: PRIMARY KEY (tenant, no)

KEY ON idempotency: PRIMARY KEY (tenant, no, key)

KEY ON jobs: PRIMARY KEY (tenant, id)

KEY ON meta: PRIMARY KEY (key)

KEY ON revisions: PRIMARY KEY (tenant, one)

KEY ON runs: PRIMARY KEY (tenant, no)

KEY ON segments: PRIMARY KEY (tenant, session_no, from_offset)

KEY ON session_state: PRIMARY KEY (tenant, no, key)

KEY ON sessions: PRIMARY KEY (tenant, no)

KEY ON shared_state: PRIMARY KEY (tenant, owner, key)

KEY ON spans: PRIMARY KEY (tenant, no)

KEY ON subscriptions: PRIMARY KEY (tenant, id)

KEY ON user_matches: PRIMARY KEY (tenant, match_key, user_id)

KEY ON users: PRIMARY KEY (tenant, user_id)

CREATE INDEX deliveries_by_subscription ON deliveries USING btree (tenant, subscription) WHERE (subscription <> ''::text)

CREATE INDEX deliveries_due ON deliveries USING btree (tenant, due_at) WHERE (status = 'active'::text)

CREATE INDEX documents_by_expiry ON documents USING btree (tenant, expires_at) WHERE (expires_at IS NOT NULL)

CREATE INDEX documents_by_session ON documents USING btree (tenant, session_no) WHERE (session_no IS NOT NULL)

CREATE INDEX events_with_delta ON events USING btree (tenant, no, "offset") WHERE (delta = 1)

CREATE INDEX fact_owners_by_rev ON fact_owners USING btree (tenant, space_no, rev)

CREATE INDEX fact_owners_by_session ON fact_owners USING btree (tenant, session_no)

CREATE INDEX fact_owners_by_user ON fact_owners USING btree (tenant, user_id) WHERE (user_id <> ''::text)

CREATE INDEX fact_removals_by_space ON fact_removals USING btree (tenant, space_no, rev)

CREATE INDEX fact_sources_by_fact ON fact_sources USING btree (tenant, fact_no)

CREATE INDEX facts_by_digest ON facts USING btree (tenant, owner_no, digest) WHERE (status = 'active'::text)

CREATE INDEX facts_by_owner ON facts USING btree (tenant, owner_no, rev)

CREATE INDEX facts_by_space ON facts USING btree (tenant, space_no, no)

CREATE INDEX jobs_by_session ON jobs USING btree (tenant, session_no)

CREATE INDEX jobs_due ON jobs USING btree (tenant, status, due_at)

CREATE INDEX runs_by_creation ON runs USING btree (tenant, created_at, id)

CREATE INDEX runs_by_root ON runs USING btree (tenant, root_id) WHERE (root_id <> id)

CREATE INDEX runs_by_session ON runs USING btree (tenant, session_no, created_at, id)

CREATE INDEX runs_open ON runs USING btree (tenant, session_no) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]))

CREATE INDEX sessions_by_agent ON sessions USING btree (tenant, agent_id, created_at)

CREATE INDEX sessions_by_creation ON sessions USING btree (tenant, created_at, uid)

CREATE INDEX sessions_by_external_id ON sessions USING btree (tenant, external_id) WHERE (external_id IS NOT NULL)

CREATE INDEX sessions_by_id ON sessions USING btree (tenant, session_id)

CREATE INDEX sessions_by_parent ON sessions USING btree (tenant, parent_uid) WHERE (parent_uid IS NOT NULL)

CREATE INDEX sessions_by_user ON sessions USING btree (tenant, user_id) WHERE (user_id IS NOT NULL)

CREATE INDEX shared_state_by_agent ON shared_state USING btree (tenant, agent_id)

CREATE INDEX shared_state_by_user ON shared_state USING btree (tenant, user_id)

CREATE INDEX spans_by_run ON spans USING btree (tenant, run_no)

CREATE INDEX user_matches_by_user ON user_matches USING btree (tenant, user_id)

CREATE UNIQUE INDEX fact_owners_by_name ON fact_owners USING btree (tenant, space_no, user_id, session_no)

CREATE UNIQUE INDEX fact_spaces_by_name ON fact_spaces USING btree (tenant, space)

CREATE UNIQUE INDEX facts_by_id ON facts USING btree (tenant, id)

CREATE UNIQUE INDEX runs_by_id ON runs USING btree (tenant, id)

CREATE UNIQUE INDEX sessions_by_name ON sessions USING btree (tenant, name_key)

CREATE UNIQUE INDEX sessions_by_uid ON sessions USING btree (tenant, uid)

POLICY every tenant: holdfast_worker ON deliveries FOR r USING true CHECK none

POLICY every tenant: holdfast_worker ON documents FOR r USING true CHECK none

POLICY every tenant: holdfast_worker ON embedders FOR r USING true CHECK none

POLICY every tenant: holdfast_worker ON facts FOR r USING true CHECK none

POLICY every tenant: holdfast_worker ON heads FOR r USING true CHECK none

POLICY every tenant: holdfast_worker ON jobs FOR r USING true CHECK none

POLICY every tenant: holdfast_worker ON sessions FOR r USING true CHECK none

POLICY every tenant: holdfast_worker ON shared_state FOR r USING true CHECK none

POLICY every tenant: holdfast_worker ON subscriptions FOR r USING true CHECK none

POLICY every tenant: holdfast_worker ON users FOR r USING true CHECK none

POLICY own_tenant ON deliveries FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON documents FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON embedders FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON events FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON fact_changes FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON fact_owners FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON fact_removals FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON fact_sources FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON fact_spaces FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON facts FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON heads FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON idempotency FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON jobs FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON revisions FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON runs FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON segments FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON session_state FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON sessions FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON shared_state FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON spans FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON subscriptions FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON user_matches FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

POLICY own_tenant ON users FOR * USING (tenant = current_setting('holdfast.tenant'::text, true)) CHECK (tenant = current_setting('holdfast.tenant'::text, true))

VIEW log WITH {security_invoker=true} AS
 SELECT s.tenant,
    s.agent_id,
    s.user_id,
    s.session_id,
    e."offset",
    e.kind,
    e.source,
    e.body
   FROM (events e
     JOIN sessions s ON (((s.tenant = e.tenant) AND (s.no = e.no))));

CREATE OR REPLACE FUNCTION digest(text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ SELECT pg_catalog.sha256(pg_catalog.convert_to($1, 'UTF8')) $function$


CREATE OR REPLACE FUNCTION note_rename()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	NEW.renamed := OLD.renamed + 1;
	UPDATE "heads" SET renamed = NEW.renamed WHERE tenant = NEW.tenant AND no = NEW.no;
	RETURN NEW;
END $function$

