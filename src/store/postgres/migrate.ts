import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { HoldfastError } from "../../error/index.ts";
import { migrationText, type Names } from "./dialect.ts";
import type { PostgresLink } from "./link.ts";
import { type Migration, migrations } from "./migrations/index.ts";
import { wallText } from "./tenant-wall.ts";

/*
 * The schema version is the number of migrations applied. Each process checks it at start. Processes that
 * find work take turns at a database lock; the later ones find nothing left to do. Steps that could block
 * users of large tables run in a second step, outside of any transaction.
 */

export interface SchemaVersions {
	/** Migrations applied, and how many of them have also completed their second step. */
	made: number;
	complete: number;
}

/** The migrations of this version. Tests use a part of them, to create an older schema. */
export interface MigrateOptions {
	known?: readonly Migration[];
	/** The keys under which the versions are stored. */
	keys?: VersionKeys;
}

export interface VersionKeys {
	version: string;
	complete: string;
}

const KEYS: VersionKeys = { version: "schema_version", complete: "schema_complete" };

export async function migrate(
	link: PostgresLink,
	{ known = migrations, keys = KEYS }: MigrateOptions = {},
): Promise<void> {
	const client = await link.single(() => {});
	try {
		const names = link.settings;
		await refuseOldServer(client, link);
		const found = await readVersions(client, names, keys);
		refuseNewer(found, known.length, link);
		if (found.made < known.length) await makeTables(client, link, known, keys);
		if (found.complete < known.length) await complete(client, link, known, keys);
	} finally {
		await client.end().catch(() => {});
	}
}

export async function readVersions(
	client: Pick<Client, "query">,
	names: Names,
	keys: VersionKeys = KEYS,
): Promise<SchemaVersions> {
	const table = migrationText("{meta}", names);
	const { rows } = await client.query("SELECT to_regclass($1) IS NOT NULL AS there", [table]);
	if (!rows[0]?.there) return { made: 0, complete: 0 };
	const { rows: stored } = await client.query(`SELECT key, value FROM ${table}`);
	const of = (key: string): number => Number(stored.find((row) => row.key === key)?.value ?? 0);
	return { made: of(keys.version), complete: of(keys.complete) };
}

/** The oldest server with all features that are used: views that check the caller's privileges. */
const OLDEST_SERVER = 15;

async function refuseOldServer(client: Client, { settings }: PostgresLink): Promise<void> {
	const { rows } = await client.query("SELECT current_setting('server_version_num')::INTEGER AS version");
	const version = Math.floor(Number(rows[0]?.version) / 10_000);
	if (version >= OLDEST_SERVER) return;
	const message = `PostgreSQL at ${settings.label} is version ${version}; Holdfast needs ${OLDEST_SERVER} or newer`;
	throw new HoldfastError("capability_missing", message, { found: version, needed: OLDEST_SERVER });
}

function refuseNewer({ made }: SchemaVersions, known: number, { settings }: PostgresLink): void {
	if (made <= known) return;
	throw new HoldfastError(
		"schema_too_new",
		`schema ${settings.schema} of PostgreSQL at ${settings.label} has version ${made}, but this version of Holdfast supports only ${known}; upgrade the holdfast package, or use another schema`,
		{ found: made, known },
	);
}

const LOCK = (schema: string): string => `holdfast schema ${schema}`;

/** Applies all missing migrations in one transaction. */
async function makeTables(
	client: Client,
	link: PostgresLink,
	known: readonly Migration[],
	keys: VersionKeys,
): Promise<void> {
	const names = link.settings;
	const text = (template: string): string => migrationText(template, names);
	await client.query("BEGIN");
	try {
		await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [LOCK(names.schema)]);
		// Checked again under the lock: another process may have been faster.
		const { made } = await readVersions(client, names, keys);
		refuseNewer({ made, complete: 0 }, known.length, link);
		// Checked first: a role that may use an existing schema is not necessarily allowed to create one.
		const { rows } = await client.query("SELECT to_regnamespace($1) IS NOT NULL AS there", [
			`"${names.schema}"`,
		]);
		if (!rows[0]?.there) await client.query(`CREATE SCHEMA "${names.schema}"`);
		await client.query(text("CREATE TABLE IF NOT EXISTS {meta} (key TEXT PRIMARY KEY, value TEXT NOT NULL)"));
		for (const migration of known.slice(made)) {
			await client.query(text(migration.text));
			for (const table of migration.tables) await client.query(text(wallText(table)));
		}
		await store(client, names, keys.version, known.length);
		await client.query("COMMIT");
	} catch (error) {
		await client.query("ROLLBACK").catch(() => {});
		throw error;
	}
}

/** The second steps, one statement at a time, while others use the tables. */
async function complete(
	client: Client,
	link: PostgresLink,
	known: readonly Migration[],
	keys: VersionKeys,
): Promise<void> {
	const names = link.settings;
	const lock = `${LOCK(names.schema)}, second step`;
	// A session lock means nothing behind a pooler: everything there is one transaction.
	const isPooled = names.pooler && names.direct === undefined;
	if (isPooled) await client.query("BEGIN");
	try {
		await takeLock(client, isPooled ? "pg_try_advisory_xact_lock" : "pg_try_advisory_lock", lock);
		const { complete: done } = await readVersions(client, names, keys);
		for (const { online = [] } of known.slice(done)) {
			for (const template of online) {
				const text = migrationText(template, names);
				if (!isPooled) await dropHalfMade(client, text, names);
				await client.query(isPooled ? text.replace(" CONCURRENTLY", "") : text);
			}
		}
		await store(client, names, keys.complete, known.length);
		await client.query(isPooled ? "COMMIT" : "SELECT pg_advisory_unlock_all()");
	} catch (error) {
		if (isPooled) await client.query("ROLLBACK").catch(() => {});
		throw error;
	}
}

/**
 * Polls for the lock. A process that waits inside a statement holds a snapshot, and a concurrent index build
 * waits for processes with snapshots: the two would wait for each other.
 */
async function takeLock(client: Client, how: string, name: string): Promise<void> {
	for (;;) {
		const { rows } = await client.query(`SELECT ${how}(hashtextextended($1, 0)) AS taken`, [name]);
		if (rows[0]?.taken) return;
		await pause(50 + Math.random() * 50);
	}
}

/** An interrupted index build leaves an unusable index under its name. */
async function dropHalfMade(client: Client, text: string, { schema }: Names): Promise<void> {
	const [, index] = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS "([^"]+)"/.exec(text) ?? [];
	if (index === undefined) return;
	const { rows } = await client.query(
		"SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid",
		[`"${schema}"."${index}"`],
	);
	if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${schema}"."${index}"`);
}

async function store(client: Client, names: Names, key: string, version: number): Promise<void> {
	const text = `INSERT INTO {meta} (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value
		WHERE CAST({meta}.value AS INTEGER) < CAST(excluded.value AS INTEGER)`;
	await client.query(migrationText(text, names), [key, String(version)]);
}
