import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import { labelText, type SessionMode, sessionMode } from "../../event/index.ts";
import { type NewSessionRef, type RekeyOptions, type SessionInit, withChanges } from "../../session/index.ts";
import { type Patch, parseSessionMetadata } from "../../state/index.ts";
import { operation } from "../operation.ts";
import { given } from "./given.ts";
import { checkOwnFilter, ownSession, ownSessions, ownUser } from "./own.ts";
import { cursorQuery, flag, said, sessionQuery, text } from "./query.ts";
import { handleOf, nameOf, refOf } from "./select.ts";
import * as shapes from "./shapes.ts";

const { session, sessionInit } = shapes;

interface SessionPatch {
	metadata?: Patch;
	title?: string | null;
	mode?: SessionMode;
	by?: string;
}

/** Metadata of a session may have 256 KiB, and so may its first state; JSON makes it longer. */
const MAX_RECORD_BODY = 4 * 1024 * 1024;

const listQuery = z.strictObject({
	...sessionQuery.shape,
	...cursorQuery.shape,
	noUser: flag.optional().meta({ description: "Only sessions without user" }),
	sessionId: text.optional().meta({ description: "Sessions of this id, of any agent and user" }),
	externalId: text.optional(),
	mode: text.optional(),
	ended: flag.optional(),
	order: text.optional().meta({ description: "`created` (default) or `updated`, newest first" }),
});

/** For members that the library is not told of. */
function refuseMore(more: object, what: string): void {
	const names = Object.keys(more);
	if (names.length > 0) throw new HoldfastError("invalid", `${what}: has no member ${names.join(", ")}`);
}

/** Only what is wrong is found out: each part in the words of the library. */
function checkPatch({ metadata, title, mode, by, ...more }: SessionPatch): void {
	refuseMore(more, "session");
	if (metadata === undefined && title === undefined && mode === undefined)
		throw new HoldfastError("invalid", "session: name metadata, title or mode: what is to change");
	if (metadata !== undefined) parseSessionMetadata(metadata, "metadata");
	if (title !== undefined) parse(labelText.nullable(), title, "title");
	if (mode !== undefined) parse(sessionMode, mode, "mode");
	parse(z.string().max(512).optional(), by, "by");
}

/** A name may stand in the address or in the body. */
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
		summary: "Sessions, newest first; with `session` that one",
		query: listQuery,
		answer: z.union([shapes.page(session), session]),
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
		summary: "Creates a session; refused if it exists",
		maxBodyBytes: MAX_RECORD_BODY,
		query: sessionQuery,
		body: given<NewSessionRef & SessionInit>(sessionInit),
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
		summary: "Gets a session, or creates it",
		maxBodyBytes: MAX_RECORD_BODY,
		query: sessionQuery,
		body: given<NewSessionRef & SessionInit>(sessionInit),
		answer: session,
		handle: async ({ hf, query, body }) => ({ json: await hf.sessions.open(newRef(query, body), body) }),
	}),
	operation({
		id: "sessions.update",
		method: "PATCH",
		path: "/v1/sessions",
		access: "agent",
		summary: "Changes metadata, title or mode of a session, which is created if there is none",
		maxBodyBytes: MAX_RECORD_BODY,
		query: sessionQuery,
		body: given<SessionPatch>(
			z.strictObject({
				metadata: shapes.patch.optional(),
				title: z.string().nullable().optional(),
				mode: session.shape.mode.optional(),
				by: z.string().optional().meta({ description: "Who changes the mode" }),
			}),
		),
		answer: session,
		handle: async (call) => {
			checkPatch(call.body);
			const name = await nameOf(call, call.query);
			const { metadata = {}, title, mode, by } = call.body;
			await call.hf.session(name).updateMetadata(withChanges(metadata, { title, mode, by }));
			return { json: await call.hf.sessions.get(name) };
		},
	}),
	operation({
		id: "sessions.delete",
		method: "DELETE",
		path: "/v1/sessions",
		access: "agent",
		summary: "Deletes a session for good",
		long: true,
		query: sessionQuery.extend({
			forget: flag.optional().meta({ description: "Also forget facts that came from nothing else" }),
		}),
		answer: shapes.receipt,
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
		summary: "The session of a conversation elsewhere, by its external id",
		query: z.strictObject({ externalId: text.optional(), agent: text.optional() }),
		answer: z.object({ session: session.nullable() }),
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
		summary: "Moves a session to another user or session id, in one step",
		query: sessionQuery,
		body: given<RekeyOptions & { to: { userId?: string; sessionId?: string } }>(
			z.strictObject({
				to: z.strictObject({ userId: shapes.id.optional(), sessionId: shapes.id.optional() }),
				onConflict: shapes.onConflict,
			}),
		),
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
		summary: "A new session with a copy of the past, up to and including an offset",
		long: true,
		query: sessionQuery,
		body: given<{ offset: number; to: NewSessionRef }>(
			z.strictObject({ offset: shapes.offset, to: shapes.newSessionRef }),
		),
		answer: session,
		handle: async (call) => {
			const { offset, to, ...more } = call.body;
			refuseMore(more, "fork");
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
			"Closes a session and makes its facts. With `wait` it answers when they are made, or with the error if that failed: the session stays ended",
		long: true,
		query: sessionQuery,
		body: given<{ wait?: boolean }>(z.strictObject({ wait: z.boolean().optional() })),
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
		summary: "Delivers the events of a session to a URL from now on; `events` says which",
		query: sessionQuery,
		body: given<{ url: string; events?: string[] }>(
			z.strictObject({ url: z.string(), events: z.array(z.string()).optional() }),
		),
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
		summary: "Ends the delivery of a session's events to a URL",
		query: z.strictObject({
			...sessionQuery.shape,
			url: text.optional().meta({ description: "The URL, as it was subscribed" }),
		}),
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
		summary: "What it took to make facts of a session, newest first: time, calls of a model, tokens",
		query: z.strictObject({ ...sessionQuery.shape, ...cursorQuery.shape }),
		answer: shapes.page(shapes.sessionConsolidation),
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
		summary: "The URLs that a session has subscribed itself",
		query: sessionQuery,
		answer: z.object({ items: z.array(shapes.sessionSubscription) }),
		handle: async (call) => ({
			json: { items: await (await handleOf(call, call.query)).subscriptions() },
		}),
	}),
];
