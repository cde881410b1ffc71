import { z } from "zod";
import type { Operation } from "./operation.ts";
import { bodyCheck, hasField, validate } from "./receive/validate.ts";

/** An operation with everything worked out that is the same for each call of it. */
export interface Prepared {
	readonly operation: Operation;
	/** Undefined: a body is not looked at, or read by the handler. */
	readonly checkBody: ((value: unknown) => unknown) | undefined;
	checkQuery(query: object): unknown;
	readonly hasParams: boolean;
	readonly bodyBytes: number;
	/** The same for users, who say what people type. */
	readonly userBytes: number;
	/** The answer comes bit by bit. */
	readonly streams: boolean;
	/** It waits for what others do, and may wait on another server as well: it ends when this one is about to close. */
	readonly follows: boolean;
	/** Whether repeats are given the answer that was kept. */
	isSealed(body: unknown): boolean;
	/** Root may name the tenant in the body. */
	readonly namesTenant: boolean;
}

const NOTHING = z.strictObject({});

export function prepareOperation(operation: Operation, bodyBytes: number): Prepared {
	const { method, path, query = NOTHING, body, rawBody, answerType, repeat = "sealed", long } = operation;
	const reads = method === "GET";
	const streams = answerType === "text/event-stream" || answerType === "application/x-ndjson";
	return {
		operation,
		checkBody: reads || rawBody ? undefined : bodyCheck(body ?? NOTHING),
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
