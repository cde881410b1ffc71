import { HoldfastError } from "../error/index.ts";
import type { Event, EventOf } from "../event/event.ts";
import { isObject } from "../event/json.ts";
import type { Message } from "../event/message.ts";
import type { AppendOptions } from "../session/append-events.ts";
import type { MessageOptions, ReadOptions } from "../session/read-events.ts";
import type { SessionHandle } from "../session/session-handle.ts";
import type { NewSessionRef } from "../session/session-ref.ts";
import type { SessionSubscription } from "../session/subscribe-session.ts";
import type { eventListQuery } from "../wire/event-query.ts";
import type { QueryNames } from "../wire/query.ts";
import type { sessionPageQuery } from "../wire/session-query.ts";
import {
	bodyOf,
	invalid,
	optionsOf,
	queryOf,
	type SpecOf,
	wholeChange,
	wholeMap,
	withOptions,
} from "./checks.ts";
import { followEvents } from "./follow-events.ts";
import { searchParts } from "./memory.ts";
import { checkRef, type SessionQuery, sessionQuery, withSessionId } from "./session-query.ts";
import type { Ask, Transport } from "./transport.ts";

const LIST = { limit: { sort: "integer" }, cursor: { sort: "text" } } satisfies SpecOf<
	QueryNames<typeof sessionPageQuery>
>;
const READ = {
	after: { sort: "integer" },
	before: { sort: "integer" },
	last: { sort: "integer" },
	limit: { sort: "integer" },
	kinds: { sort: "texts" },
	sources: { sort: "texts" },
	runId: { as: "run", sort: "id" },
} satisfies SpecOf<QueryNames<typeof eventListQuery>, "runId">;
const { kinds: _, sources: __, runId: ___, ...MESSAGES } = READ;

export const messagesQuery = (options: MessageOptions | undefined): [string, string][] =>
	queryOf(options, MESSAGES, "options");

/** Orders the writes of a client: those of one session are sent one after the other. */
export type WriteQueue = <T>(session: string, write: () => Promise<T>) => Promise<T>;

export function createSessionHandle(
	transport: Transport,
	queue: WriteQueue,
	given: NewSessionRef,
): SessionHandle {
	const ref = Object.freeze(withSessionId(given));
	let cached: SessionQuery | undefined;
	/** Checked at the first use: an invalid reference rejects there instead of throwing here. */
	const query = (): SessionQuery => {
		// A bare id is not a full name: the session could not be created.
		cached ??= sessionQuery(checkRef(ref));
		return cached;
	};
	const read = <T>(path: string, more: SessionQuery = []): Promise<T> =>
		transport.send<T>({ method: "GET", path: `/v1/sessions/${path}`, query: [...query(), ...more] });
	/** The request is built before it waits for its turn. */
	const write = <T>(
		method: "POST" | "PUT" | "PATCH",
		path: string,
		body: string,
		more: Pick<Ask, "key" | "long"> = {},
	): Promise<T> => {
		const ask: Ask = { method, path: `/v1/sessions${path}`, query: query(), body, ...more };
		return queue(keyOf(ask), () => transport.send<T>(ask));
	};
	const change = async (members: Record<string, unknown>): Promise<void> => {
		await write("PATCH", "", bodyOf(members));
	};
	const append = async (
		path: string,
		members: Record<string, unknown>,
		options: unknown,
	): Promise<Event[]> => {
		const body = bodyOf(withOptions(members, options, "append options"));
		return (await write<{ items: Event[] }>("POST", path, body)).items;
	};
	const appendOne = async (
		path: string,
		members: Record<string, unknown>,
		options: AppendOptions | undefined,
	): Promise<EventOf<"message">> => {
		const [stored] = await append(path, members, options);
		if (stored) return stored as EventOf<"message">;
		throw new HoldfastError("not_found", "the first result of this idempotency key was removed by retention");
	};
	const eventsOf = async (options: ReadOptions | undefined, more: SessionQuery = []): Promise<Event[]> => {
		const { items } = await read<{ items: Event[] }>("events", [
			...queryOf(options, READ, "options"),
			...more,
		]);
		return letsNothing(options) ? [] : items;
	};
	const messagesOf = async (options?: MessageOptions, more: SessionQuery = []): Promise<Message[]> =>
		(await read<{ items: Message[] }>("messages", [...messagesQuery(options), ...more])).items;

	return {
		ref,
		append: async (events, options) => append("/events", { events: wholeEvents(events) }, options),
		history: {
			append: async (message, options) => {
				if (!isObject(message)) throw invalid("message", "must be { role, content }");
				const { role, content, displayName, metadata } = message;
				return appendOne("/messages", { role, content, displayName, metadata }, options);
			},
			last: async (n) => messagesOf({ last: n }),
		},
		events: async (options) => eventsOf(options),
		follow: (options) => followEvents(transport, query, options),
		state: {
			get: async () => read("state"),
			set: async (delta) => write("PATCH", "/state", bodyOf({ set: wholeMap(delta, "state") })),
			remove: async (...keys) => write("PATCH", "/state", bodyOf({ remove: keys })),
			asOf: async (offset) => read("state", [["asOf", offsetText(offset)]]),
		},
		rewind: (offset) => {
			const at = (): SessionQuery => [["asOf", offsetText(offset)]];
			return {
				events: async (options) => eventsOf(options, at()),
				messages: async (options) => messagesOf(options, at()),
				state: async () => read("state", at()),
			};
		},
		updateMetadata: async (patch) => change({ metadata: wholeChange(patch, "metadata") }),
		setTitle: async (title) => change({ title: title ?? null }),
		setMode: async (mode, by) => change({ mode, by }),
		postAsHuman: async (message, options) => {
			if (!isObject(message)) throw invalid("message", "must be { content, displayName }");
			const { content, displayName } = message;
			return appendOne("/human", { content, displayName }, options);
		},
		subscribe: async (options) => {
			const { url, events } = optionsOf(options ?? null, "subscription");
			return write("PUT", "/webhook", bodyOf({ url, events }));
		},
		unsubscribe: async (options) => {
			const url = queryOf(options ?? null, { url: { sort: "text" } }, "subscription");
			const ask: Ask = { method: "DELETE", path: "/v1/sessions/webhook", query: [...query(), ...url] };
			return queue(keyOf({ ...ask, query: query() }), () => transport.send(ask));
		},
		consolidations: async (options) => read("consolidations", queryOf(options, LIST, "list options")),
		subscriptions: async () => (await read<{ items: SessionSubscription[] }>("webhook")).items,
		search: async (text, options) =>
			transport.send({
				method: "POST",
				path: "/v1/sessions/search",
				query: query(),
				...searchParts(text, options),
			}),
		write: async (content, options) => {
			const body = bodyOf(withOptions({ content }, options, "options"));
			return (await write<{ id: string }>("POST", "/facts", body)).id;
		},
		erase: async (offsets, options) =>
			write("POST", "/events/erase", bodyOf(withOptions({ offsets }, options, "options")), LONG),
		end: async (options) => {
			const ask: Ask = {
				method: "POST",
				path: "/v1/sessions/end",
				query: query(),
				...LONG,
				body: bodyOf(optionsOf(options, "end options")),
			};
			// `end` may wait for consolidation. It is sent in order, but does not block later writes.
			const sent = queue(keyOf(ask), async () => ({ answer: transport.send<undefined>(ask) }));
			return (await sent).answer;
		},
	};
}

/** Checks the state changes of events for undefined values. */
function wholeEvents<T>(events: T): T {
	for (const event of Array.isArray(events) ? events : [events])
		if (isObject(event)) wholeChange(event.stateDelta, "stateDelta");
	return events;
}

/** Whether a filter is an empty list, which matches nothing. A URL cannot express that. */
const letsNothing = (options: ReadOptions | undefined): boolean =>
	[options?.kinds, options?.sources].some((list) => Array.isArray(list) && list.length === 0);

const LONG = { long: true } as const;

/** Writes to the same session have the same key. */
const keyOf = ({ query }: Ask): string => JSON.stringify(query);

function offsetText(offset: unknown): string {
	if (!Number.isSafeInteger(offset)) throw invalid("offset", "must be an integer");
	if ((offset as number) < 0) throw invalid("offset", "must be 0 or more");
	return String(offset);
}
