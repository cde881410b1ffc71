import { parse } from "../../../error/index.ts";
import type { PostgresConnection, PostgresOptions, PostgresSettings, SslMode } from "./option-types.ts";
import { postgresOptions } from "./options-schema.ts";
import { readUrl, type UrlParts } from "./read-url.ts";
import { optionsError, refuseOption, WHAT } from "./refuse-options.ts";
import { toTls } from "./to-tls.ts";

export type {
	PostgresConnection,
	PostgresOptions,
	PostgresSettings,
	PostgresTls,
	SslMode,
} from "./option-types.ts";
export { postgresOptions } from "./options-schema.ts";
export type { OptionProblem } from "./refuse-options.ts";

/** Turns the given options into complete, checked settings. */
export function readPostgresOptions(
	urlOrOptions: string | PostgresOptions,
	more: PostgresOptions = {},
): PostgresSettings {
	const options = merge(urlOrOptions, more);
	const said = options.url === undefined ? undefined : readUrl(options.url, "url");
	const target = complete({ ...said, ...options }, said === undefined);
	const { pooler = false, listen = !pooler, role = "holdfast_app", workerRole = "holdfast_worker" } = options;
	if (listen === true && pooler) {
		const message =
			"does not work through a pooler in transaction mode; set a URL that bypasses it, or false";
		refuseOption("listen", message);
	}
	if (role === workerRole)
		refuseOption("workerRole", "must not be the role of all other work: it sees all tenants");
	return {
		connection: toConnection(target, "sslrootcert"),
		direct: typeof listen === "string" ? toConnection(pastPooler(listen, target), "listen") : undefined,
		schema: options.schema ?? "holdfast",
		tablePrefix: options.tablePrefix ?? "",
		pool: options.pool ?? 10,
		pooler,
		listen: listen !== false,
		pollIntervalMs: options.pollIntervalMs ?? (listen === false ? 100 : 1000),
		timeoutMs: options.timeoutMs ?? said?.timeoutMs ?? 30_000,
		role: role === false ? undefined : role,
		workerRole,
		vector: options.vector ?? "auto",
		exactUpTo: options.exactUpTo ?? 100_000,
		applicationName: options.applicationName ?? said?.applicationName ?? "holdfast",
		label: labelOf(target),
	};
}

function merge(first: string | PostgresOptions, more: PostgresOptions): PostgresOptions {
	const given = typeof first === "string" ? { url: first } : first;
	const options = present(parse(postgresOptions, given, WHAT));
	const beside = present(parse(postgresOptions, more, WHAT));
	if (options.url !== undefined && beside.url !== undefined) refuseOption("url", "is set twice; set it once");
	return { ...options, ...beside };
}

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Drops undefined members, so that they override nothing. */
function present<T extends object>(options: T): Present<T> {
	return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Present<T>;
}

interface Target {
	hostname: string;
	port: number;
	user: string;
	password: string | undefined;
	dbname: string;
	sslmode: SslMode;
	sslrootcert: string | undefined;
}

/** A URL has the usual defaults of PostgreSQL tools. Without a URL, nothing important is guessed. */
function complete(parts: UrlParts, isWrittenOut: boolean): Target {
	const missing = (["hostname", "password"] as const).filter((field) => parts[field] === undefined);
	if (isWrittenOut && missing.length > 0)
		throw optionsError(missing.map((field) => ({ field, message: "is missing" })));
	const { user = "postgres" } = parts;
	return {
		hostname: parts.hostname ?? "localhost",
		port: parts.port ?? 5432,
		user,
		password: parts.password,
		dbname: parts.dbname ?? (isWrittenOut ? "postgres" : user),
		sslmode: parts.sslmode ?? (isWrittenOut ? "require" : "prefer"),
		sslrootcert: parts.sslrootcert,
	};
}

/**
 * The connection that bypasses the pooler. Except for host and port, whatever its URL does not set is the
 * same as through the pooler.
 */
function pastPooler(url: string, through: Target): Target {
	const said = readUrl(url, "listen");
	const { user = through.user, dbname = through.dbname, sslmode = through.sslmode } = said;
	return {
		hostname: said.hostname ?? "localhost",
		port: said.port ?? 5432,
		user,
		// A password belongs to its user.
		password: said.password ?? (user === through.user ? through.password : undefined),
		dbname,
		sslmode,
		sslrootcert: said.sslrootcert ?? (said.sslmode === undefined ? through.sslrootcert : undefined),
	};
}

function toConnection(target: Target, field: string): PostgresConnection {
	const { hostname: host, port, user, password, dbname: database, sslmode, sslrootcert } = target;
	return { host, port, user, password, database, ssl: toTls(sslmode, host, sslrootcert, field) };
}

function labelOf({ hostname, port, dbname }: Target): string {
	const host = hostname.includes(":") && !hostname.startsWith("/") ? `[${hostname}]` : hostname;
	return `${host}:${port}/${dbname}`;
}
