import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import type {
	Event,
	EventOf,
	EventSource,
	Json,
	JsonObject,
	Message,
	MessageContent,
	NewEvent,
	Role,
	SessionMode,
} from "../event/index.ts";
import type { Patch } from "../state/index.ts";
import type { SessionName } from "../store/ports/index.ts";
import { type AppendOptions, appendEvents } from "./append-events.ts";
import { setMode, setTitle, sureSession, updateMetadata } from "./change-session.ts";
import { listConsolidations, type SessionConsolidation } from "./consolidations.ts";
import type { PageOptions } from "./cursor.ts";
import { endSession } from "./end-session.ts";
import { type EraseOptions, type ErasureReceipt, eraseEvents } from "./erase.ts";
import { type FollowOptions, followEvents } from "./follow-events.ts";
import type { SearchOptions, SearchResult, WriteOptions } from "./memory-door.ts";
import type { Platform } from "./platform.ts";
import { type ReadOptions, readEvents, readMessages, toQuery } from "./read-events.ts";
import { type SessionView, viewAt } from "./rewind.ts";
import type { Page } from "./session.ts";
import { type NewSessionRef, nameOf, type SessionRef, withSessionId } from "./session-ref.ts";
import { changeState, getState, removeKeys, setKeys, stateAsOf } from "./state.ts";
import {
	type SessionSubscription,
	sessionSubscriptions,
	subscribeSession,
	unsubscribeSession,
} from "./subscribe-session.ts";

/** A message to append to the history. */
export interface NewMessage {
	role: Role;
	content: MessageContent;
	displayName?: string | undefined;
	metadata?: JsonObject | undefined;
}

/**
 * One session, by name. Making a handle does no I/O; writes create the session, reads of one that does not exist
 * give nothing.
 */
export interface SessionHandle {
	readonly ref: SessionRef;
	/** Appends events, all or nothing, and returns exactly these as stored. */
	append(events: NewEvent | readonly NewEvent[], options?: AppendOptions): Promise<Event[]>;
	history: {
		append(message: NewMessage, options?: AppendOptions): Promise<EventOf<"message">>;
		/** The newest `n` messages, oldest first. */
		last(n: number): Promise<Message[]>;
	};
	events(options?: ReadOptions): Promise<Event[]>;
	/** Every event, past and future, each once and in order. */
	follow(options?: FollowOptions): AsyncIterableIterator<Event>;
	state: {
		/** The merged view of session, `user:` and `app:` keys. */
		get(): Promise<Record<string, Json>>;
		set(delta: Record<string, Json>): Promise<void>;
		remove(...keys: string[]): Promise<void>;
		/** The session's own keys when `offset` was the newest event. */
		asOf(offset: number): Promise<Record<string, Json>>;
	};
	/** The session as it was when `offset` was its newest event. */
	rewind(offset: number): SessionView;
	updateMetadata(patch: Patch): Promise<void>;
	/** Sets the title. With null or undefined the session gets back the title that its first message gives. */
	setTitle(title: string | null | undefined): Promise<void>;
	setMode(mode: SessionMode, by?: string): Promise<void>;
	/** A message by a human operator; it replays as the assistant's. */
	postAsHuman(
		message: { content: string; displayName: string },
		options?: AppendOptions,
	): Promise<EventOf<"message">>;
	/**
	 * Delivers this session's events to a URL from now on: every event, or those that `events` names, e.g.
	 * `["message", "mode:manual"]`. A session may have several URLs; the first is its metadata key `event_webhook_url`.
	 */
	subscribe(options: { url: string; events?: readonly string[] | undefined }): Promise<void>;
	/** Ends the delivery to a URL. */
	unsubscribe(options: { url: string }): Promise<void>;
	/** The URLs that this session has subscribed itself. */
	subscriptions(): Promise<SessionSubscription[]>;
	/**
	 * What it took to make facts of this session, newest first: the events that were read, time, calls of a model and their tokens.
	 * Kept for three months. What a failed attempt took is not in it.
	 */
	consolidations(options?: PageOptions): Promise<Page<SessionConsolidation>>;
	/** Finds facts of this session and messages of it, best first. */
	search(query: string, options?: SearchOptions): Promise<SearchResult>;
	/** Keeps a fact of this session alone; gives its id. */
	write(content: string, options?: WriteOptions): Promise<string>;
	/**
	 * Blanks the content of events, and of summaries that cover them; their offsets stay. The receipt names the facts that
	 * came from them; `forget` removes those that came from nothing else.
	 */
	erase(offsets: number | readonly number[], options?: EraseOptions): Promise<ErasureReceipt>;
	/**
	 * Closes the session and queues its consolidation. With `wait` it resolves when consolidation is done, and rejects with
	 * `model_failed` or `unavailable` as soon as an attempt fails: the session stays ended, and the error says whether the
	 * job (`jobId`) is tried again in the background or was given up.
	 */
	end(options?: { wait?: boolean }): Promise<void>;
}

const SOURCE_OF_ROLE: Record<Role, EventSource> = {
	user: "user",
	assistant: "agent",
	tool: "tool",
	system: "system",
};

const humanSchema = z.object({
	content: z.string({ error: "must be a string" }).min(1, { error: "must not be empty" }),
	displayName: z
		.string({ error: "is required: the name the customer sees" })
		.min(1, { error: "must not be empty" }),
});

function messageEvent(message: NewMessage): NewEvent {
	if (typeof message !== "object" || message === null) {
		throw new HoldfastError("invalid", "message: must be { role, content }");
	}
	const { role, content, displayName, metadata } = message;
	return {
		kind: "message",
		source: SOURCE_OF_ROLE[role] ?? "user",
		data: { role, content, ...(displayName !== undefined && { displayName }) },
		...(metadata !== undefined && { metadata }),
	};
}

export function createSessionHandle(platform: Platform, given: NewSessionRef): SessionHandle {
	const ref = Object.freeze(withSessionId(given));
	let cached: SessionName | undefined;
	/** Checked at the first use: a bad reference rejects there instead of throwing here. */
	const name = (): SessionName => {
		cached ??= nameOf(platform, ref);
		return cached;
	};
	const appendMessage = async (event: NewEvent, options?: AppendOptions): Promise<EventOf<"message">> => {
		const [stored] = await appendEvents(platform, name, event, options);
		if (stored) return stored as EventOf<"message">;
		throw new HoldfastError("not_found", "the first result of this idempotency key was removed by retention");
	};
	return {
		ref,
		append: (events, options) => appendEvents(platform, name, events, options),
		history: {
			append: async (message, options) => appendMessage(messageEvent(message), options),
			last: async (n) => readMessages(platform, { name: name() }, { last: n }),
		},
		events: async (options = {}) => readEvents(platform, { name: name() }, toQuery(options)),
		follow: (options) => followEvents(platform, name, options),
		state: {
			get: async () => getState(platform, name()),
			set: async (delta) => changeState(platform, name(), setKeys(delta)),
			remove: async (...keys) => changeState(platform, name(), removeKeys(keys)),
			asOf: async (offset) => stateAsOf(platform, { name: name() }, offset),
		},
		rewind: (offset) => viewAt(platform, name, offset),
		updateMetadata: async (patch) => updateMetadata(platform, name(), patch),
		setTitle: async (title) => setTitle(platform, name(), title),
		setMode: async (mode, by) => setMode(platform, name(), mode, by),
		postAsHuman: async (message, options) => {
			const { content, displayName } = parse(humanSchema, message, "message");
			return appendMessage(
				{ kind: "message", source: "human", data: { role: "assistant", content, displayName } },
				options,
			);
		},
		subscribe: async (options) => subscribeSession(platform, name(), options),
		unsubscribe: async (options) => unsubscribeSession(platform, name(), options),
		subscriptions: async () => sessionSubscriptions(platform, name()),
		consolidations: async (options) => listConsolidations(platform, name(), options),
		search: async (query, options) =>
			platform.memory.search(await platform.store.sessions.get({ name: name() }), query, options),
		write: async (content, options) =>
			platform.memory.write(() => sureSession(platform, name()), content, options),
		erase: async (offsets, options) => eraseEvents(platform, { name: name() }, offsets, options),
		end: async (options) => endSession(platform, name(), options),
	};
}
