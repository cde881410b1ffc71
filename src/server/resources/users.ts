import { z } from "zod";
import type { Json } from "../../event/index.ts";
import type { RekeyOptions } from "../../session/index.ts";
import type { Patch } from "../../state/index.ts";
import { type UserInit, variablesPatch } from "../../user/index.ts";
import { operation } from "../operation.ts";
import { given } from "./given.ts";
import { cursorQuery, idOf, idQuery, said } from "./query.ts";
import { id, jsonObject, onConflict, page, patch, receipt, user } from "./shapes.ts";

const init = z.strictObject({
	displayName: z.string().nullable().optional(),
	variables: jsonObject.optional(),
	metadata: jsonObject.optional(),
});

export const users = [
	operation({
		id: "users.list",
		method: "GET",
		path: "/v1/users",
		access: "read",
		summary: "Users, by id",
		query: cursorQuery,
		answer: page(user),
		handle: async ({ hf, query }) => ({ json: await hf.users.list(said(query)) }),
	}),
	operation({
		id: "users.find",
		method: "POST",
		path: "/v1/users/find",
		access: "read",
		summary: "Users whose metadata has all of these entries",
		repeat: "none",
		body: given<{ metadata: Record<string, Json>; limit?: number; cursor?: string }>(
			z.strictObject({ metadata: jsonObject, limit: z.int().optional(), cursor: z.string().optional() }),
		),
		answer: page(user),
		handle: async ({ hf, body }) => ({ json: await hf.users.find(body) }),
	}),
	operation({
		id: "users.get",
		method: "GET",
		path: "/v1/users/:id",
		query: idQuery,
		access: "read",
		summary: "One user",
		answer: user,
		handle: async (call) => ({ json: await call.hf.users.get(idOf(call)) }),
	}),
	operation({
		id: "users.upsert",
		method: "PUT",
		path: "/v1/users/:id",
		query: idQuery,
		access: "agent",
		summary: "Creates a user, or sets the given parts of one",
		body: given<UserInit>(init),
		answer: user,
		handle: async (call) => ({ json: await call.hf.users.upsert(idOf(call), call.body) }),
	}),
	operation({
		id: "users.delete",
		method: "DELETE",
		path: "/v1/users/:id",
		query: idQuery,
		access: "agent",
		summary: "Deletes a user with all sessions, state and facts",
		long: true,
		answer: receipt,
		handle: async (call) => ({ json: await call.hf.users.delete(idOf(call)) }),
	}),
	operation({
		id: "users.setVariables",
		method: "PATCH",
		path: "/v1/users/:id/variables",
		query: idQuery,
		access: "agent",
		summary: "Sets and removes variables of a user, key by key",
		body: given<Patch>(patch),
		answer: user,
		handle: async (call) => {
			const { hf } = call;
			const { set, unset, ...more } = call.body;
			const user = idOf(call);
			if ((set !== undefined && unset !== undefined) || Object.keys(more).length > 0)
				return { json: await hf.users.upsert(user, variablesPatch(call.body)) };
			if (unset !== undefined) return { json: await hf.users.unsetVariables(user, unset) };
			return { json: await hf.users.setVariables(user, set === undefined ? {} : set) };
		},
	}),
	operation({
		id: "users.updateMetadata",
		method: "PATCH",
		path: "/v1/users/:id/metadata",
		query: idQuery,
		access: "agent",
		summary: "Sets and removes metadata of a user, key by key",
		body: given<Patch>(patch),
		answer: user,
		handle: async (call) => ({ json: await call.hf.users.updateMetadata(idOf(call), call.body) }),
	}),
	operation({
		id: "users.rekey",
		method: "POST",
		path: "/v1/users/:id/rekey",
		query: idQuery,
		access: "agent",
		summary: "Moves everything of a user to another user id, in one step",
		long: true,
		body: given<RekeyOptions & { to: string }>(z.strictObject({ to: id, onConflict })),
		answer: z.object({ sessions: z.int() }),
		handle: async (call) => {
			const { to, ...options } = call.body;
			return { json: await call.hf.users.rekey(idOf(call), to, options) };
		},
	}),
];
