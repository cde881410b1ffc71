import { isObject } from "../event/json.ts";
import type { User, Users } from "../user/users.ts";
import type { cursorQuery, QueryNames } from "../wire/query.ts";
import {
	bodyOf,
	checkId,
	idAddress,
	invalid,
	optionsOf,
	queryOf,
	type SpecOf,
	wholeChange,
	wholeMap,
	withOptions,
} from "./checks.ts";
import type { Ask, Transport } from "./transport.ts";

const LIST = { limit: { sort: "integer" }, cursor: { sort: "text" } } satisfies SpecOf<
	QueryNames<typeof cursorQuery>
>;

export function createUsers({ send }: Transport): Users {
	const about = <T = User>(id: unknown, ask: Omit<Ask, "path" | "query">, below = ""): Promise<T> => {
		const { part, query } = idAddress(id, "user id");
		return send<T>({ ...ask, path: `/v1/users/${part}${below}`, query });
	};
	const patch = (id: string, below: string, body: Record<string, unknown>): Promise<User> =>
		about(id, { method: "PATCH", body: bodyOf(body) }, below);
	return {
		upsert: async (id, init) => {
			if (init !== undefined && !isObject(init)) throw invalid("user", "must be an object");
			const { displayName, variables, metadata } = init ?? {};
			return about(id, {
				method: "PUT",
				body: bodyOf({
					displayName,
					variables: wholeMap(variables, "variables"),
					metadata: wholeMap(metadata, "metadata"),
				}),
			});
		},
		get: async (id) => about(id, { method: "GET" }),
		list: async (options) =>
			send({ method: "GET", path: "/v1/users", query: queryOf(options, LIST, "list options") }),
		update: async (id, given) => {
			const changes = optionsOf(given ?? null, "user");
			wholeChange(changes.variables, "variables");
			wholeChange(changes.metadata, "metadata");
			return patch(id, "", changes);
		},
		setVariables: async (id, variables) => {
			if (variables === undefined) throw invalid("variables", "must be a plain object");
			return patch(id, "/variables", { set: wholeMap(variables, "variables") });
		},
		unsetVariables: async (id, keys) => {
			if (keys === undefined) throw invalid("keys", "must be a list of keys");
			return patch(id, "/variables", { unset: keys });
		},
		updateMetadata: async (id, given) =>
			patch(id, "/metadata", wholeChange(optionsOf(given ?? null, "metadata"), "metadata")),
		find: async (by) => {
			const body = bodyOf(optionsOf(by ?? null, "find"));
			return send({ method: "POST", path: "/v1/users/find", body });
		},
		rekey: async (from, to, options) => {
			const body = bodyOf(withOptions({ to: checkId(to, "user id") }, options, "re-key options"));
			return about(from, { method: "POST", body, long: true }, "/rekey");
		},
		delete: async (id) => about(id, { method: "DELETE", long: true }),
	};
}
