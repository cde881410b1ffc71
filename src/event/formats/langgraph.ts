import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import type { NewEvent } from "../event.ts";
import { keyText } from "../ids.ts";
import { isObject, type JsonObject } from "../json.ts";
import { about, type Conversation, pairResults, placed, timeOf, titleOf } from "./conversation.ts";
import { fromLangChainMessage, isLangChainMessage, messageIdOf, type Reading } from "./langchain-message.ts";

const values = z.record(z.string(), z.unknown(), {
	error: "must be an object: the values of the graph's state",
});
const named = z.looseObject({ thread_id: keyText.optional(), checkpoint_ns: z.string().optional() });
const config = z.looseObject({ configurable: named.nullish() });

/** A thread, the state of a thread, or a checkpoint, as the API, the SDKs and the checkpointers export it. */
const stateSchema = z.looseObject({
	thread_id: keyText.optional(),
	values: values.nullish(),
	checkpoint: named.extend({ ts: z.unknown().optional(), channel_values: values.optional() }).nullish(),
	channel_values: values.optional(),
	config: config.nullish(),
	metadata: z.record(z.string(), z.unknown()).nullish(),
});

/** One state of a thread. */
interface Moment {
	what: string;
	threadId: string | undefined;
	isRoot: boolean;
	values: Record<string, unknown>;
	/** Where its messages are. */
	place: string;
	createdAt: string | undefined;
	updatedAt: string | undefined;
	metadata: Record<string, unknown>;
}

function toMoment(given: unknown, what: string): Moment {
	if (isObject(given) && Array.isArray(given.messages) && !("values" in given)) {
		const { thread_id, ...state } = given;
		const threadId = parse(keyText.nullish(), thread_id, `${what}.thread_id`) ?? undefined;
		const bare = { isRoot: true, createdAt: undefined, updatedAt: undefined, metadata: {} };
		return { ...bare, what, threadId, values: state, place: `${what}.messages` };
	}
	const state = parse(stateSchema, given, what);
	const { checkpoint, metadata } = state;
	const { configurable } = state.config ?? {};
	const ns = checkpoint?.checkpoint_ns ?? configurable?.checkpoint_ns ?? "";
	const ofMetadata = metadata?.thread_id;
	const id = state.thread_id ?? checkpoint?.thread_id ?? configurable?.thread_id ?? ofMetadata;
	const createdAt = timeOf(
		state.created_at ?? state.createdAt ?? checkpoint?.ts ?? state.ts,
		`${what}.created_at`,
	);
	const found = findValues(state, what);
	return {
		what,
		threadId: parse(keyText.optional(), id, `${what}.thread_id`),
		isRoot: ns === "",
		...found,
		createdAt,
		updatedAt: timeOf(state.updated_at, `${what}.updated_at`) ?? createdAt,
		metadata: metadata ?? {},
	};
}

/** A thread that never ran has no values, and a list of threads can be exported without them. */
function findValues(state: z.output<typeof stateSchema>, what: string) {
	if ("values" in state) return { values: state.values ?? {}, place: `${what}.values.messages` };
	const { checkpoint, channel_values } = state;
	if (checkpoint?.channel_values)
		return { values: checkpoint.channel_values, place: `${what}.checkpoint.channel_values.messages` };
	if (channel_values) return { values: channel_values, place: `${what}.channel_values.messages` };
	throw new HoldfastError(
		"invalid",
		`${what}.values: is missing; export threads together with their values`,
		{
			field: `${what}.values`,
		},
	);
}

const timeBefore = (one: string | undefined, other: string | undefined): boolean =>
	one !== undefined && (other === undefined || one < other);

/** When each message first appeared: known from a history of states, for messages that have an id. */
function firstSeen(moments: readonly Moment[]): Map<string, string> {
	const seen = new Map<string, string>();
	for (const { values, createdAt } of moments) {
		for (const message of Array.isArray(values.messages) ? values.messages : []) {
			const id = messageIdOf(message);
			if (id !== undefined && timeBefore(createdAt, seen.get(id))) seen.set(id, createdAt as string);
		}
	}
	return seen;
}

function eventsOf(messages: unknown, what: string, at: (message: unknown) => string | undefined): NewEvent[] {
	if (messages === undefined || messages === null) return [];
	const list = parse(z.array(z.unknown()), messages, what);
	const reading: Reading = { waiting: new Map(), step: 0 };
	return list.flatMap((message, i) =>
		fromLangChainMessage(message, i, reading, `${what}[${i}]`).map(
			(event): NewEvent => placed({ ...event, at: at(message) }, `${what}[${i}]`),
		),
	);
}

/** The thread in its latest state. */
function toConversation(moments: readonly [Moment, ...Moment[]]): Conversation {
	const [first] = moments;
	const last = moments.reduce(
		(found, one) => (timeBefore(found.updatedAt, one.updatedAt) ? one : found),
		first,
	);
	const begun = moments.reduce(
		(found, one) => (timeBefore(one.createdAt, found.createdAt) ? one : found),
		first,
	);
	const seen = firstSeen(moments);
	const { messages, ...state } = last.values;
	const events = eventsOf(messages, last.place, (message) => {
		// A single state says when the thread was at rest, not when each message came.
		const known = moments.length > 1 ? seen.get(messageIdOf(message) ?? "") : undefined;
		return known ?? last.updatedAt;
	});
	const { graph_id, thread_name, title, user_id, owner, ...others } = last.metadata;
	const text = (value: unknown): string | undefined =>
		typeof value === "string" && value !== "" ? value : undefined;
	const { thread_id: _, checkpoint_id: __, writes: ___, parents: ____, ...said } = others;
	return {
		what: last.what,
		sessionId: last.threadId,
		userId: text(user_id) ?? text(owner),
		agentId: text(graph_id),
		title: titleOf(text(title) ?? text(thread_name)),
		...about("langgraph", said),
		state: state as JsonObject,
		createdAt: begun.createdAt,
		updatedAt: last.updatedAt,
		events: pairResults(events, "langgraph"),
	};
}

/**
 * Conversations from exports of LangGraph: threads, states of threads, checkpoints, or the bare messages of one. If
 * a thread has several states, the latest is used, and the history gives the time of each message.
 */
export function fromLangGraph(value: unknown): Conversation[] {
	if (Array.isArray(value) && value.length > 0 && value.every(isLangChainMessage)) {
		const bare = toMoment({ messages: value }, "thread");
		return [toConversation([{ ...bare, place: "messages" }])];
	}
	const list = isObject(value) && Array.isArray(value.threads) ? value.threads : value;
	if (!Array.isArray(list)) return [toConversation([toMoment(list, "thread")])];
	const threads = new Map<unknown, [Moment, ...Moment[]]>();
	list.forEach((given, i) => {
		const moment = toMoment(given, `threads[${i}]`);
		// Subgraphs have checkpoints of their own. Those of the root contain everything.
		if (!moment.isRoot) return;
		const key = moment.threadId ?? moment;
		const known = threads.get(key);
		if (known) known.push(moment);
		else threads.set(key, [moment]);
	});
	return [...threads.values()].map(toConversation);
}
