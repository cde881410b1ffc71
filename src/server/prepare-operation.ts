import { z } from "zod";
import type { Operation } from "./operation.ts";
import { bodyCheck, hasField } from "./receive/check-body.ts";
import { validate } from "./receive/validate.ts";

/** An operation with everything precomputed that is the same for each call. */
export interface Prepared {
	readonly operation: Operation;
	/** Undefined: the body is ignored, or read by the handler. */
	readonly checkBody: ((value: unknown) => unknown) | undefined;
	checkQuery(query: object): unknown;
	readonly hasParams: boolean;
	readonly bodyBytes: number;
	/** The same for users, who send what people type. */
	readonly userBytes: number;
	/** Whether the response is streamed. */
	readonly streams: boolean;
	/**
	 * Whether it waits for new events. It can wait on another server as well, so it ends when this one is about to
	 * close.
	 */
	readonly follows: boolean;
	/** Whether repeats get the stored response. */
	isSealed(body: unknown): boolean;
	/** Whether root may name the tenant in the body. */
	readonly namesTenant: boolean;
}

const NOTHING = z.strictObject({});

export function prepareOperation(operation: Operation, bodyBytes: number): Prepared {
	const { method, path, query = NOTHING, body, rawBody, answerType, repeat = "sealed", long } = operation;
	const reads = method === "GET";
	const streams = answerType === "text/event-stream" || answerType === "application/x-ndjson";
	return {
		operation,
		checkBody: reads || rawBody ? undefined : bodyCheck({ ...operation, body: body ?? NOTHING }),
		checkQuery: (given) => validate(query, given, "query"),
		hasParams: path.includes(":"),
		bodyBytes: operation.maxBodyBytes ?? bodyBytes,
		userBytes: bodyBytes,
		streams,
		follows: reads && (answerType === "text/event-stream" || long === true),
		isSealed: (given) =>
			!reads && !streams && (typeof repeat === "function" ? repeat(given) : repeat) === "sealed",
		namesTenant: body !== undefined && hasField(body, "tenant"),
	};
}
