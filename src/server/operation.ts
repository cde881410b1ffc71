import type { z } from "zod";
import type { Holdfast } from "../interface.ts";
import type { Caller } from "./auth/caller.ts";

/*
 * One operation of the HTTP interface, said once: the routes, the checks of what comes in and the API document are all
 * made of this.
 */

/** Who may call: keys of this scope and above. `root`: only the key that the server was started with. */
export type Access = "read" | "agent" | "admin" | "root";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a handler gets: all of it checked. */
export interface Call<Q = unknown, B = unknown> {
	/** The tenant of the caller. */
	readonly hf: Holdfast;
	readonly caller: Caller;
	readonly params: Readonly<Record<string, string>>;
	readonly query: Q;
	readonly body: B;
	/** The caller's `Idempotency-Key`, for operations that repeat by themselves. */
	readonly idempotencyKey: string | undefined;
	/** The offset of the caller's `If-Match`. */
	readonly ifMatch: number | undefined;
	/** Aborted when the caller has left, or the server ends. */
	readonly signal: AbortSignal;
	readonly request: Request;
}

/** What a handler gives: a value that is sent as JSON, or an answer of another sort. */
export interface Answer {
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** Sent as JSON. Without it, and without a stream, the answer is empty (204). */
	readonly json?: unknown;
	/** Sent as it is, in place of JSON. */
	readonly text?: string;
	/** Sent as it comes. */
	readonly stream?: ReadableStream<Uint8Array>;
}

export type Repeat = "native" | "sealed" | "none";

export interface Operation {
	/** As in the library: `sessions.get`. Unique. */
	readonly id: string;
	readonly method: Method;
	/** As in `/v1/users/:id`. */
	readonly path: string;
	readonly summary: string;
	readonly access: Access;
	/**
	 * Whether a token of a user may call it. The handler then shows and takes what is that user's, by `call.caller.userId`.
	 * Default: it may not.
	 */
	readonly user?: true;
	readonly query?: z.ZodType;
	/** Checked before the handler. What the platform stamps (`tenant`, `uid`) is taken out before. */
	readonly body?: z.ZodType;
	/** The body is not JSON: the handler reads it from the request. */
	readonly rawBody?: { readonly type: string };
	/** How long a body may be, where the server's limit does not do. */
	readonly maxBodyBytes?: number;
	/** For the API document. */
	readonly answer?: z.ZodType;
	readonly answerType?: "application/json" | "text/event-stream" | "application/x-ndjson" | "text/plain";
	/**
	 * How a repeat with the same `Idempotency-Key` is answered: `native`, the library does it; `sealed` (default for
	 * writes), by the answer that is kept; `none`, for what only reads. Where it depends on what is asked for, by the body.
	 */
	readonly repeat?: Repeat | ((body: unknown) => Repeat);
	/** It makes something: answered with 201. */
	readonly makes?: true;
	/** It may take as long as it takes: no time limit. */
	readonly long?: true;
	handle(call: Call): Promise<Answer>;
}

type Given<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined;

/** Describes an operation; what its handler gets has the types of its schemas. */
export function operation<
	const Q extends z.ZodType | undefined = undefined,
	const B extends z.ZodType | undefined = undefined,
>(
	spec: Omit<Operation, "query" | "body" | "handle"> & {
		readonly query?: Q;
		readonly body?: B;
		handle(call: Call<Given<Q>, Given<B>>): Promise<Answer>;
	},
): Operation {
	return spec as unknown as Operation;
}
