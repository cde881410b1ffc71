import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import type { NewEvent } from "../event.ts";
import { keyText } from "../ids.ts";
import { isObject } from "../json.ts";
import { about, type Conversation, pairResults, placed, timeOf, titleOf } from "./conversation.ts";
import { fromMastraMessage } from "./mastra-message.ts";

/** Parses objects that a database stores as text. */
const object = z.preprocess(
	(value) => (typeof value === "string" ? parsed(value) : value),
	z.record(z.string(), z.unknown()),
);

const thread = z.looseObject({
	id: keyText,
	resourceId: keyText.nullish(),
	title: z.string().nullish(),
	metadata: object.nullish(),
	messages: z.array(z.unknown()).optional(),
});

const inThread = z.looseObject({
	threadId: keyText.nullish(),
	thread_id: keyText.nullish(),
	resourceId: keyText.nullish(),
});

const resource = z.looseObject({ id: keyText, workingMemory: z.string().nullish() });

/** What Mastra stores about a user in addition to the conversations. */
export interface WorkingMemory {
	userId: string;
	text: string;
}

export interface MastraExport {
	conversations: Conversation[];
	workingMemory: WorkingMemory[];
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

type Thread = z.output<typeof thread>;

/** A message and its position in the source. */
interface Placed {
	given: unknown;
	what: string;
	at: string | undefined;
}

interface Gathered {
	what: string;
	thread: Thread;
	messages: Placed[];
}

/** The parts of an export, under the names of the API or of the tables. */
function listsOf(value: unknown): { threads: unknown[]; messages: unknown[]; resources: unknown[] } {
	if (Array.isArray(value)) {
		const areMessages = value.every((one) => isObject(one) && "role" in one);
		return { threads: areMessages ? [] : value, messages: areMessages ? value : [], resources: [] };
	}
	const lists = parse(z.looseObject({}), value, "export");
	const list = (name: string): unknown[] => {
		const found = lists[name] ?? lists[`mastra_${name}`] ?? [];
		return parse(z.array(z.unknown()), found, name);
	};
	const single =
		lists.thread ?? ("id" in lists && "messages" in lists ? { ...lists, messages: [] } : undefined);
	return {
		threads: single === undefined ? list("threads") : [single],
		messages: list("messages"),
		resources: list("resources"),
	};
}

const place = (given: unknown, what: string): Placed => {
	const { createdAt, created_at } = isObject(given) ? given : {};
	return { given, what, at: timeOf(createdAt ?? created_at, `${what}.createdAt`) };
};

function gather(threads: readonly unknown[], messages: readonly unknown[]): Gathered[] {
	const known = new Map<string, Gathered>();
	threads.forEach((given, i) => {
		const what = `threads[${i}]`;
		const read = parse(thread, given, what);
		const own = (read.messages ?? []).map((one, j) => place(one, `${what}.messages[${j}]`));
		// Pages overlap: a thread can occur twice.
		known.set(read.id, { what, thread: read, messages: [...(known.get(read.id)?.messages ?? []), ...own] });
	});
	const [only] = known.size === 1 ? known.keys() : [];
	messages.forEach((given, i) => {
		const what = `messages[${i}]`;
		const { threadId, thread_id, resourceId } = parse(inThread, given, what);
		const id = threadId ?? thread_id ?? only;
		if (id === undefined)
			throw new HoldfastError("invalid", `${what}.threadId: is missing; it must be a string`, {
				field: what,
			});
		const gathered = known.get(id) ?? { what: `thread "${id}"`, thread: { id, resourceId }, messages: [] };
		gathered.messages.push(place(given, what));
		known.set(id, gathered);
	});
	return [...known.values()].map((one) => ({ ...one, messages: onlyOnce(one.messages) }));
}

/** Removes messages that occur on two pages. */
function onlyOnce(messages: readonly Placed[]): Placed[] {
	const seen = new Set<string>();
	return messages.filter(({ given }) => {
		if (!isObject(given) || typeof given.id !== "string") return true;
		const text = JSON.stringify(given);
		return !seen.has(text) && seen.add(text);
	});
}

/** Pages can be newest first or oldest first. If each message has a time, sort by it. */
function inOrder(messages: readonly Placed[]): readonly Placed[] {
	if (!messages.every(({ at }) => at !== undefined)) return messages;
	return messages.toSorted((one, other) =>
		(one.at ?? "") < (other.at ?? "") ? -1 : one.at === other.at ? 0 : 1,
	);
}

function toConversation({ what, thread: read, messages }: Gathered): Conversation {
	const { createdAt, created_at, updatedAt, updated_at } = read;
	const ordered = inOrder(messages);
	const begun = timeOf(createdAt ?? created_at, `${what}.createdAt`) ?? ordered[0]?.at;
	const events = ordered.flatMap(({ given, what, at }) =>
		fromMastraMessage(given, what).map((event): NewEvent => placed({ ...event, at: at ?? begun }, what)),
	);
	return {
		what,
		sessionId: read.id,
		userId: read.resourceId ?? undefined,
		title: titleOf(read.title),
		...about("mastra", read.metadata ?? {}),
		createdAt: begun,
		updatedAt: timeOf(updatedAt ?? updated_at, `${what}.updatedAt`) ?? ordered.at(-1)?.at ?? begun,
		events: pairResults(events, "mastra"),
	};
}

/**
 * Conversations and working memory from threads, messages and resources of Mastra, as exported by its API or from
 * its tables.
 */
export function fromMastra(value: unknown): MastraExport {
	const { threads, messages, resources } = listsOf(value);
	const workingMemory = resources.flatMap((given, i) => {
		const { id, workingMemory: text } = parse(resource, given, `resources[${i}]`);
		return text?.trim() ? [{ userId: id, text }] : [];
	});
	return { conversations: gather(threads, messages).map(toConversation), workingMemory };
}
