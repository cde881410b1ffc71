import type { z } from "zod";
import type { NewSessionRef, RekeyOptions, SessionInit, SessionPatch } from "../../session/index.ts";
import { sessionConsolidation } from "../../wire/consolidation.ts";
import { list, page } from "../../wire/page.ts";
import { sessionQuery } from "../../wire/query.ts";
import { receipt } from "../../wire/receipt.ts";
import { foundSession, session, sessionsOrOne } from "../../wire/session.ts";
import {
	sessionDeleteQuery,
	sessionFindQuery,
	sessionListQuery,
	sessionPageQuery,
	unsubscribeQuery,
} from "../../wire/session-query.ts";
import {
	sessionEnd,
	sessionFork,
	sessionInit,
	sessionPatch,
	sessionRekey,
} from "../../wire/session-request.ts";
import { sessionSubscription, sessionWebhook } from "../../wire/webhook.ts";
import { operation } from "../operation.ts";
import { bodyAs } from "./body-as.ts";
import { checkOwnFilter, ownSession, ownSessions, ownUser } from "./own.ts";
import { said } from "./query.ts";
import { handleOf, refOf } from "./select.ts";

/** Metadata and initial state of a session may each have 256 KiB, and more as JSON. */
const MAX_RECORD_BODY = 4 * 1024 * 1024;

/** The name can be in the URL or in the body. */
const newRef = (query: z.output<typeof sessionQuery>, body: NewSessionRef): NewSessionRef => ({
	...(said({ agentId: query.agent, userId: query.user, sessionId: query.session }) as NewSessionRef),
	...body,
});

export const sessions = [
	operation({
		id: "sessions.list",
		method: "GET",
		path: "/v1/sessions",
		access: "read",
		user: true,
		summary: "List sessions, newest first. With `session`, those with that id",
		query: sessionListQuery,
		answer: sessionsOrOne,
		handle: async (call) => {
			const { agent, user, session: id, noUser, ...filter } = call.query;
			const own = ownUser(call.caller);
			if (own !== undefined) checkOwnFilter(filter);
			if (id !== undefined) {
				const found = await call.hf.sessions.get(await refOf(call, { agent, user, session: id }));
				const json = own === undefined ? found : ownSession(found);
				return { json, headers: { etag: `"${found.head}"` } };
			}
			const userId = own ?? (noUser === true ? null : user);
			const options = said({ ...filter, agentId: agent, userId });
			const page = await call.hf.sessions.list(options as Parameters<typeof call.hf.sessions.list>[0]);
			return { json: own === undefined ? page : { ...page, items: ownSessions(page.items) } };
		},
	}),
	operation({
		id: "sessions.create",
		method: "POST",
		path: "/v1/sessions",
		access: "agent",
		makes: true,
		summary: "Create a session; an error if it exists",
		maxBodyBytes: MAX_RECORD_BODY,
		query: sessionQuery,
		body: bodyAs<NewSessionRef & SessionInit>(sessionInit),
		answer: session,
		handle: async ({ hf, query, body }) => ({
			json: await hf.sessions.create(newRef(query, body), body),
		}),
	}),
	operation({
		id: "sessions.open",
		method: "PUT",
		path: "/v1/sessions",
		access: "agent",
		summary: "Get a session, or create it",
		maxBodyBytes: MAX_RECORD_BODY,
		query: sessionQuery,
		body: bodyAs<NewSessionRef & SessionInit>(sessionInit),
		answer: session,
		handle: async ({ hf, query, body }) => ({ json: await hf.sessions.open(newRef(query, body), body) }),
	}),
	operation({
		id: "sessions.update",
		method: "PATCH",
		path: "/v1/sessions",
		access: "agent",
		summary: "Change metadata, title or mode of a session. Creates the session if needed",
		maxBodyBytes: MAX_RECORD_BODY,
		query: sessionQuery,
		body: bodyAs<SessionPatch>(sessionPatch),
		answer: session,
		handle: async (call) => ({
			json: await call.hf.sessions.update(await refOf(call, call.query), call.body),
		}),
	}),
	operation({
		id: "sessions.delete",
		method: "DELETE",
		path: "/v1/sessions",
		access: "agent",
		summary: "Delete a session permanently",
		long: true,
		query: sessionDeleteQuery,
		answer: receipt,
		handle: async (call) => {
			const { forget, ...selection } = call.query;
			const ref = await refOf(call, selection);
			return { json: await call.hf.sessions.delete(ref, said({ forget })) };
		},
	}),
	operation({
		id: "sessions.find",
		method: "GET",
		path: "/v1/sessions/find",
		access: "read",
		summary: "Find a session by its external id",
		query: sessionFindQuery,
		answer: foundSession,
		handle: async ({ hf, query: { externalId, agent } }) => {
			const by = said({ externalId, agentId: agent }) as Parameters<typeof hf.sessions.find>[0];
			return { json: { session: (await hf.sessions.find(by)) ?? null } };
		},
	}),
	operation({
		id: "sessions.rekey",
		method: "POST",
		path: "/v1/sessions/rekey",
		access: "agent",
		summary: "Move a session to another user or session id, in one transaction",
		query: sessionQuery,
		body: bodyAs<RekeyOptions & { to: { userId?: string; sessionId?: string } }>(sessionRekey),
		answer: session,
		handle: async (call) => {
			const { to, ...options } = call.body;
			return { json: await call.hf.sessions.rekey(await refOf(call, call.query), to, options) };
		},
	}),
	operation({
		id: "sessions.fork",
		method: "POST",
		path: "/v1/sessions/fork",
		access: "agent",
		makes: true,
		summary: "Create a session with a copy of another one, up to and including an offset",
		long: true,
		query: sessionQuery,
		body: bodyAs<{ offset: number; to: NewSessionRef }>(sessionFork),
		answer: session,
		handle: async (call) => {
			const { offset, to } = call.body;
			const ref = await refOf(call, call.query);
			return { json: await call.hf.sessions.fork(ref, { offset }, to) };
		},
	}),
	operation({
		id: "session.end",
		method: "POST",
		path: "/v1/sessions/end",
		access: "agent",
		summary:
			"End a session and queue its consolidation. With `wait`, responds when consolidation is done, or with its error. The session stays ended",
		long: true,
		query: sessionQuery,
		body: bodyAs<{ wait?: boolean }>(sessionEnd),
		handle: async (call) => {
			await (await handleOf(call, call.query)).end(call.body);
			return {};
		},
	}),
	operation({
		id: "session.subscribe",
		method: "PUT",
		path: "/v1/sessions/webhook",
		access: "agent",
		summary: "Deliver the events of a session to a URL from now on; `events` selects which",
		query: sessionQuery,
		body: bodyAs<{ url: string; events?: string[] }>(sessionWebhook),
		handle: async (call) => {
			await (await handleOf(call, call.query)).subscribe(call.body);
			return {};
		},
	}),
	operation({
		id: "session.unsubscribe",
		method: "DELETE",
		path: "/v1/sessions/webhook",
		access: "agent",
		summary: "End the delivery of a session's events to a URL",
		query: unsubscribeQuery,
		handle: async (call) => {
			const { url, ...whose } = call.query;
			await (await handleOf(call, whose)).unsubscribe({ url: url as string });
			return {};
		},
	}),
	operation({
		id: "session.consolidations",
		method: "GET",
		path: "/v1/sessions/consolidations",
		access: "read",
		summary: "List the consolidations of a session, newest first: duration, model calls, tokens",
		query: sessionPageQuery,
		answer: page(sessionConsolidation),
		handle: async (call) => {
			const { limit, cursor, ...whose } = call.query;
			return { json: await (await handleOf(call, whose)).consolidations(said({ limit, cursor })) };
		},
	}),
	operation({
		id: "session.subscriptions",
		method: "GET",
		path: "/v1/sessions/webhook",
		access: "agent",
		summary: "List the URLs that a session itself has subscribed",
		query: sessionQuery,
		answer: list(sessionSubscription),
		handle: async (call) => ({
			json: { items: await (await handleOf(call, call.query)).subscriptions() },
		}),
	}),
];
