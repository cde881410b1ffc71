import { z } from "zod";
import { HoldfastError } from "../../error/index.ts";
import type { Fact, FactListOptions, FactPatch, Memory, NewFact } from "../../memory/index.ts";
import type { FactEvent, WriteOptions } from "../../session/index.ts";
import { type Call, operation } from "../operation.ts";
import { given } from "./given.ts";
import { noFact, ownFact, ownUser } from "./own.ts";
import { cursorQuery, flag, integer, memoryQuery, said, sessionQuery, text } from "./query.ts";
import { handleOf, memoryOf } from "./select.ts";
import { list, page, receipt } from "./shapes.ts";
import { contradiction, fact, factChange, factEvent, factPatch, newFact, newFacts } from "./shapes-memory.ts";

interface NewFacts extends WriteOptions {
	agentId?: string;
	userId?: string;
	everybody?: boolean;
	content?: string;
	facts?: (string | NewFact)[];
}

/** 10,000 facts at once may be a lot of text. */
const MAX_FACTS_BODY = 64 * 1024 * 1024;

/** One fact; what is not the user's own is not there for a user's token. */
async function readFact(
	call: Call,
	memory: Memory,
	id: string,
	wording: number | undefined,
): Promise<Fact | Partial<Fact>> {
	if (ownUser(call.caller) === undefined) return memory.get(id, said({ wording }));
	// What a fact said before is its history, and that is not for users.
	if (wording !== undefined)
		throw new HoldfastError(
			"forbidden",
			"a user's token may read what facts say now, not what they said before",
		);
	const found = await memory.get(id);
	if (found.scope === "agent") throw noFact(id);
	return ownFact(found);
}

export const facts = [
	operation({
		id: "memory.list",
		method: "GET",
		path: "/v1/facts",
		access: "read",
		user: true,
		summary: "Facts of an agent's memory, newest first",
		query: memoryQuery.extend({
			status: text
				.optional()
				.meta({ description: "`active` (default), `superseded`, `quarantined` or `all`" }),
			pinned: flag.optional(),
			scope: text
				.optional()
				.meta({ description: "Only facts of everybody (`agent`), or only the user's (`user`)" }),
			sessionId: text.optional().meta({ description: "Facts of one session alone, instead" }),
			fromSession: text.optional().meta({
				description: "Facts that came from one session, and its own, instead",
			}),
			...cursorQuery.shape,
		}),
		answer: page(fact),
		handle: async (call) => {
			const { agent, user, everybody, create, ...given } = call.query;
			const memory = memoryOf(call, { agent, user, everybody, create });
			const options = said(given) as FactListOptions;
			if (ownUser(call.caller) === undefined) return { json: await memory.list(options) };
			const own = await memory.list({ ...options, scope: "user" });
			return { json: { ...own, items: own.items.map(ownFact) } };
		},
	}),
	operation({
		id: "memory.write",
		method: "POST",
		path: "/v1/facts",
		access: "agent",
		makes: true,
		summary: "Keeps a fact, or with `facts` many; gives an id for each",
		maxBodyBytes: MAX_FACTS_BODY,
		query: memoryQuery,
		body: given<NewFacts>(newFacts),
		answer: z.union([z.object({ id: z.string() }), z.object({ ids: z.array(z.string()) })]),
		handle: async (call) => {
			const { agentId, userId, everybody, facts, content, ...options } = call.body;
			const memory = memoryOf(call, { agent: agentId, user: userId, everybody, ...said(call.query) });
			if (facts !== undefined) return { json: { ids: await memory.writeMany(facts) } };
			return { json: { id: await memory.write(content as string, options) } };
		},
	}),
	operation({
		id: "memory.from",
		method: "POST",
		path: "/v1/facts/from",
		access: "read",
		summary: "The facts that came from an event",
		repeat: "none",
		query: memoryQuery,
		body: given<FactEvent>(factEvent),
		answer: list(fact),
		handle: async (call) => ({ json: { items: await memoryOf(call, call.query).from(call.body) } }),
	}),
	operation({
		id: "memory.get",
		method: "GET",
		path: "/v1/facts/:id",
		access: "read",
		user: true,
		summary: "One fact",
		query: memoryQuery.extend({
			wording: integer
				.optional()
				.meta({ description: "In the words with this number, as `recalled` of a run has it" }),
		}),
		answer: fact,
		handle: async (call) => {
			const { wording, ...selection } = call.query;
			return { json: await readFact(call, memoryOf(call, selection), call.params.id ?? "", wording) };
		},
	}),
	operation({
		id: "memory.update",
		method: "PATCH",
		path: "/v1/facts/:id",
		access: "agent",
		summary: "Changes a fact; what is left out stays",
		query: memoryQuery,
		body: given<FactPatch>(factPatch),
		answer: fact,
		handle: async (call) => ({
			json: await memoryOf(call, call.query).update(call.params.id ?? "", call.body),
		}),
	}),
	operation({
		id: "memory.forget",
		method: "DELETE",
		path: "/v1/facts/:id",
		access: "agent",
		summary: "Removes a fact for good, with its history",
		query: memoryQuery,
		answer: receipt,
		handle: async (call) => ({ json: await memoryOf(call, call.query).forget(call.params.id ?? "") }),
	}),
	operation({
		id: "memory.history",
		method: "GET",
		path: "/v1/facts/:id/history",
		access: "read",
		summary: "What happened to a fact, oldest first",
		query: memoryQuery,
		answer: list(factChange),
		handle: async (call) => ({
			json: { items: await memoryOf(call, call.query).history(call.params.id ?? "") },
		}),
	}),
	operation({
		id: "memory.contradictions",
		method: "GET",
		path: "/v1/facts/:id/contradictions",
		access: "read",
		summary: "The active facts of the same owner that a fact contradicts: making it active supersedes them",
		query: memoryQuery,
		answer: list(contradiction),
		handle: async (call) => ({
			json: { items: await memoryOf(call, call.query).contradictions(call.params.id ?? "") },
		}),
	}),
	operation({
		id: "session.write",
		method: "POST",
		path: "/v1/sessions/facts",
		access: "agent",
		makes: true,
		summary: "Keeps a fact of one session alone",
		query: sessionQuery,
		body: given<NewFact>(newFact),
		answer: z.object({ id: z.string() }),
		handle: async (call) => {
			const { content, ...options } = call.body;
			const session = await handleOf(call, call.query);
			return { json: { id: await session.write(content, options) } };
		},
	}),
];
