import type { z } from "zod";
import type { Holdfast } from "../interface.ts";
import type { ServedAgents } from "../turn/index.ts";
import type { Caller } from "./auth/caller.ts";

/* One operation of the HTTP interface. Routes, validation and the API document all use this description. */

/** Who may call it: keys of this scope and above. `root`: only the key that the server was started with. */
export type Access = "read" | "agent" | "admin" | "root";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a handler receives; all of it is validated. */
export interface Call<Q = unknown, B = unknown> {
	/** The instance for the caller's tenant. */
	readonly hf: Holdfast;
	/** What a server needs in addition to `hf`. */
	readonly served: ServedAgents;
	readonly caller: Caller;
	readonly params: Readonly<Record<string, string>>;
	readonly query: Q;
	readonly body: B;
	/** The caller's `Idempotency-Key`, for operations that handle repeats themselves. */
	readonly idempotencyKey: string | undefined;
	/** The offset of the caller's `If-Match`. */
	readonly ifMatch: number | undefined;
	/** Aborted when the caller disconnects, or the server shuts down. */
	readonly signal: AbortSignal;
	readonly request: Request;
}

/** What a handler returns: a value to send as JSON, or another kind of response. */
export interface Answer {
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** Sent as JSON. Without it and without a stream, the response is empty (204). */
	readonly json?: unknown;
	/** Sent as it is, instead of JSON. */
	readonly text?: string;
	/** Sent as it arrives. */
	readonly stream?: ReadableStream<Uint8Array>;
}

export type Repeat = "native" | "sealed" | "none";

export interface Operation {
	/** The name in the library, e.g. `sessions.get`. Unique. */
	readonly id: string;
	readonly method: Method;
	/** For example `/v1/users/:id`. */
	readonly path: string;
	readonly summary: string;
	readonly access: Access;
	/**
	 * Whether a token of a user may call it. The handler must then restrict itself to that user's data, by
	 * `call.caller.userId`. Default: no.
	 */
	readonly user?: true;
	readonly query?: z.ZodType;
	/**
	 * Validates the body before the handler runs, which receives the body as it was sent. Members that the platform
	 * sets (`tenant`, `uid`) are removed first.
	 */
	readonly body?: z.ZodType;
	/** How errors name the body before the names of its fields. Default: only the fields are named. */
	readonly bodyName?: string;
	/** Converts other accepted forms of the body to the one that `body` describes. */
	readBody?(value: unknown): unknown;
	/** The body is not JSON: the handler reads it from the request. */
	readonly rawBody?: { readonly type: string };
	/** Maximum length of the body, if it differs from the server's limit. */
	readonly maxBodyBytes?: number;
	/** For the API document. */
	readonly answer?: z.ZodType;
	readonly answerType?: "application/json" | "text/event-stream" | "application/x-ndjson" | "text/plain";
	/**
	 * How a repeat with the same `Idempotency-Key` is answered. `native`: by the library. `sealed` (default for
	 * writes): with the stored response. `none`: for reads. A function decides by the body.
	 */
	readonly repeat?: Repeat | ((body: unknown) => Repeat);
	/** Creates something: responds with 201. */
	readonly makes?: true;
	/** No time limit. */
	readonly long?: true;
	handle(call: Call): Promise<Answer>;
}

type Given<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined;

/** Describes an operation. The types of its handler follow from its schemas. */
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
