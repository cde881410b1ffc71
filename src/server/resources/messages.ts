import { z } from "zod";
import { MESSAGE_KINDS, transcript } from "../../event/index.ts";
import type { AppendOptions, NewMessage } from "../../session/index.ts";
import { operation } from "../operation.ts";
import { MAX_APPEND_BODY, writeOptions } from "./events.ts";
import { given } from "./given.ts";
import { checkOwnMessage, OWN_KINDS, ownEvents, ownMessages, ownUser } from "./own.ts";
import { integer, said, sessionQuery } from "./query.ts";
import { readWithin } from "./read-within.ts";
import { handleOf } from "./select.ts";
import { appendOptions, event, list, message, newMessage } from "./shapes.ts";

const readQuery = sessionQuery.extend({
	after: integer.optional().meta({ description: "Only messages with a greater offset" }),
	before: integer.optional().meta({ description: "Only messages with a smaller offset" }),
	last: integer.optional().meta({ description: "The newest so many, oldest first" }),
	limit: integer.optional().meta({ description: "The oldest so many; default 1,000, at most 10,000" }),
	asOf: integer.optional().meta({ description: "As it was when this offset was the newest" }),
});

export const messages = [
	operation({
		id: "sessions.getMessages",
		method: "GET",
		path: "/v1/sessions/messages",
		access: "read",
		user: true,
		summary: "The conversation of a session, oldest first",
		query: readQuery,
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
		summary: "Appends a message",
		repeat: "native",
		maxBodyBytes: MAX_APPEND_BODY,
		query: sessionQuery,
		body: given<AppendOptions & NewMessage>(newMessage),
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
		summary: "Appends a message by a human operator",
		repeat: "native",
		maxBodyBytes: MAX_APPEND_BODY,
		query: sessionQuery,
		body: given<AppendOptions & { content: string; displayName: string }>(
			z.strictObject({ content: z.string(), displayName: z.string(), ...appendOptions }),
		),
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
		summary: "A session as it was when an offset was its newest: events, messages and state",
		query: sessionQuery.extend({ offset: integer.optional(), last: integer.optional() }),
		answer: z.object({
			events: z.array(event),
			messages: z.array(message),
			state: z.record(z.string(), z.unknown()),
		}),
		handle: async (call) => {
			const { offset, last, ...selection } = call.query;
			const view = (await handleOf(call, selection)).rewind(offset as number);
			const events = await readWithin((part) => view.events(part), said({ last }));
			return { json: { events, messages: transcript(events), state: await view.state() } };
		},
	}),
];
