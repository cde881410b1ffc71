import type { Exchange } from "../exchange.ts";

/** One line of the log. It names the operation, never what was in the address or the body. */
export interface LogEntry {
	time: string;
	level: "info" | "error";
	requestId: string;
	method: string;
	/** The id of the operation; `none` for what no operation answers. */
	operation: string;
	/** 0: the caller left before there was an answer. */
	status: number;
	ms: number;
	tenant?: string;
	/** The id of the key, `root`, or a digest of the user that a token names. */
	credential?: string;
	/** Of what nobody has foreseen. */
	error?: { name: string; message: string; stack?: string };
}

export type Logger = (entry: LogEntry) => void;

/** JSON, one line each. */
export const toStdout: Logger = (entry) => {
	process.stdout.write(`${JSON.stringify(entry)}\n`);
};
/** Without a logger, what nobody has foreseen is not lost all the same. */
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
		...{ operation, status },
		ms: Math.round((performance.now() - startedAt) * 100) / 100,
		...(caller && { tenant: caller.tenant, credential: caller.credential }),
		...(error !== undefined && { error: describe(error) }),
	};
}

function describe(error: unknown): NonNullable<LogEntry["error"]> {
	if (!(error instanceof Error)) return { name: "Error", message: String(error) };
	return { name: error.name, message: error.message, ...(error.stack && { stack: error.stack }) };
}
