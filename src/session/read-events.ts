import { z } from "zod";
import { parse } from "../error/index.ts";
import {
	decodeEvent,
	EVENT_KINDS,
	EVENT_SOURCES,
	type Event,
	type EventKind,
	type EventSource,
	keyText,
	MESSAGE_KINDS,
	type Message,
	transcript,
} from "../event/index.ts";
import type { EventQuery, SessionTarget } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";

export const MAX_EVENTS = 10_000;

/** Which events to read. */
export interface ReadOptions {
	/** Only events with a greater offset. Default -1: all. */
	after?: number | undefined;
	/** Only events with a smaller offset. */
	before?: number | undefined;
	/** Only the newest of them, in this number. Returned oldest first. */
	last?: number | undefined;
	/** Only the oldest of them, in this number. Default 1,000, at most 10,000. */
	limit?: number | undefined;
	/** Only events of these kinds. */
	kinds?: readonly EventKind[] | undefined;
	/** Only events of these sources. */
	sources?: readonly EventSource[] | undefined;
	/** Only events of this run. */
	runId?: string | undefined;
}

const count = z
	.number()
	.int({ error: "must be an integer" })
	.min(0, { error: "must be 0 or more" })
	.max(MAX_EVENTS, { error: `must be at most ${MAX_EVENTS}; read on with after` });
const offset = z.number().int({ error: "must be an integer" }).min(-1, { error: "must be -1 or more" });

const optionsSchema = z
	.strictObject({
		after: offset.default(-1),
		before: offset.optional(),
		last: count.optional(),
		limit: count.optional(),
		kinds: z.array(z.enum(EVENT_KINDS)).optional(),
		sources: z.array(z.enum(EVENT_SOURCES)).optional(),
		runId: keyText.optional(),
	})
	.refine((options) => options.last === undefined || options.limit === undefined, {
		error: "last and limit exclude each other",
	});

/** The reading options in the form of the store. */
export function toQuery(options: ReadOptions, what = "options"): EventQuery {
	const { last, limit, kinds, sources, ...query } = parse(optionsSchema, options, what);
	// Without repeats, so that a store sees few different queries.
	const unique = <T>(values: T[] | undefined): T[] | undefined => values && [...new Set(values)].sort();
	return {
		...query,
		kinds: unique(kinds),
		sources: unique(sources),
		newest: last !== undefined,
		limit: last ?? limit ?? 1000,
	};
}

/** Events, oldest first; empty if the session does not exist. */
export async function readEvents(
	platform: Platform,
	target: SessionTarget,
	query: EventQuery,
): Promise<Event[]> {
	const page = await platform.store.log.read(target, query);
	return page?.events.map(({ offset, body }) => decodeEvent(offset, body)) ?? [];
}

/** Which messages to read. */
export interface MessageOptions {
	/** Only messages with a greater offset. Default -1: all. */
	after?: number | undefined;
	/** Only messages with a smaller offset. */
	before?: number | undefined;
	/** Only the newest of them, in this number. Returned oldest first. */
	last?: number | undefined;
	/** Only the oldest of them, in this number. Default 1,000, at most 10,000. */
	limit?: number | undefined;
}

/** The messages of the conversation, oldest first. */
export async function readMessages(
	platform: Platform,
	target: SessionTarget,
	options: MessageOptions,
): Promise<Message[]> {
	return transcript(await readEvents(platform, target, { ...toQuery(options), kinds: MESSAGE_KINDS }));
}
