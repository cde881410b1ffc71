import type { z } from "zod";
import { type Event, type EventKind, type EventSource, isObject, type NewEvent } from "../../event/index.ts";
import type { AppendOptions, EraseOptions, ReadOptions, SessionHandle } from "../../session/index.ts";
import { event, eventErasure, newEvents } from "../../wire/event.ts";
import { eventListQuery, eventStreamQuery } from "../../wire/event-query.ts";
import { list } from "../../wire/page.ts";
import { sessionQuery } from "../../wire/query.ts";
import { receipt } from "../../wire/receipt.ts";
import { type Call, operation } from "../operation.ts";
import { followOwn } from "../streams/follow-own.ts";
import { numbered } from "../streams/frames.ts";
import { openStream } from "../streams/open-stream.ts";
import { resumeAfter } from "../streams/resume-after.ts";
import { checkWait, waitForEvents } from "../streams/wait-for-events.ts";
import { bodyAs } from "./body-as.ts";
import { checkOwnEvents, isOwn, OWN_KINDS, ownEvent, ownEvents, ownUser } from "./own.ts";
import { said } from "./query.ts";
import { readWithin } from "./read-within.ts";
import { handleOf } from "./select.ts";

/** 64 events of 256 KiB, which every store accepts, in their longest encoding. */
export const MAX_APPEND_BODY = 64 * 1024 * 1024;

/** Options in the body take precedence over headers. */
export function writeOptions(call: Call, options: AppendOptions): AppendOptions {
	return { ...said({ idempotencyKey: call.idempotencyKey, expectedOffset: call.ifMatch }), ...options };
}

/** The body can also be a single event or a list of events. */
function asEvents(body: unknown): unknown {
	const isEvent = isObject(body) && "kind" in body && !("events" in body);
	return isEvent || Array.isArray(body) ? { events: body } : body;
}

type ReadQuery = z.output<typeof eventListQuery>;

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
		seconds: checkWait(wait),
		signal: call.signal,
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
		summary: "List events of a session, oldest first. With `wait`, responds as soon as there are any",
		long: true,
		query: eventListQuery,
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
		summary: "Append one or more events, all or nothing. Creates the session if needed",
		repeat: "native",
		maxBodyBytes: MAX_APPEND_BODY,
		query: sessionQuery,
		readBody: asEvents,
		body: bodyAs<AppendOptions & { events: NewEvent | NewEvent[] }>(newEvents),
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
		summary: "Stream every event after `after` or `Last-Event-ID`, past and future, as server-sent events",
		long: true,
		query: eventStreamQuery,
		answer: event,
		answerType: "text/event-stream",
		handle: async (call) => {
			const after = resumeAfter(call.request, call.query.after);
			const session = await handleOf(call, call.query);
			const own = ownUser(call.caller) !== undefined;
			const { caller, signal } = call;
			// The first read finds errors, so that they are a normal response and not part of the stream.
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
		summary: "Erase the content of events; their offsets stay",
		long: true,
		query: sessionQuery,
		body: bodyAs<EraseOptions & { offsets: number | number[] }>(eventErasure),
		answer: receipt,
		handle: async (call) => {
			const { offsets, ...options } = call.body;
			return { json: await (await handleOf(call, call.query)).erase(offsets, options) };
		},
	}),
];
