import { z } from "zod";
import { type Event, type EventKind, type EventSource, isObject, type NewEvent } from "../../event/index.ts";
import type { AppendOptions, EraseOptions, ReadOptions, SessionHandle } from "../../session/index.ts";
import { type Call, operation } from "../operation.ts";
import { followOwn } from "../streams/follow-own.ts";
import { numbered } from "../streams/frames.ts";
import { openStream } from "../streams/open-stream.ts";
import { resumeAfter } from "../streams/resume-after.ts";
import { checkWait, waitForEvents } from "../streams/wait-for-events.ts";
import { given } from "./given.ts";
import { checkOwnEvents, isOwn, OWN_KINDS, ownEvent, ownEvents, ownUser } from "./own.ts";
import { integer, number, said, sessionQuery, text, words } from "./query.ts";
import { readWithin } from "./read-within.ts";
import { handleOf } from "./select.ts";
import { appendOptions, event, list, newEvent, offset, receipt } from "./shapes.ts";

/** 64 events of 256 KiB, which every store takes, in the longest way to write them. */
export const MAX_APPEND_BODY = 64 * 1024 * 1024;

const readQuery = sessionQuery.extend({
	after: integer.optional().meta({ description: "Only events with a greater offset" }),
	before: integer.optional().meta({ description: "Only events with a smaller offset" }),
	last: integer.optional().meta({ description: "The newest so many, oldest first" }),
	limit: integer.optional().meta({ description: "The oldest so many; default 1,000, at most 10,000" }),
	kinds: words.optional(),
	sources: words.optional(),
	run: text.optional().meta({ description: "Only events of this run" }),
	wait: number.optional().meta({ description: "Wait up to so many seconds (at most 60) until there is one" }),
	asOf: integer.optional().meta({ description: "As it was when this offset was the newest" }),
});

/** What the caller says goes before what the headers say. */
export function writeOptions(call: Call, options: AppendOptions): AppendOptions {
	return { ...said({ idempotencyKey: call.idempotencyKey, expectedOffset: call.ifMatch }), ...options };
}

/** An event, or a list of them, may stand alone. */
function asEvents(body: unknown): unknown {
	const isEvent = isObject(body) && "kind" in body && !("events" in body);
	return isEvent || Array.isArray(body) ? { events: body } : body;
}

type ReadQuery = z.output<typeof readQuery>;

function readOptions(
	{ after, before, last, limit, kinds, sources, run }: ReadQuery,
	own: boolean,
): ReadOptions {
	const options = said({ after, before, last, limit, kinds, sources, runId: run });
	if (!own) return options as { kinds?: EventKind[]; sources?: EventSource[] };
	const shown = kinds?.filter((kind) => OWN_KINDS.some((one) => one === kind)) ?? [...OWN_KINDS];
	return { ...options, kinds: shown } as { kinds: EventKind[]; sources?: EventSource[] };
}

async function read(session: SessionHandle, call: Call<ReadQuery>, own: boolean): Promise<Event[]> {
	const { wait, asOf } = call.query;
	const options = readOptions(call.query, own);
	if (asOf !== undefined) {
		const view = session.rewind(asOf);
		return readWithin((part) => view.events(part), options);
	}
	return waitForEvents(session, options, {
		...{ seconds: checkWait(wait), signal: call.signal },
		counts: own ? isOwn : () => true,
	});
}

export const events = [
	operation({
		id: "session.events",
		method: "GET",
		path: "/v1/sessions/events",
		access: "read",
		user: true,
		summary: "Events of a session, oldest first; with `wait`, as soon as there are any",
		long: true,
		query: readQuery,
		answer: list(event),
		handle: async (call) => {
			const own = ownUser(call.caller) !== undefined;
			const found = await read(await handleOf(call, call.query), call, own);
			return { json: { items: own ? ownEvents(found) : found } };
		},
	}),
	operation({
		id: "session.append",
		method: "POST",
		path: "/v1/sessions/events",
		access: "agent",
		user: true,
		summary: "Appends events (or one), all or none; the session is created if there is none",
		repeat: "native",
		maxBodyBytes: MAX_APPEND_BODY,
		query: sessionQuery,
		body: given<AppendOptions & { events: NewEvent | NewEvent[] }>(
			z.strictObject({ events: z.union([newEvent, z.array(newEvent)]), ...appendOptions }),
			asEvents,
		),
		answer: list(event),
		handle: async (call) => {
			const { events, ...options } = call.body;
			const own = ownUser(call.caller) !== undefined;
			if (own) checkOwnEvents(events);
			const session = await handleOf(call, call.query);
			const stored = await session.append(events, writeOptions(call, options));
			return { json: { items: own ? ownEvents(stored) : stored } };
		},
	}),
	operation({
		id: "session.follow",
		method: "GET",
		path: "/v1/sessions/events/stream",
		access: "read",
		user: true,
		summary: "Every event behind `after` or `Last-Event-ID`, past and future, as server-sent events",
		long: true,
		query: sessionQuery.extend({ after: integer.optional() }),
		answer: event,
		answerType: "text/event-stream",
		handle: async (call) => {
			const after = resumeAfter(call.request, call.query.after);
			const session = await handleOf(call, call.query);
			const own = ownUser(call.caller) !== undefined;
			const { caller, signal } = call;
			// What is wrong is found by the first step; it is not for the stream to say.
			await session.events({ ...said({ after }), limit: 0 });
			const items = own ? await followOwn(call.hf, session, after) : session.follow(said({ after }));
			const frame = (event: Event): string | undefined => {
				if (!own) return numbered(event.offset, event);
				return isOwn(event) ? numbered(event.offset, ownEvent(event)) : undefined;
			};
			return { stream: openStream({ items, frame, caller, signal }) };
		},
	}),
	operation({
		id: "session.erase",
		method: "POST",
		path: "/v1/sessions/events/erase",
		access: "agent",
		summary: "Blanks the content of events; their offsets stay",
		long: true,
		query: sessionQuery,
		body: given<EraseOptions & { offsets: number | number[] }>(
			z.strictObject({
				offsets: z.union([offset, z.array(offset).max(10_000)]),
				forget: z.boolean().optional(),
			}),
		),
		answer: receipt,
		handle: async (call) => {
			const { offsets, ...options } = call.body;
			return { json: await (await handleOf(call, call.query)).erase(offsets, options) };
		},
	}),
];
