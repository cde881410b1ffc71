import type { Memory, RebuildOptions } from "../../memory/index.ts";
import type { Hit, SearchOptions, SearchResult } from "../../session/index.ts";
import { memoryDeleteQuery, searchQuery } from "../../wire/memory-query.ts";
import { memoryQuery, sessionQuery } from "../../wire/query.ts";
import { rebuildOptions, rebuildReport } from "../../wire/rebuild.ts";
import { receipt } from "../../wire/receipt.ts";
import { memorySearch, search, searchResult } from "../../wire/search.ts";
import { checkNamedUser } from "../auth/check-named.ts";
import { type Call, operation } from "../operation.ts";
import { bodyAs } from "./body-as.ts";
import { checkOwnSearch, ownUser } from "./own.ts";
import { said } from "./query.ts";
import { handleOf, memoryOf } from "./select.ts";

type Search = Omit<SearchOptions, "signal"> & { query: string };
type MemorySearch = Search & { agentId?: string; userId?: string; everybody?: boolean };
type Selection = Parameters<typeof memoryOf>[1];

/** Searches. A user's token only finds that user's facts. */
async function searchMemory(
	call: Call,
	selection: Selection,
	{ query, ...options }: Search,
): Promise<SearchResult> {
	const memory = memoryOf(call, selection);
	const { signal } = call;
	if (ownUser(call.caller) === undefined) return memory.search(query, { ...options, signal });
	checkOwnSearch(options);
	// Searched again with the maximum number of hits: facts shared by all users can rank before the user's own.
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
		summary: "Search facts of an agent's memory, or messages; best first",
		repeat: "none",
		query: memoryQuery,
		body: bodyAs<MemorySearch>(memorySearch),
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
		summary: "The same search with query parameters",
		query: searchQuery,
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
		summary: "Delete a session, or all sessions and facts of a user with an agent. The user stays",
		long: true,
		query: memoryDeleteQuery,
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
		summary: "Extract the facts from the log again, and report the changes",
		long: true,
		query: memoryQuery,
		body: bodyAs<Pick<RebuildOptions, "dryRun">>(rebuildOptions),
		answer: rebuildReport,
		handle: async (call) => ({ json: await memoryOf(call, call.query).rebuild(call.body) }),
	}),
	operation({
		id: "session.search",
		method: "POST",
		path: "/v1/sessions/search",
		access: "read",
		summary: "Search facts and messages of one session; best first",
		repeat: "none",
		query: sessionQuery,
		body: bodyAs<Search>(search),
		answer: searchResult,
		handle: async (call) => {
			const { query, ...options } = call.body;
			const session = await handleOf(call, call.query);
			return { json: await session.search(query, { ...options, signal: call.signal }) };
		},
	}),
];
