import { MESSAGE_KINDS, transcript } from "../../event/index.ts";
import type { AppendOptions, NewMessage } from "../../session/index.ts";
import { event } from "../../wire/event.ts";
import { messageListQuery } from "../../wire/event-query.ts";
import { humanMessage, message, newMessage, rewound } from "../../wire/message.ts";
import { list } from "../../wire/page.ts";
import { sessionQuery } from "../../wire/query.ts";
import { rewindQuery } from "../../wire/session-query.ts";
import { operation } from "../operation.ts";
import { bodyAs } from "./body-as.ts";
import { MAX_APPEND_BODY, writeOptions } from "./events.ts";
import { checkOwnMessage, OWN_KINDS, ownEvents, ownMessages, ownUser } from "./own.ts";
import { said } from "./query.ts";
import { readWithin } from "./read-within.ts";
import { handleOf } from "./select.ts";

export const messages = [
	operation({
		id: "sessions.getMessages",
		method: "GET",
		path: "/v1/sessions/messages",
		access: "read",
		user: true,
		summary: "List the messages of a session, oldest first",
		query: messageListQuery,
		answer: list(message),
		handle: async (call) => {
			const { agent, user, session, asOf, ...given } = call.query;
			const options = said(given);
			const selection = { agent, user, session };
			const own = ownUser(call.caller) !== undefined;
			const handle = await handleOf(call, selection);
			const view = asOf === undefined ? handle : handle.rewind(asOf);
			const kinds = own ? OWN_KINDS : MESSAGE_KINDS;
			const found = await readWithin((part) => view.events(part), { ...options, kinds });
			return { json: { items: own ? ownMessages(found) : transcript(found) } };
		},
	}),
	operation({
		id: "session.history.append",
		method: "POST",
		path: "/v1/sessions/messages",
		access: "agent",
		user: true,
		summary: "Append a message",
		repeat: "native",
		maxBodyBytes: MAX_APPEND_BODY,
		query: sessionQuery,
		body: bodyAs<AppendOptions & NewMessage>(newMessage),
		answer: list(event),
		handle: async (call) => {
			const { role, content, displayName, metadata, ...options } = call.body;
			const message = said({ role, content, displayName, metadata }) as NewMessage;
			const own = ownUser(call.caller) !== undefined;
			if (own) checkOwnMessage(message);
			const session = await handleOf(call, call.query);
			const stored = await session.history.append(message, writeOptions(call, options));
			return { json: { items: own ? ownEvents([stored]) : [stored] } };
		},
	}),
	operation({
		id: "session.postAsHuman",
		method: "POST",
		path: "/v1/sessions/human",
		access: "agent",
		summary: "Append a message of a human operator",
		repeat: "native",
		maxBodyBytes: MAX_APPEND_BODY,
		query: sessionQuery,
		body: bodyAs<AppendOptions & { content: string; displayName: string }>(humanMessage),
		answer: list(event),
		handle: async (call) => {
			const { content, displayName, ...options } = call.body;
			const session = await handleOf(call, call.query);
			const stored = await session.postAsHuman({ content, displayName }, writeOptions(call, options));
			return { json: { items: [stored] } };
		},
	}),
	operation({
		id: "session.rewind",
		method: "GET",
		path: "/v1/sessions/rewind",
		access: "read",
		summary: "Get a session as it was when an offset was the newest: events, messages and state",
		query: rewindQuery,
		answer: rewound,
		handle: async (call) => {
			const { offset, last, ...selection } = call.query;
			const view = (await handleOf(call, selection)).rewind(offset as number);
			const events = await readWithin((part) => view.events(part), said({ last }));
			return { json: { events, messages: transcript(events), state: await view.state() } };
		},
	}),
];
