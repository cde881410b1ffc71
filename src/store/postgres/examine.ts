import type { Client } from "pg";
import type { Capabilities, Finding } from "../ports/index.ts";
import { migrationText } from "./dialect.ts";
import type { PostgresLink } from "./link.ts";
import { readVersions } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import type { Roles } from "./roles.ts";
import { SEARCH_TABLES } from "./search-index/search-tables.ts";

export interface Examined {
	link: PostgresLink;
	roles: Roles;
	search: Capabilities["search"];
	listening: boolean;
}

const finding = (about: string, status: Finding["status"], message: string): Finding => ({
	about,
	status,
	message,
});

/** A slower connection slows down every operation. */
const SLOW_MS = 20;
/** With a larger difference, times from different machines are hard to compare. Nothing relies on them. */
const FAR_MS = 2_000;

/** The findings about the server, the schema and the roles. */
export async function examineServer(examined: Examined): Promise<Finding[]> {
	const { link } = examined;
	let client: Client;
	try {
		client = await link.single(() => {});
	} catch (error) {
		return [finding("store", "problem", error instanceof Error ? error.message : String(error))];
	}
	try {
		return [
			await server(client, link),
			...(await clock(client)),
			await schema(client, link),
			...wall(examined),
			await tables(client, examined),
			...ways(examined),
			...(await graphs(client, examined)),
			await connections(client, link),
			await disk(client),
		];
	} catch (error) {
		return [finding("store", "problem", String(link.translate(error)))];
	} finally {
		await client.end().catch(() => {});
	}
}

async function server(client: Client, { settings }: PostgresLink): Promise<Finding> {
	const { rows } = await client.query(
		`SELECT current_setting('server_version') AS version, current_setting('synchronous_commit') AS sync,
		current_setting('fsync') AS fsync, pg_is_in_recovery() AS standby`,
	);
	const { version, sync, fsync, standby } = rows[0];
	const what = `PostgreSQL ${version} at ${settings.label}`;
	if (standby)
		return finding("store", "problem", `${what} is a standby and read-only; connect to the primary`);
	if (fsync === "off" || sync === "off") {
		const message = `${what}: ${fsync === "off" ? "fsync" : "synchronous_commit"} is off, so a crash loses acknowledged writes; turn it on`;
		return finding("store", "warning", message);
	}
	return finding("store", "ok", what);
}

async function clock(client: Client): Promise<Finding[]> {
	const began = performance.now();
	const { rows } = await client.query("SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now");
	const took = performance.now() - began;
	const behind = Math.round(Date.now() - took / 2 - Number(rows[0].now));
	return [
		finding("round trip", took > SLOW_MS ? "warning" : "ok", `${took.toFixed(1)} ms`),
		finding(
			"clock",
			Math.abs(behind) > FAR_MS ? "warning" : "ok",
			`this machine is ${Math.abs(behind)} ms ${behind < 0 ? "behind" : "ahead of"} the server, whose clock is used`,
		),
	];
}

async function schema(client: Client, { settings }: PostgresLink): Promise<Finding> {
	const { made, complete } = await readVersions(client, settings);
	const what = `schema ${settings.schema}, version ${made}`;
	if (made > migrations.length) {
		return finding(
			"schema",
			"warning",
			`${what}: newer than version ${migrations.length} of this Holdfast; upgrade it soon`,
		);
	}
	if (complete < made) return finding("schema", "warning", `${what}: indexes are still being created`);
	return finding("schema", "ok", `${what}, current`);
}

/** The isolation of tenants, in addition to the conditions in the statements. */
function wall({ roles, link }: Examined): Finding[] {
	const { login, bypasses, working, worker, problems } = roles;
	const about = "row level security";
	const why = problems.length > 0 ? ` (${problems.join("; ")})` : "";
	const held = !bypasses || working !== login;
	const as = working === login ? `role ${login}` : `role ${working}, used by ${login}`;
	return [
		held
			? finding(about, "ok", `applies to ${as}`)
			: finding(
					about,
					"warning",
					`role ${login} bypasses it: tenants are separated only by the conditions in the statements. Connect as a role without SUPERUSER and BYPASSRLS, or let ${login} create roles${why}`,
				),
		worker === undefined
			? finding(
					"worker role",
					"warning",
					`missing: jobs of other tenants are not found; create role ${link.settings.workerRole} as described in docs/postgres.md${why}`,
				)
			: finding("worker role", "ok", `role ${worker} sees when jobs and deliveries of any tenant are due`),
	];
}

/** Row level security must be enabled for every table, and for its owner, too. */
async function tables(client: Client, { link: { settings }, search }: Examined): Promise<Finding> {
	const indexed = search.vector === "hnsw" ? SEARCH_TABLES : [];
	const expected = [...migrations.flatMap((migration) => migration.tables), ...indexed];
	const names = expected.map((table) => migrationText(`{${table}}`, settings));
	const { rows } = await client.query(
		`SELECT name FROM unnest($1::TEXT[]) AS name LEFT JOIN pg_class c ON c.oid = to_regclass(name)
		WHERE c.oid IS NULL OR NOT (c.relrowsecurity AND c.relforcerowsecurity)`,
		[names],
	);
	if (rows.length === 0)
		return finding("tables", "ok", `${names.length} tables, each with row level security`);
	const open = rows.map(({ name }) => name).join(", ");
	return finding("tables", "problem", `row level security is off, or the table is missing: ${open}`);
}

function ways({ link: { settings }, search, listening }: Examined): Finding[] {
	const followers = settings.listen
		? finding("followers", "ok", `woken by notifications${listening ? "" : " (not connected yet)"}`)
		: finding("followers", "ok", `poll every ${settings.pollIntervalMs} ms: there is no listener`);
	const found =
		search.vector === "hnsw"
			? "large scopes are searched with pgvector (HNSW) and an inverted index, others exactly, in process"
			: `every scope is searched exactly, in process (${search.reason ?? "no index"})`;
	return [followers, finding("search", "ok", found)];
}

/** Without a graph, vectors are still found, but each search compares all vectors of the owner. */
async function graphs(client: Client, { link: { settings }, search }: Examined): Promise<Finding[]> {
	if (search.vector !== "hnsw") return [];
	const table = migrationText("{index_facts}", settings);
	const { rows } = await client.query(
		`SELECT (SELECT reltuples > 0 FROM pg_class WHERE oid = $1::regclass) AS used, EXISTS (SELECT FROM pg_index i
		JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
		WHERE i.indrelid = $1::regclass AND a.amname = 'hnsw' AND i.indisvalid) AS made`,
		[table],
	);
	if (!rows[0]?.used || rows[0].made) return [];
	const message = `${table} has no graph yet: it is being built, or the login role does not own the table and cannot build it`;
	return [finding("search graph", "warning", message)];
}

async function connections(client: Client, { settings }: PostgresLink): Promise<Finding> {
	const { rows } = await client.query(
		`SELECT current_setting('max_connections')::INTEGER AS max, count(*)::INTEGER AS used FROM pg_stat_activity
		WHERE backend_type = 'client backend'`,
	);
	const { max, used } = rows[0];
	const ours = settings.pool + (settings.listen ? 1 : 0);
	const message = `${used} of ${max} in use; this process uses up to ${ours}`;
	return finding("connections", used + ours > max * 0.9 ? "warning" : "ok", message);
}

/** Only the machine of the server knows how much disk space is left. */
async function disk(client: Client): Promise<Finding> {
	const { rows } = await client.query(
		"SELECT pg_size_pretty(pg_database_size(current_database())) AS size, current_database() AS name",
	);
	return finding(
		"disk",
		"ok",
		`database ${rows[0].name} has ${rows[0].size}; monitor the free disk space of the server`,
	);
}
