import type { Client } from "pg";
import { TENANT_TABLES } from "../sql/transfer/index.ts";
import { migrationText } from "./dialect.ts";
import { sqlState } from "./failure.ts";
import type { PostgresLink } from "./link.ts";
import { migrations } from "./migrations/index.ts";
import { SEARCH_TABLES } from "./search-index/search-tables.ts";

/*
 * Three roles:
 *
 *   login role     owns the tables and migrates them
 *   `role`         runs operations if the login role would bypass row level security
 *   `workerRole`   sees which tenants there are, when their jobs and deliveries are due and how long their
 * logs are,
 *                  and nothing else
 *
 * Missing roles are created if the login role is allowed to. If it is not, operations run as the login role,
 * and the doctor reports what that means.
 */

export interface Roles {
	login: string;
	/** True if row level security does not apply to the login role. */
	bypasses: boolean;
	/** The role of operations. */
	working: string;
	/** The role for work across tenants, if it can be used. */
	worker: string | undefined;
	/** Why a role could not be created or used. */
	problems: string[];
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** `jobs`: whether there are jobs. An index without a store has none. */
export async function prepareRoles(
	link: PostgresLink,
	{ jobs = true }: { jobs?: boolean } = {},
): Promise<Roles> {
	const { role, workerRole } = link.settings;
	const client = await link.single(() => {});
	try {
		const { rows } = await client.query(
			`SELECT rolname AS login, rolsuper AS super, rolsuper OR rolbypassrls AS bypasses, rolinherit AS inherits,
			current_setting('server_version_num')::INTEGER AS version FROM pg_roles WHERE rolname = current_user`,
		);
		const { login, super: isSuper, bypasses, inherits, version } = rows[0];
		const problems: string[] = [];
		const attempt = async (what: string, step: () => Promise<void>): Promise<boolean> => {
			try {
				await step();
				return true;
			} catch (error) {
				problems.push(`${what}: ${error instanceof Error ? error.message : error}`);
				return false;
			}
		};
		const takesRole =
			bypasses && role !== undefined && (await attempt(`role ${role}`, () => giveTables(client, link, role)));
		// An inherited role would give its access to every query. It must be a role that is switched to.
		const mayJoin = isSuper || version >= 160000 || !inherits;
		const hasWorker =
			jobs &&
			mayJoin &&
			(await attempt(`role ${workerRole}`, () => giveWork(client, link, workerRole, isSuper, version)));
		if (jobs && !mayJoin)
			problems.push(`role ${workerRole}: ${login} would inherit its privileges; make it NOINHERIT`);
		return {
			login,
			bypasses,
			working: takesRole && role !== undefined ? role : login,
			worker: hasWorker ? workerRole : undefined,
			problems,
		};
	} finally {
		await client.end().catch(() => {});
	}
}

/**
 * Creates a role that nobody can log in as. Roles belong to the whole server, and another process may be
 * faster.
 */
async function need(client: Client, name: string): Promise<void> {
	const { rows } = await client.query(
		"SELECT rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = $1",
		[name],
	);
	if (rows[0]?.bypasses) throw new Error("it bypasses row level security; use a role that does not");
	if (rows[0]) return;
	try {
		await client.query(`CREATE ROLE ${quote(name)} NOLOGIN`);
	} catch (error) {
		if (sqlState(error) !== "42710" && sqlState(error) !== "23505") throw error;
	}
}

/**
 * The tenant-protected tables, the views with the caller's privileges, and the schema version table, if the
 * role lacks privileges on them.
 */
const LACKING = `SELECT c.oid::regclass::TEXT AS name, c.relname = ANY ($4) AS "toRead" FROM pg_class c
	WHERE c.relnamespace = to_regnamespace($2) AND (
		(c.relname = ANY ($3) AND NOT (
			has_table_privilege($1, c.oid, 'SELECT') AND has_table_privilege($1, c.oid, 'INSERT')
			AND has_table_privilege($1, c.oid, 'UPDATE') AND has_table_privilege($1, c.oid, 'DELETE')))
		OR (c.relname = ANY ($4) AND NOT has_table_privilege($1, c.oid, 'SELECT')))`;

const TO_WORK_WITH = [...migrations.flatMap(({ tables }) => tables), ...SEARCH_TABLES];
const TO_READ = ["meta", "log"];

/**
 * Grants the privileges for operations, and nothing else in the schema: other software may have tables there.
 */
async function giveTables(client: Client, { settings }: PostgresLink, role: string): Promise<void> {
	await need(client, role);
	const schema = quote(settings.schema);
	const prefixed = (table: string): string => settings.tablePrefix + table;
	const lacking = async (): Promise<{ name: string; toRead: boolean }[]> =>
		(await client.query(LACKING, [role, schema, TO_WORK_WITH.map(prefixed), TO_READ.map(prefixed)])).rows;
	const { rows } = await client.query("SELECT has_schema_privilege($1, $2, 'USAGE') AS has", [
		role,
		settings.schema,
	]);
	if (rows[0]?.has && (await lacking()).length === 0) return;
	await inTurn(client, settings.schema, async () => {
		await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${quote(role)}`);
		for (const { name, toRead } of await lacking()) {
			const rights = toRead ? "SELECT" : "SELECT, INSERT, UPDATE, DELETE";
			await client.query(`GRANT ${rights} ON ${name} TO ${quote(role)}`);
		}
	});
}

/** What a worker for all tenants needs to see. */
const FOR_WORKERS: Record<string, string[]> = {
	...Object.fromEntries(TENANT_TABLES.map((table) => [table, ["tenant"]])),
	jobs: ["tenant", "kind", "status", "due_at", "alive_until"],
	deliveries: ["tenant", "session_no", "next_offset", "status", "due_at", "alive_until"],
	heads: ["tenant", "no", "head"],
};

async function giveWork(
	client: Client,
	{ settings }: PostgresLink,
	role: string,
	isSuper: boolean,
	version: number,
): Promise<void> {
	await need(client, role);
	const tables = Object.entries(FOR_WORKERS).map(([table, columns]) => ({
		name: migrationText(`{${table}}`, settings),
		columns,
	}));
	const { rows } = await client.query(
		`SELECT has_schema_privilege($1, $2, 'USAGE') AND (SELECT bool_and(has_column_privilege($1, t.name, t.column, 'SELECT')
			AND EXISTS (SELECT FROM pg_policy p JOIN pg_roles r ON r.oid = ANY (p.polroles) AND r.rolname = $1
				WHERE p.polrelid = t.name::regclass AND p.polcmd = 'r'))
			FROM unnest($3::TEXT[], $4::TEXT[]) AS t (name, "column")) AS has, pg_has_role(current_user, $1, 'MEMBER') AS member`,
		[
			role,
			settings.schema,
			tables.map(({ name }) => name),
			tables.map(({ columns }) => columns[columns.length - 1]),
		],
	);
	const { has, member } = rows[0];
	// A role that an administrator granted cannot be granted further.
	const joins = !isSuper && !member;
	if (has && !joins) return;
	// Each role has its own policy, so that a process with another role removes nobody's access.
	const policy = quote(`every tenant: ${role}`.slice(0, 63));
	await inTurn(client, settings.schema, async () => {
		await client.query(`GRANT USAGE ON SCHEMA ${quote(settings.schema)} TO ${quote(role)}`);
		for (const { name, columns } of tables) {
			await client.query(`GRANT SELECT (${columns.join(", ")}) ON ${name} TO ${quote(role)}`);
			await client.query(`DROP POLICY IF EXISTS ${policy} ON ${name}`);
			await client.query(`CREATE POLICY ${policy} ON ${name} FOR SELECT TO ${quote(role)} USING (true)`);
		}
		if (!joins) return;
		const how = version >= 160000 ? " WITH INHERIT FALSE, SET TRUE" : "";
		await client.query(`GRANT ${quote(role)} TO current_user${how}`);
	});
}

/**
 * Roles belong to the whole server, but locks to one database: a process in another database may have changed
 * it at the same time.
 */
const MEANWHILE = /concurrently updated/;
const ATTEMPTS = 5;

/** Concurrent grants of several processes would make each other fail. */
async function inTurn(client: Client, schema: string, work: () => Promise<void>): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await once(client, schema, work);
		} catch (error) {
			if (attempt === ATTEMPTS || !MEANWHILE.test(String(error))) throw error;
		}
	}
}

async function once(client: Client, schema: string, work: () => Promise<void>): Promise<void> {
	await client.query("BEGIN");
	try {
		await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`holdfast roles ${schema}`]);
		await work();
		await client.query("COMMIT");
	} catch (error) {
		await client.query("ROLLBACK").catch(() => {});
		throw error;
	}
}
