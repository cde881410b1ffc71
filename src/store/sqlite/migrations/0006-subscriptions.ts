/** Subscriptions of agents and tenants, filters, and several URLs of a session. */
export const subscriptions = `
CREATE TABLE {subscriptions} (
	tenant TEXT NOT NULL,
	id TEXT NOT NULL,
	url TEXT NOT NULL,
	agent_id TEXT,
	events TEXT,
	created_at INTEGER NOT NULL,
	PRIMARY KEY (tenant, id)
) WITHOUT ROWID;

-- subscription '': one of the session's own URLs. Otherwise url is '': the subscription has it, and the filters.
CREATE TABLE {deliveries_owed} (
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
INSERT INTO {deliveries_owed} (tenant, session_no, url, next_offset, status, attempts, due_at, created_at, token, alive_until,
		failing_since, error)
	SELECT tenant, session_no, url, next_offset, status, attempts, due_at, created_at, token, alive_until, failing_since, error
	FROM {deliveries};
DROP TABLE {deliveries};
ALTER TABLE {deliveries_owed} RENAME TO {deliveries};
CREATE INDEX {deliveries_due} ON {deliveries} (tenant, due_at) WHERE status = 'active';
CREATE INDEX {deliveries_by_subscription} ON {deliveries} (tenant, subscription) WHERE subscription <> '';
`;
