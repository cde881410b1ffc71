import { HoldfastError } from "../../error/index.ts";

/*
 * What a failed statement means, in classes:
 *
 *   away    the server, or the way to it, is gone for now: connect again, then do again what is known not to have happened
 *   again   the transaction lost against another one and left no trace: run it anew
 *   stale   the connection remembers what is no longer so (a prepared statement of an older schema): take another connection
 *   final   anything else: it would fail the same way again
 */
export type FailureClass = "away" | "again" | "stale" | "final";

/** The server's own code of an error: five letters and digits. */
export function sqlState(error: unknown): string | undefined {
	if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
	return /^[0-9A-Z]{5}$/.test(error.code) && "severity" in error ? error.code : undefined;
}

const AGAIN = new Set([
	"40001", // serialization_failure
	"40P01", // deadlock_detected
	"23505", // unique_violation: somebody else created it meanwhile
	"23P01", // exclusion_violation
	"55P03", // lock_not_available
]);

const AWAY = new Set([
	"57P01", // admin_shutdown
	"57P02", // crash_shutdown
	"57P03", // cannot_connect_now: starting up, or in recovery
	"57P05", // idle_session_timeout
	"53300", // too_many_connections
	"25006", // read_only_sql_transaction: this is a standby by now
	"25P03", // idle_in_transaction_session_timeout
	"25P04", // transaction_timeout
]);

const STALE = new Set([
	"26000", // invalid_sql_statement_name: a pooler gave us another server connection
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
	"ENOTFOUND", // while a name is moved to another machine
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

/** The driver tells the end of a connection in words. */
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
	"3D000": "there is no such database; create it, or check dbname",
	"42501": "the role may not do this; see docs/postgres.md for the rights it needs",
	"53100": "its disk is full; free some space and try again",
	"53200": "it is out of memory",
	"57014": "the statement was cancelled, by statement_timeout or by an operator",
	"25006": "it takes no writes: it is a standby, or set to read only",
	"53300": "it has no connection left; lower `pool`, raise max_connections, or put a pooler in between",
};

/** Worth trying again unchanged, beside what is away. */
const RETRYABLE = new Set(["53100", "53200", "57014"]);

/** An error of the server or the driver as ours; ours pass unchanged. */
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
		return "no connection was free, or could be made, in time; is it running? If so raise `pool`, or look for what keeps the connections busy";
	}
	const text = `${error.message} ${"code" in error ? error.code : ""}`;
	if (/ENOTFOUND/.test(text))
		return `there is no host of this name (${describe(error)}); check hostname or URL`;
	if (/does not support SSL/i.test(text))
		return "it has no TLS; set sslmode to disable, or turn TLS on there";
	if (/client password must be a string/i.test(text)) return "it asks for a password and none was given";
	if (kind === "away") return `it cannot be reached (${describe(error)}); is it running?`;
	if (kind === "again") return `others kept changing the same rows (${describe(error)}); try again`;
	return `it says "${describe(error)}"`;
}

const isLate = (error: Error): boolean => /timeout exceeded when trying to connect/i.test(error.message);

/** Failures while a connection is made that the driver reports without a code. */
function isSetup(error: Error): boolean {
	return /timeout exceeded|SSL|certificate|SASL|SCRAM|ENOTFOUND|self-signed/i.test(
		`${error.message} ${"code" in error ? error.code : ""}`,
	);
}

/** Errors of several addresses tried in turn have no message of their own. */
function describe(error: Error): string {
	if (error.message !== "") return error.message;
	if (error instanceof AggregateError) return error.errors.map(String).join("; ");
	return "code" in error ? String(error.code) : error.name;
}
