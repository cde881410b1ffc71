import type { Migration } from "./migration.ts";
import { TENANT } from "./tenant-column.ts";

/** Subscriptions of agents and tenants, filters, and several URLs of a session. */
export const subscriptions: Migration = {
	name: "subscriptions",
	tables: ["subscriptions"],
	text: `
CREATE TABLE {subscriptions} (
	${TENANT},
	id TEXT COLLATE "C" NOT NULL,
	url TEXT NOT NULL,
	agent_id TEXT COLLATE "C",
	events TEXT,
	created_at BIGINT NOT NULL,
	PRIMARY KEY (tenant, id)
);

-- subscription '': one of the session's own URLs. Otherwise url is '': the subscription has it, and the filters.
ALTER TABLE {deliveries}
	ADD COLUMN subscription TEXT COLLATE "C" NOT NULL DEFAULT '',
	ADD COLUMN events TEXT;
DO $$ BEGIN
	EXECUTE (SELECT 'ALTER TABLE {deliveries} DROP CONSTRAINT ' || quote_ident(conname) FROM pg_constraint
		WHERE conrelid = '{deliveries}'::regclass AND contype = 'p');
END $$;
ALTER TABLE {deliveries} ADD PRIMARY KEY (tenant, session_no, subscription, url_digest);
`,
	online: [
		`CREATE INDEX CONCURRENTLY IF NOT EXISTS {deliveries_by_subscription} ON {deliveries} (tenant, subscription)
		WHERE subscription <> ''`,
	],
};
