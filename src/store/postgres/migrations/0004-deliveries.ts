import type { Migration } from "./migration.ts";
import { TENANT } from "./tenant-column.ts";

/** Claims on deliveries, and documents. */
export const deliveries: Migration = {
	name: "deliveries",
	tables: ["documents"],
	text: `
-- Held for a time by the clock of the server. When those that were there before were asked for, nobody knows.
ALTER TABLE {deliveries}
	ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0,
	ADD COLUMN token BIGINT NOT NULL DEFAULT 0,
	ADD COLUMN alive_until BIGINT,
	ADD COLUMN failing_since BIGINT,
	ADD COLUMN error TEXT;

-- Small records of a tenant itself; those with a session go with it.
CREATE TABLE {documents} (
	${TENANT},
	kind TEXT COLLATE "C" NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	rev BIGINT NOT NULL,
	body TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	updated_at BIGINT NOT NULL,
	expires_at BIGINT,
	session_no BIGINT,
	PRIMARY KEY (tenant, kind, id)
);
CREATE INDEX {documents_by_session} ON {documents} (tenant, session_no) WHERE session_no IS NOT NULL;
CREATE INDEX {documents_by_expiry} ON {documents} (tenant, expires_at) WHERE expires_at IS NOT NULL;
`,
	online: [
		`CREATE INDEX CONCURRENTLY IF NOT EXISTS {deliveries_due} ON {deliveries} (tenant, due_at)
		WHERE status = 'active'`,
	],
};
