import { HoldfastError } from "../error/index.ts";
import { isObject } from "../event/json.ts";
import type { Memory, MemoryScope } from "../memory/memory.ts";
import type { factListQuery, factQuery } from "../wire/fact-query.ts";
import type { memoryDeleteQuery } from "../wire/memory-query.ts";
import type { QueryNames } from "../wire/query.ts";
import {
	bodyOf,
	checkId,
	checkSignal,
	invalid,
	optionsOf,
	pathPart,
	queryOf,
	refuseNames,
	type SpecOf,
	withOptions,
} from "./checks.ts";
import type { Ask, Transport } from "./transport.ts";

const LIST = {
	status: { sort: "text" },
	pinned: { sort: "boolean" },
	scope: { sort: "text" },
	sessionId: { sort: "id" },
	fromSession: { sort: "id" },
	limit: { sort: "integer" },
	cursor: { sort: "text" },
} satisfies SpecOf<QueryNames<typeof factListQuery>>;
const READ = { wording: { sort: "integer" } } satisfies SpecOf<QueryNames<typeof factQuery>>;
const DELETE = {
	userId: { as: "user", sort: "id" },
	sessionId: { as: "session", sort: "id" },
} satisfies SpecOf<QueryNames<typeof memoryDeleteQuery>, "userId" | "sessionId">;

/** The body of a search, and the signal that cancels it. */
export function searchParts(query: unknown, given: unknown): Pick<Ask, "body" | "signal"> {
	const { signal, ...options } = optionsOf(given, "options");
	return {
		body: bodyOf(withOptions({ query }, options, "options")),
		signal: checkSignal(signal, "options"),
	};
}

/** The agent and user of a memory, as query parameters. */
function memoryQuery(agentId: unknown, scope: MemoryScope | undefined): [string, string][] {
	const agent = checkId(agentId, "agent id");
	const whose = queryOf(
		scope,
		{ userId: { as: "user", sort: "id" }, everybody: { sort: "boolean" }, create: { sort: "boolean" } },
		"scope",
	);
	if (whose.some(([name, value]) => name === "everybody" && value === "false"))
		throw invalid("scope.everybody", "must be true or absent");
	return [["agent", agent], ...whose];
}

export function createMemory(transport: Transport, agentId: string, given?: MemoryScope): Memory {
	// A copy, so that later changes by the caller have no effect.
	const scope = isObject(given) ? { ...given } : given;
	/** Checked at the first use: like a session handle, creating one never throws. */
	const query = () => memoryQuery(agentId, scope);
	const send = <T>(ask: Omit<Ask, "query">, more: [string, string][] = []): Promise<T> =>
		transport.send<T>({ ...ask, query: [...query(), ...more] });
	const fact = (id: unknown): string => `/v1/facts/${pathPart(id, "fact id")}`;
	const items = async <T>(answer: Promise<{ items: T[] }>): Promise<T[]> => (await answer).items;
	return {
		write: async (content, options) => {
			const body = bodyOf(withOptions({ content }, factOptions(options), "options"));
			return (await send<{ id: string }>({ method: "POST", path: "/v1/facts", body })).id;
		},
		writeMany: async (facts) => {
			if (!Array.isArray(facts)) throw invalid("facts", "must be a list of facts");
			const body = bodyOf({ facts });
			return (await send<{ ids: string[] }>({ method: "POST", path: "/v1/facts", body, long: true })).ids;
		},
		search: async (text, options) =>
			send({ method: "POST", path: "/v1/memory/search", ...searchParts(text, factOptions(options)) }),
		list: async (options) =>
			send({ method: "GET", path: "/v1/facts" }, queryOf(options, LIST, "list options")),
		get: async (id, options) => send({ method: "GET", path: fact(id) }, queryOf(options, READ, "options")),
		history: async (id) => items(send({ method: "GET", path: `${fact(id)}/history` })),
		from: async (event) => {
			const body = bodyOf(optionsOf(event ?? null, "event"));
			return items(send({ method: "POST", path: "/v1/facts/from", body }));
		},
		update: async (id, patch) => {
			const body = bodyOf(optionsOf(patch ?? null, "patch"));
			return send({ method: "PATCH", path: fact(id), body });
		},
		contradictions: async (id) => items(send({ method: "GET", path: `${fact(id)}/contradictions` })),
		pin: async (id, pinned = true) => send({ method: "PATCH", path: fact(id), body: bodyOf({ pinned }) }),
		forget: async (id) => send({ method: "DELETE", path: fact(id) }),
		delete: async (what) => {
			const named = query().filter(([name]) => name === "agent" || name === "create");
			const slice = queryOf(what ?? null, DELETE, "delete");
			return transport.send({
				method: "DELETE",
				path: "/v1/memory",
				long: true,
				query: [...named, ...inScope(slice, scope?.userId)],
			});
		},
		rebuild: async (options) => {
			const given = optionsOf(options, "options");
			if (given.extractor !== undefined) throw noExtractor(given.extractor);
			return send({ method: "POST", path: "/v1/memory/rebuild", body: bodyOf(given), long: true });
		},
	};
}

/** The memory determines the owner. A body that names another owner would override it, so it is rejected. */
function factOptions(options: unknown): unknown {
	if (isObject(options)) refuseNames(options, ["agentId", "userId", "everybody", "facts"], "options");
	return options;
}

function noExtractor(given: unknown): HoldfastError {
	if (!isObject(given) || !("extract" in given && "name" in given))
		return invalid("options.extractor", "must be { name, extract }");
	const message =
		"rebuild: an extractor is code and cannot be sent to a server; call rebuild in the process that has the store";
	return new HoldfastError("capability_missing", message);
}

/** The scope of a deletion, for the memory of one user. */
function inScope(slice: [string, string][], own: string | undefined): [string, string][] {
	if (own === undefined) return slice;
	const named = slice.find(([name]) => name === "user")?.[1];
	if (named !== undefined && named !== own)
		throw new HoldfastError(
			"forbidden",
			`delete: this memory belongs to user "${own}" and cannot delete data of user "${named}"`,
			{ userId: own },
		);
	const ofSession = slice.some(([name]) => name === "session");
	return named === undefined && ofSession ? [["user", own], ...slice] : slice;
}
