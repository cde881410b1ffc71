import { z } from "zod";
import type { Memory, RebuildOptions } from "../../memory/index.ts";
import type { Hit, SearchOptions, SearchResult } from "../../session/index.ts";
import { checkNamedUser } from "../auth/check-named.ts";
import { type Call, operation } from "../operation.ts";
import { given } from "./given.ts";
import { checkOwnSearch, ownUser } from "./own.ts";
import { memoryQuery, number, said, sessionQuery, text, words } from "./query.ts";
import { handleOf, memoryOf } from "./select.ts";
import { receipt } from "./shapes.ts";
import { memorySearch, rebuildReport, search, searchResult } from "./shapes-memory.ts";

type Search = Omit<SearchOptions, "signal"> & { query: string };
type MemorySearch = Search & { agentId?: string; userId?: string; everybody?: boolean };
type Selection = Parameters<typeof memoryOf>[1];

/** Searches; of a user's token, only what is that user's is found. */
async function searchMemory(
	call: Call,
	selection: Selection,
	{ query, ...options }: Search,
): Promise<SearchResult> {
	const memory = memoryOf(call, selection);
	const { signal } = call;
	if (ownUser(call.caller) === undefined) return memory.search(query, { ...options, signal });
	checkOwnSearch(options);
	// As many as there are: what is known to all may be in front of what is the user's.
	const wide = await memory.search(query, { ...options, signal });
	if (wide.hits.length === 0) return wide;
	const all = await memory.search(query, { ...options, limit: MAX_HITS, signal });
	return { ...wide, hits: await ownHits(memory, all.hits, options.limit ?? DEFAULT_HITS) };
}

const MAX_HITS = 100;
const DEFAULT_HITS = 5;

async function ownHits(memory: Memory, hits: readonly Hit[], limit: number): Promise<Hit[]> {
	const own: Hit[] = [];
	for (const hit of hits) {
		if (own.length === limit) break;
		const fact = await memory.get(hit.id).catch(() => undefined);
		if (fact && fact.scope !== "agent") own.push(hit);
	}
	return own;
}

export const memory = [
	operation({
		id: "memory.search",
		method: "POST",
		path: "/v1/memory/search",
		access: "read",
		user: true,
		summary: "Finds facts of an agent's memory, or messages, best first",
		repeat: "none",
		query: memoryQuery,
		body: given<MemorySearch>(memorySearch),
		answer: searchResult,
		handle: async (call) => {
			const { agentId, userId, everybody, ...asked } = call.body;
			checkNamedUser(call.caller, userId);
			const selection = { agent: agentId, user: userId, everybody, ...said(call.query) };
			return { json: await searchMemory(call, selection, asked) };
		},
	}),
	operation({
		id: "memory.searchByAddress",
		method: "GET",
		path: "/v1/memory/search",
		access: "read",
		user: true,
		summary: "The same, by an address alone",
		query: memoryQuery.extend({
			query: text.optional(),
			limit: number.optional(),
			threshold: number.optional(),
			include: words.optional(),
		}),
		answer: searchResult,
		handle: async (call) => {
			const { agent, user, everybody, create, ...asked } = call.query;
			const selection = { agent, user, everybody, create };
			return { json: await searchMemory(call, selection, said(asked) as unknown as Search) };
		},
	}),
	operation({
		id: "memory.delete",
		method: "DELETE",
		path: "/v1/memory",
		access: "agent",
		summary: "Removes a session, or all sessions and facts of a user under an agent; the user stays",
		long: true,
		query: sessionQuery.extend({ create: memoryQuery.shape.create }),
		answer: receipt,
		handle: async (call) => {
			const { agent, user, session, create } = call.query;
			const memory = memoryOf(call, { agent, create });
			return { json: await memory.delete(said({ userId: user, sessionId: session })) };
		},
	}),
	operation({
		id: "memory.rebuild",
		method: "POST",
		path: "/v1/memory/rebuild",
		access: "agent",
		summary: "Derives the facts from the log again, and says what that changes",
		long: true,
		query: memoryQuery,
		body: given<Pick<RebuildOptions, "dryRun">>(z.strictObject({ dryRun: z.boolean().optional() })),
		answer: rebuildReport,
		handle: async (call) => ({ json: await memoryOf(call, call.query).rebuild(call.body) }),
	}),
	operation({
		id: "session.search",
		method: "POST",
		path: "/v1/sessions/search",
		access: "read",
		summary: "Finds facts and messages of one session, best first",
		repeat: "none",
		query: sessionQuery,
		body: given<Search>(search),
		answer: searchResult,
		handle: async (call) => {
			const { query, ...options } = call.body;
			const session = await handleOf(call, call.query);
			return { json: await session.search(query, { ...options, signal: call.signal }) };
		},
	}),
];
