import { HoldfastError } from "../../error/index.ts";

/*
 * The classes of failed statements:
 *
 *   away    the server or the network is unavailable: reconnect, then repeat what is known not to have
 * happened
 *   again   the transaction lost against another one and left no trace: repeat it
 *   stale   the connection has outdated state (a prepared statement of an older schema): use another
 * connection
 *   final   anything else: it would fail again in the same way
 */
export type FailureClass = "away" | "again" | "stale" | "final";

/** The server's error code: five letters and digits. */
export function sqlState(error: unknown): string | undefined {
	if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
	return /^[0-9A-Z]{5}$/.test(error.code) && "severity" in error ? error.code : undefined;
}

const AGAIN = new Set([
	"40001", // serialization_failure
	"40P01", // deadlock_detected
	"23505", // unique_violation: another transaction created it in the meantime
	"23P01", // exclusion_violation
	"55P03", // lock_not_available
]);

const AWAY = new Set([
	"57P01", // admin_shutdown
	"57P02", // crash_shutdown
	"57P03", // cannot_connect_now: starting up, or in recovery
	"57P05", // idle_session_timeout
	"53300", // too_many_connections
	"25006", // read_only_sql_transaction: the server has become a standby
	"25P03", // idle_in_transaction_session_timeout
	"25P04", // transaction_timeout
]);

const STALE = new Set([
	"26000", // invalid_sql_statement_name: a pooler switched to another server connection
	"42P05", // duplicate_prepared_statement
]);

const UNREACHABLE = new Set([
	"ECONNREFUSED",
	"ECONNRESET",
	"EPIPE",
	"ETIMEDOUT",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"EAI_AGAIN",
	"ENOTFOUND", // while a name moves to another machine
	"ENOENT", // the socket file of a server that is down
]);

export function classify(error: unknown): FailureClass {
	const state = sqlState(error);
	if (state === undefined) return isConnectionError(error) ? "away" : "final";
	if (AGAIN.has(state)) return "again";
	if (AWAY.has(state) || state.startsWith("08")) return "away";
	if (STALE.has(state) || (state === "0A000" && /cached plan/.test(String(error)))) return "stale";
	return "final";
}

/** The driver reports a closed connection only in the message. */
function isConnectionError(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if ("code" in error && typeof error.code === "string" && UNREACHABLE.has(error.code)) return true;
	if (error instanceof AggregateError) return error.errors.some(isConnectionError);
	return /connection terminated|not queryable|connection timeout|timeout expired|client was closed/i.test(
		error.message,
	);
}

const ADVICE: Readonly<Record<string, string>> = {
	"28P01": "the password is wrong; check user and password",
	"28000": "the server refuses this user; check pg_hba.conf and sslmode",
	"3D000": "the database does not exist; create it, or check dbname",
	"42501": "the role does not have the permission; see docs/postgres.md for the privileges it needs",
	"53100": "its disk is full; free some space and try again",
	"53200": "it is out of memory",
	"57014": "the statement was cancelled, by statement_timeout or by an operator",
	"25006": "it is read-only: it is a standby, or it is set to read only",
	"53300": "it has no free connections; lower `pool`, raise max_connections, or use a pooler",
};

/** Retryable in addition to the class `away`. */
const RETRYABLE = new Set(["53100", "53200", "57014"]);

/**
 * Converts an error of the server or the driver to a HoldfastError. HoldfastErrors are returned unchanged.
 */
export function translate(error: unknown, label: string): unknown {
	if (HoldfastError.isInstance(error)) return error;
	if (!(error instanceof Error)) return error;
	const state = sqlState(error);
	const kind = classify(error);
	if (state === undefined && kind === "final" && !isSetup(error)) return error;
	const why = (state && ADVICE[state]) ?? reason(error, kind);
	const retryable = kind !== "final" || isLate(error) || (state !== undefined && RETRYABLE.has(state));
	const fields = state === undefined ? {} : { sqlState: state };
	return new HoldfastError("unavailable", `PostgreSQL at ${label}: ${why}`, fields, {
		cause: error,
		retryable,
	});
}

function reason(error: Error, kind: FailureClass): string {
	if (isLate(error)) {
		return "no connection was available in time; check that the server is running. If it is, raise `pool`, or find out what keeps the connections busy";
	}
	const text = `${error.message} ${"code" in error ? error.code : ""}`;
	if (/ENOTFOUND/.test(text))
		return `the host name was not found (${describe(error)}); check hostname or URL`;
	if (/does not support SSL/i.test(text))
		return "it has no TLS; set sslmode to disable, or enable TLS on the server";
	if (/client password must be a string/i.test(text)) return "it requires a password, but none is set";
	if (kind === "away") return `it cannot be reached (${describe(error)}); check that it is running`;
	if (kind === "again")
		return `other transactions kept changing the same rows (${describe(error)}); try again`;
	return `it says "${describe(error)}"`;
}

const isLate = (error: Error): boolean => /timeout exceeded when trying to connect/i.test(error.message);

/** Failures while connecting that the driver reports without a code. */
function isSetup(error: Error): boolean {
	return /timeout exceeded|SSL|certificate|SASL|SCRAM|ENOTFOUND|self-signed/i.test(
		`${error.message} ${"code" in error ? error.code : ""}`,
	);
}

/** If several addresses were tried, the error has no message of its own. */
function describe(error: Error): string {
	if (error.message !== "") return error.message;
	if (error instanceof AggregateError) return error.errors.map(String).join("; ");
	return "code" in error ? String(error.code) : error.name;
}
