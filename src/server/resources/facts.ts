import { HoldfastError } from "../../error/index.ts";
import type { Fact, FactListOptions, FactPatch, Memory, NewFact } from "../../memory/index.ts";
import type { FactEvent, WriteOptions } from "../../session/index.ts";
import {
	contradiction,
	fact,
	factChange,
	factEvent,
	factPatch,
	newFact,
	newFacts,
	writtenFact,
	writtenFacts,
} from "../../wire/fact.ts";
import { factListQuery, factQuery } from "../../wire/fact-query.ts";
import { list, page } from "../../wire/page.ts";
import { memoryQuery, sessionQuery } from "../../wire/query.ts";
import { receipt } from "../../wire/receipt.ts";
import { type Call, operation } from "../operation.ts";
import { bodyAs } from "./body-as.ts";
import { noFact, ownFact, ownUser } from "./own.ts";
import { said } from "./query.ts";
import { handleOf, memoryOf } from "./select.ts";

interface NewFacts extends WriteOptions {
	agentId?: string;
	userId?: string;
	everybody?: boolean;
	content?: string;
	facts?: (string | NewFact)[];
}

/** 10,000 facts can be a lot of text. */
const MAX_FACTS_BODY = 64 * 1024 * 1024;

/** One fact. For a user's token, facts of others do not exist. */
async function readFact(
	call: Call,
	memory: Memory,
	id: string,
	wording: number | undefined,
): Promise<Fact | Partial<Fact>> {
	if (ownUser(call.caller) === undefined) return memory.get(id, said({ wording }));
	// Earlier wordings are history, which users may not read.
	if (wording !== undefined)
		throw new HoldfastError("forbidden", "a user's token may read only the current wording of a fact");
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
		summary: "List facts of an agent's memory, newest first",
		query: factListQuery,
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
		summary: "Write a fact, or several with `facts`. Returns an id for each",
		maxBodyBytes: MAX_FACTS_BODY,
		query: memoryQuery,
		body: bodyAs<NewFacts>(newFacts),
		answer: writtenFacts,
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
		summary: "List the facts that came from an event",
		repeat: "none",
		query: memoryQuery,
		body: bodyAs<FactEvent>(factEvent),
		answer: list(fact),
		handle: async (call) => ({ json: { items: await memoryOf(call, call.query).from(call.body) } }),
	}),
	operation({
		id: "memory.get",
		method: "GET",
		path: "/v1/facts/:id",
		access: "read",
		user: true,
		summary: "Get a fact",
		query: factQuery,
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
		summary: "Change a fact; omitted fields stay",
		query: memoryQuery,
		body: bodyAs<FactPatch>(factPatch),
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
		summary: "Delete a fact and its history permanently",
		query: memoryQuery,
		answer: receipt,
		handle: async (call) => ({ json: await memoryOf(call, call.query).forget(call.params.id ?? "") }),
	}),
	operation({
		id: "memory.history",
		method: "GET",
		path: "/v1/facts/:id/history",
		access: "read",
		summary: "List the changes of a fact, oldest first",
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
		summary:
			"List the active facts of the same owner that a fact contradicts. Making it active supersedes them",
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
		summary: "Write a fact that belongs to one session",
		query: sessionQuery,
		body: bodyAs<NewFact>(newFact),
		answer: writtenFact,
		handle: async (call) => {
			const { content, ...options } = call.body;
			const session = await handleOf(call, call.query);
			return { json: { id: await session.write(content, options) } };
		},
	}),
];
