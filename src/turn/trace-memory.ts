import type { JsonObject } from "../event/index.ts";
import type { Memory } from "../memory/index.ts";
import type { SearchResult, SessionHandle } from "../session/index.ts";
import type { ActiveSpan } from "../trace/index.ts";
import { errorType } from "./error-type.ts";
import type { Turn } from "./turn.ts";

/** Maximum number of ids or hits in a span. */
const MOST = 20;

/**
 * Records a span for one use of memory. `about` describes the result in ids and numbers, never in content.
 */
export async function timeMemory<T>(
	{ recorder }: Pick<Turn, "recorder">,
	parent: ActiveSpan,
	operation: string,
	{ before = {}, work, about }: { before?: JsonObject; work(): Promise<T>; about(result: T): JsonObject },
): Promise<T> {
	const attributes = { "holdfast.memory.operation": operation, ...before };
	const span = recorder.start("memory", operation, attributes, parent);
	try {
		const result = await span.within(work);
		span.set(about(result));
		span.end();
		return result;
	} catch (error) {
		span.end(errorType(error));
		throw error;
	}
}

export const factsAbout = (ids: readonly string[]): JsonObject => ({
	"holdfast.memory.count": ids.length,
	"holdfast.memory.facts": ids.slice(0, MOST),
});

type Found = Pick<SearchResult, "method"> & {
	hits: readonly Pick<SearchResult["hits"][number], "kind" | "id" | "score" | "parts" | "sources">[];
};

export function foundAbout({ hits, method }: Found): JsonObject {
	const shown = hits.slice(0, MOST).map(({ kind, id, score, parts, sources: [source] }) => ({
		kind,
		score,
		parts: { ...parts },
		...(kind === "fact" || !source ? { id } : { sessionId: source.sessionId, offset: source.offset }),
	}));
	return {
		"holdfast.memory.method": method,
		"holdfast.memory.taken": hits.length,
		"holdfast.memory.hits": shown as JsonObject[],
	};
}

const counted = (count: number): JsonObject => ({ "holdfast.memory.count": count });

type Tracer = <A extends unknown[], R>(
	operation: string,
	call: (...args: A) => Promise<R>,
	about: (result: R, ...args: A) => JsonObject,
) => (...args: A) => Promise<R>;

const tracer =
	(turn: Pick<Turn, "recorder">, parent: ActiveSpan, before: JsonObject): Tracer =>
	(operation, call, about) =>
	(...args) =>
		timeMemory(turn, parent, operation, {
			before,
			work: () => call(...args),
			about: (result) => about(result, ...args),
		});

/** The memory of a tool. Each use is a span below the call. */
export function traceMemory(
	turn: Pick<Turn, "recorder">,
	memory: Memory,
	parent: ActiveSpan,
	scope: "user" | "session" | "agent",
): Memory {
	const timed = tracer(turn, parent, { "holdfast.memory.scope": scope });
	return {
		write: timed("write", memory.write, (id) => factsAbout([id])),
		writeMany: timed("write", memory.writeMany, factsAbout),
		search: timed("search", memory.search, foundAbout),
		list: timed("list", memory.list, ({ items }) => counted(items.length)),
		get: timed("get", memory.get, ({ id }) => factsAbout([id])),
		history: timed("history", memory.history, (entries) => counted(entries.length)),
		from: timed("from", memory.from, (items) => factsAbout(items.map(({ id }) => id))),
		update: timed("update", memory.update, ({ id }) => factsAbout([id])),
		contradictions: timed("contradictions", memory.contradictions, (found) =>
			factsAbout(found.map(({ fact }) => fact.id)),
		),
		pin: timed("pin", memory.pin, ({ id }) => factsAbout([id])),
		forget: timed("forget", memory.forget, (_, id) => factsAbout([id])),
		delete: timed("delete", memory.delete, () => ({})),
		rebuild: timed("rebuild", memory.rebuild, () => ({})),
	};
}

/** The session of a tool. Each write to memory, and each search, is a span below the call. */
export function traceSession(
	turn: Pick<Turn, "recorder">,
	session: SessionHandle,
	parent: ActiveSpan,
): SessionHandle {
	const timed = tracer(turn, parent, { "holdfast.memory.scope": "session" });
	return {
		...session,
		write: timed("write", session.write, (id) => factsAbout([id])),
		search: timed("search", session.search, foundAbout),
	};
}
