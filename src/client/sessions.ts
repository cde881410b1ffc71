import { isObject } from "../event/json.ts";
import type { Message } from "../event/message.ts";
import type { Session } from "../session/session.ts";
import type { NewSessionRef } from "../session/session-ref.ts";
import type { Sessions } from "../session/sessions.ts";
import type { QueryNames } from "../wire/query.ts";
import type { sessionFindQuery, sessionListQuery } from "../wire/session-query.ts";
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
import { exportLines } from "./export-lines.ts";
import { importAsk } from "./import-ask.ts";
import { messagesQuery, type WriteQueue } from "./session-handle.ts";
import { sessionQuery, withSessionId } from "./session-query.ts";
import type { Ask, Transport } from "./transport.ts";

const LIST = {
	agentId: { as: "agent", sort: "id" },
	userId: { as: "user", sort: "id" },
	sessionId: { sort: "id" },
	externalId: { sort: "id" },
	mode: { sort: "text" },
	ended: { sort: "boolean" },
	order: { sort: "text" },
	limit: { sort: "integer" },
	cursor: { sort: "text" },
} satisfies SpecOf<QueryNames<typeof sessionListQuery>, "agentId" | "userId">;

function listQuery(options: unknown): [string, string][] {
	if (!isObject(options) || options.userId !== null) return queryOf(options, LIST, "list options");
	const { userId: _, ...others } = options;
	return [["noUser", "true"], ...queryOf(others, LIST, "list options")];
}

/** The initial values of a session. Other members are ignored, as in the library. */
function initBody(init: unknown): string {
	if (init === undefined) return "{}";
	if (!isObject(init)) throw invalid("init", "must be an object");
	const { state, metadata, title, mode } = init;
	return bodyOf({ state: wholeMap(state, "state"), metadata: wholeMap(metadata, "metadata"), title, mode });
}

export function createSessions(transport: Transport, queue: WriteQueue): Sessions {
	const { send } = transport;
	const write = <T>(ask: Ask): Promise<T> => queue(JSON.stringify(ask.query), () => send<T>(ask));
	const make = async (method: "POST" | "PUT", ref: NewSessionRef, init: unknown): Promise<Session> => {
		const query = sessionQuery(named(ref));
		return write({ method, path: "/v1/sessions", query, body: initBody(init) });
	};
	return {
		create: async (ref, init) => make("POST", ref, init),
		open: async (ref, init) => make("PUT", ref, init),
		get: async (ref) => send({ method: "GET", path: "/v1/sessions", query: sessionQuery(ref) }),
		list: async (options) => send({ method: "GET", path: "/v1/sessions", query: listQuery(options) }),
		find: async (by) => {
			if (!isObject(by)) throw invalid("find", "must be { externalId, agentId? }");
			const query = queryOf(by, FIND, "find");
			const found = await send<{ session: Session | null }>({
				method: "GET",
				path: "/v1/sessions/find",
				query,
			});
			return found.session ?? undefined;
		},
		update: async (ref, patch) => {
			const changes = optionsOf(patch ?? null, "session");
			wholeChange(changes.metadata, "metadata");
			return write({
				method: "PATCH",
				path: "/v1/sessions",
				query: sessionQuery(ref),
				body: bodyOf(changes),
			});
		},
		rekey: async (from, to, options) => {
			const body = bodyOf(withOptions({ to }, options, "re-key options"));
			return write({
				method: "POST",
				path: "/v1/sessions/rekey",
				query: sessionQuery(from),
				body,
				long: true,
			});
		},
		fork: async (ref, at, to) => {
			const body = bodyOf({ offset: at?.offset, to: named(to) });
			return send({ method: "POST", path: "/v1/sessions/fork", query: sessionQuery(ref), body, long: true });
		},
		delete: async (ref, options) => {
			const query = [...sessionQuery(ref), ...queryOf(options, { forget: { sort: "boolean" } }, "options")];
			return send({ method: "DELETE", path: "/v1/sessions", query, long: true });
		},
		export: (ref) => exportLines(transport, "/v1/sessions/export", () => sessionQuery(ref)),
		import: async (source, options) => send(await importAsk(source, options)),
		getMessages: async (ref, options) => {
			const query = [...sessionQuery(ref), ...messagesQuery(options)];
			return (await send<{ items: Message[] }>({ method: "GET", path: "/v1/sessions/messages", query }))
				.items;
		},
	};
}

const FIND = { externalId: { sort: "id" }, agentId: { as: "agent", sort: "id" } } satisfies SpecOf<
	QueryNames<typeof sessionFindQuery>,
	"agentId"
>;

/** With a generated id if needed. A bare id is rejected: the session could not be created. */
function named(ref: NewSessionRef) {
	const whole = withSessionId(ref);
	if (typeof whole === "string")
		throw invalid("session reference", "must be { agentId, sessionId, userId? }");
	return whole;
}
