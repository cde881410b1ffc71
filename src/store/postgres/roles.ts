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
 *   the one that logs in   owns the tables, migrates
 *   `role`                 what operations run as where the one that logs in would pass the wall between tenants
 *   `workerRole`           sees which tenants there are, when their jobs and deliveries are due and how long their logs
 *                          are, and nothing else
 *
 * Those that are missing are created where the login role may do that. Where it may not, operations run as it is, and the
 * doctor says what that means.
 */

export interface Roles {
	login: string;
	/** The login role is not held by row level security. */
	bypasses: boolean;
	/** What operations run as. */
	working: string;
	/** The role for what spans tenants, if it can be taken on. */
	worker: string | undefined;
	/** Why a role could not be made or taken on. */
	problems: string[];
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** `jobs`: whether there are any; an index beside a store has none. */
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
		// A role whose rights are inherited would lend its sight to every query; only one that is taken on will do.
		const mayJoin = isSuper || version >= 160000 || !inherits;
		const hasWorker =
			jobs &&
			mayJoin &&
			(await attempt(`role ${workerRole}`, () => giveWork(client, link, workerRole, isSuper, version)));
		if (jobs && !mayJoin)
			problems.push(`role ${workerRole}: ${login} would inherit its rights; make it NOINHERIT`);
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

/** Creates a role that nobody can log in as. Roles belong to the whole server, and somebody else may be faster. */
async function need(client: Client, name: string): Promise<void> {
	const { rows } = await client.query(
		"SELECT rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = $1",
		[name],
	);
	if (rows[0]?.bypasses)
		throw new Error("it bypasses row level security; give the name of one that does not");
	if (rows[0]) return;
	try {
		await client.query(`CREATE ROLE ${quote(name)} NOLOGIN`);
	} catch (error) {
		if (sqlState(error) !== "42710" && sqlState(error) !== "23505") throw error;
	}
}

/**
 * Tables that are walled off, views that look with the eyes of who asks, and what says which version the schema has, as far
 * as the role lacks rights on them.
 */
const LACKING = `SELECT c.oid::regclass::TEXT AS name, c.relname = ANY ($4) AS "toRead" FROM pg_class c
	WHERE c.relnamespace = to_regnamespace($2) AND (
		(c.relname = ANY ($3) AND NOT (
			has_table_privilege($1, c.oid, 'SELECT') AND has_table_privilege($1, c.oid, 'INSERT')
			AND has_table_privilege($1, c.oid, 'UPDATE') AND has_table_privilege($1, c.oid, 'DELETE')))
		OR (c.relname = ANY ($4) AND NOT has_table_privilege($1, c.oid, 'SELECT')))`;

const TO_WORK_WITH = [...migrations.flatMap(({ tables }) => tables), ...SEARCH_TABLES];
const TO_READ = ["meta", "log"];

/** The rights to work. Nothing else in the schema is any of its business, least of all what other software has there. */
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

/** What a worker of all tenants has to see. */
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
		...{ name: migrationText(`{${table}}`, settings), columns },
	}));
	const { rows } = await client.query(
		`SELECT has_schema_privilege($1, $2, 'USAGE') AND (SELECT bool_and(has_column_privilege($1, t.name, t.column, 'SELECT')
			AND EXISTS (SELECT FROM pg_policy p JOIN pg_roles r ON r.oid = ANY (p.polroles) AND r.rolname = $1
				WHERE p.polrelid = t.name::regclass AND p.polcmd = 'r'))
			FROM unnest($3::TEXT[], $4::TEXT[]) AS t (name, "column")) AS has, pg_has_role(current_user, $1, 'MEMBER') AS member`,
		[
			...[role, settings.schema],
			...[tables.map(({ name }) => name), tables.map(({ columns }) => columns[columns.length - 1])],
		],
	);
	const { has, member } = rows[0];
	// Whoever was given the role by an administrator may not give it on.
	const joins = !isSuper && !member;
	if (has && !joins) return;
	// Each role has a policy of its own: who comes with another one takes nobody's away.
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

/** Roles are of the whole server, and locks of one database: somebody in another one may have been at it, too. */
const MEANWHILE = /concurrently updated/;
const ATTEMPTS = 5;

/** Grants of several processes at once would fail each other. */
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
