import type { Exchange } from "../exchange.ts";

/** One entry of the request log. It names the operation, and contains nothing of the URL or the body. */
export interface LogEntry {
	/** When the response was sent, as an ISO 8601 timestamp. */
	time: string;
	/** `error` for unexpected errors, else `info`. */
	level: "info" | "error";
	/** Id of the request, as in the `X-Request-Id` header. */
	requestId: string;
	/** HTTP method. */
	method: string;
	/** Id of the operation; `none` if no operation matched. */
	operation: string;
	/** HTTP status. 0: the caller disconnected before there was a response. */
	status: number;
	/** Duration in milliseconds. */
	ms: number;
	/** The tenant of the caller. */
	tenant?: string;
	/** Id of the key, `root`, or a digest of the user of a token. */
	credential?: string;
	/** The unexpected error. */
	error?: { name: string; message: string; stack?: string };
}

/** Receives each entry of the request log. */
export type Logger = (entry: LogEntry) => void;

/** JSON, one entry per line. */
export const toStdout: Logger = (entry) => {
	process.stdout.write(`${JSON.stringify(entry)}\n`);
};
/** Used without a logger, so that unexpected errors are not lost. */
export const errorsToStderr: Logger = (entry) => {
	if (entry.level === "error") process.stderr.write(`${JSON.stringify(entry)}\n`);
};

export function entryOf(exchange: Exchange, error?: unknown): LogEntry {
	const { id, incoming, operation, status, startedAt, caller } = exchange;
	return {
		time: new Date().toISOString(),
		level: error === undefined ? "info" : "error",
		requestId: id,
		method: incoming.method ?? "",
		operation,
		status,
		ms: Math.round((performance.now() - startedAt) * 100) / 100,
		...(caller && { tenant: caller.tenant, credential: caller.credential }),
		...(error !== undefined && { error: describe(error) }),
	};
}

function describe(error: unknown): NonNullable<LogEntry["error"]> {
	if (!(error instanceof Error)) return { name: "Error", message: String(error) };
	return { name: error.name, message: error.message, ...(error.stack && { stack: error.stack }) };
}
