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

export interface ReadOptions {
	/** Only events with a greater offset. Default -1: everything. */
	after?: number | undefined;
	/** Only events with a smaller offset. */
	before?: number | undefined;
	/** The newest so many of them, oldest first. */
	last?: number | undefined;
	/** The oldest so many of them. Default 1,000, at most 10,000. */
	limit?: number | undefined;
	kinds?: readonly EventKind[] | undefined;
	sources?: readonly EventSource[] | undefined;
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

/** The store's form of reading options. */
export function toQuery(options: ReadOptions, what = "options"): EventQuery {
	const { last, limit, kinds, sources, ...query } = parse(optionsSchema, options, what);
	// Each once: however a caller repeats them, a store sees few different queries.
	const unique = <T>(values: T[] | undefined): T[] | undefined => values && [...new Set(values)].sort();
	return {
		...query,
		kinds: unique(kinds),
		sources: unique(sources),
		newest: last !== undefined,
		limit: last ?? limit ?? 1000,
	};
}

/** Events, oldest first; none where there is no such session. */
export async function readEvents(
	platform: Platform,
	target: SessionTarget,
	query: EventQuery,
): Promise<Event[]> {
	const page = await platform.store.log.read(target, query);
	return page?.events.map(({ offset, body }) => decodeEvent(offset, body)) ?? [];
}

export interface MessageOptions {
	after?: number | undefined;
	before?: number | undefined;
	last?: number | undefined;
	limit?: number | undefined;
}

/** The conversation, oldest first: the events that are lines of it, as messages. */
export async function readMessages(
	platform: Platform,
	target: SessionTarget,
	options: MessageOptions,
): Promise<Message[]> {
	return transcript(await readEvents(platform, target, { ...toQuery(options), kinds: MESSAGE_KINDS }));
}
