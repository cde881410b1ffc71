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
	SessionUid,
} from "../event/index.ts";
import type { Patch } from "../state/index.ts";
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
import type { HandleTarget } from "./write-session.ts";

/** A message to append to the history. */
export interface NewMessage {
	/** Who says it. */
	role: Role;
	/** The content: text, or parts. */
	content: MessageContent;
	/** Name of the speaker. */
	displayName?: string | undefined;
	/** Values for your program. No prompt shows them. */
	metadata?: JsonObject | undefined;
}

/**
 * One session, by its name. Creating a handle does no I/O. Writes create the session; reads of a session that does
 * not exist return nothing.
 */
export interface SessionHandle {
	/** The name of the session. */
	readonly ref: SessionRef;
	/** Appends events, all or nothing, and returns these events as stored. */
	append(events: NewEvent | readonly NewEvent[], options?: AppendOptions): Promise<Event[]>;
	/** The messages of the conversation. */
	history: {
		/** Appends a message and returns its event. */
		append(message: NewMessage, options?: AppendOptions): Promise<EventOf<"message">>;
		/** The newest `n` messages, oldest first. */
		last(n: number): Promise<Message[]>;
	};
	/** Reads events, oldest first. */
	events(options?: ReadOptions): Promise<Event[]>;
	/** Every event, past and future, each once and in order. */
	follow(options?: FollowOptions): AsyncIterableIterator<Event>;
	/** The state of the session. */
	state: {
		/** All keys that the session sees: its own, `user:` and `app:` keys. */
		get(): Promise<Record<string, Json>>;
		/** Sets keys. Other keys stay. */
		set(delta: Record<string, Json>): Promise<void>;
		/** Removes keys. */
		remove(...keys: string[]): Promise<void>;
		/** The session's own keys at the time when `offset` was the newest event. */
		asOf(offset: number): Promise<Record<string, Json>>;
	};
	/** The session as it was when `offset` was its newest event. */
	rewind(offset: number): SessionView;
	/** Sets and removes metadata entries. Other entries stay. */
	updateMetadata(patch: Patch): Promise<void>;
	/** Sets the title. null or undefined restores the title derived from the first message. */
	setTitle(title: string | null | undefined): Promise<void>;
	/** Hands over to a human (`manual`) or back to the agent (`auto`). `by` says who did it. */
	setMode(mode: SessionMode, by?: string): Promise<void>;
	/** Appends a message of a human operator. The model reads it as the assistant's. */
	postAsHuman(
		message: { content: string; displayName: string },
		options?: AppendOptions,
	): Promise<EventOf<"message">>;
	/**
	 * Delivers this session's events to a URL from now on: every event, or only those in `events`, e.g.
	 * `["message", "mode:manual"]`. A session can have several URLs; the first is its metadata key
	 * `event_webhook_url`.
	 */
	subscribe(options: { url: string; events?: readonly string[] | undefined }): Promise<void>;
	/** Ends the delivery to a URL. */
	unsubscribe(options: { url: string }): Promise<void>;
	/** The URLs that this session itself has subscribed. */
	subscriptions(): Promise<SessionSubscription[]>;
	/**
	 * The consolidations of this session, newest first: the events read, duration, model calls and their tokens.
	 * Kept for three months. Failed attempts are not included.
	 */
	consolidations(options?: PageOptions): Promise<Page<SessionConsolidation>>;
	/** Searches facts and messages of this session, best first. */
	search(query: string, options?: SearchOptions): Promise<SearchResult>;
	/** Writes a fact that belongs to this session only, and returns its id. */
	write(content: string, options?: WriteOptions): Promise<string>;
	/**
	 * Erases the content of events, and of summaries that cover them. Their offsets stay. The receipt lists the
	 * facts that came from them; `forget` deletes those that have no other source.
	 */
	erase(offsets: number | readonly number[], options?: EraseOptions): Promise<ErasureReceipt>;
	/**
	 * Ends the session and queues its consolidation. With `wait`, resolves when consolidation is done, and rejects
	 * with `model_failed` or `unavailable` as soon as an attempt fails. The session stays ended. The error says
	 * whether the job (`jobId`) is retried in the background or has failed permanently.
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
		.string({ error: "is required: the name that the user sees" })
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

/** A handle on the session with this name. */
export function createSessionHandle(platform: Platform, given: NewSessionRef): SessionHandle {
	const ref = Object.freeze(withSessionId(given));
	let cached: HandleTarget | undefined;
	/** Checked at the first use: an invalid reference rejects there instead of throwing here. */
	const target = (): HandleTarget => {
		cached ??= { name: nameOf(platform, ref) };
		return cached;
	};
	return handleOn(platform, ref, target);
}

/**
 * A handle on an existing session, held by its uid. A re-key does not lose it, and writing through it does not
 * re-create a deleted session (ID2).
 */
export function holdSession(platform: Platform, ref: SessionRef, uid: SessionUid): SessionHandle {
	const { agentId } = nameOf(platform, ref);
	const held: HandleTarget = { uid, tenant: platform.tenant, agentId };
	return handleOn(platform, Object.freeze(withSessionId(ref)), () => held);
}

function handleOn(platform: Platform, ref: SessionRef, target: () => HandleTarget): SessionHandle {
	const appendMessage = async (event: NewEvent, options?: AppendOptions): Promise<EventOf<"message">> => {
		const [stored] = await appendEvents(platform, target, event, options);
		if (stored) return stored as EventOf<"message">;
		throw new HoldfastError("not_found", "the first result of this idempotency key was removed by retention");
	};
	return {
		ref,
		append: (events, options) => appendEvents(platform, target, events, options),
		history: {
			append: async (message, options) => appendMessage(messageEvent(message), options),
			last: async (n) => readMessages(platform, target(), { last: n }),
		},
		events: async (options = {}) => readEvents(platform, target(), toQuery(options)),
		follow: (options) => followEvents(platform, target, options),
		state: {
			get: async () => getState(platform, target()),
			set: async (delta) => changeState(platform, target(), setKeys(delta)),
			remove: async (...keys) => changeState(platform, target(), removeKeys(keys)),
			asOf: async (offset) => stateAsOf(platform, target(), offset),
		},
		rewind: (offset) => viewAt(platform, target, offset),
		updateMetadata: async (patch) => updateMetadata(platform, target(), patch),
		setTitle: async (title) => setTitle(platform, target(), title),
		setMode: async (mode, by) => setMode(platform, target(), mode, by),
		postAsHuman: async (message, options) => {
			const { content, displayName } = parse(humanSchema, message, "message");
			return appendMessage(
				{ kind: "message", source: "human", data: { role: "assistant", content, displayName } },
				options,
			);
		},
		subscribe: async (options) => subscribeSession(platform, target(), options),
		unsubscribe: async (options) => unsubscribeSession(platform, target(), options),
		subscriptions: async () => sessionSubscriptions(platform, target()),
		consolidations: async (options) => listConsolidations(platform, target(), options),
		search: async (query, options) =>
			platform.memory.search(await platform.store.sessions.get(target()), query, options),
		write: async (content, options) =>
			platform.memory.write(() => sureSession(platform, target()), content, options),
		erase: async (offsets, options) => eraseEvents(platform, target(), offsets, options),
		end: async (options) => endSession(platform, target(), options),
	};
}
