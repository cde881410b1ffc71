import type { Json } from "../../event/index.ts";
import type { RekeyOptions } from "../../session/index.ts";
import type { Patch } from "../../state/index.ts";
import type { UserInit, UserPatch } from "../../user/index.ts";
import { page } from "../../wire/page.ts";
import { patch } from "../../wire/patch.ts";
import { cursorQuery, idQuery } from "../../wire/query.ts";
import { receipt } from "../../wire/receipt.ts";
import { user, userFind, userInit, userPatch, userRekey, userRekeyed } from "../../wire/user.ts";
import { operation } from "../operation.ts";
import { bodyAs } from "./body-as.ts";
import { idOf, said } from "./query.ts";

export const users = [
	operation({
		id: "users.list",
		method: "GET",
		path: "/v1/users",
		access: "read",
		summary: "List users by id",
		query: cursorQuery,
		answer: page(user),
		handle: async ({ hf, query }) => ({ json: await hf.users.list(said(query)) }),
	}),
	operation({
		id: "users.find",
		method: "POST",
		path: "/v1/users/find",
		access: "read",
		summary: "Find users whose metadata contains all of these entries",
		repeat: "none",
		body: bodyAs<{ metadata: Record<string, Json>; limit?: number; cursor?: string }>(userFind),
		answer: page(user),
		handle: async ({ hf, body }) => ({ json: await hf.users.find(body) }),
	}),
	operation({
		id: "users.get",
		method: "GET",
		path: "/v1/users/:id",
		query: idQuery,
		access: "read",
		summary: "Get a user",
		answer: user,
		handle: async (call) => ({ json: await call.hf.users.get(idOf(call)) }),
	}),
	operation({
		id: "users.upsert",
		method: "PUT",
		path: "/v1/users/:id",
		query: idQuery,
		access: "agent",
		summary: "Create a user, or set the given values of an existing one",
		body: bodyAs<UserInit>(userInit),
		answer: user,
		handle: async (call) => ({ json: await call.hf.users.upsert(idOf(call), call.body) }),
	}),
	operation({
		id: "users.update",
		method: "PATCH",
		path: "/v1/users/:id",
		query: idQuery,
		access: "agent",
		summary: "Change display name, variables and metadata of a user. Creates the user if needed",
		body: bodyAs<UserPatch>(userPatch),
		answer: user,
		handle: async (call) => ({ json: await call.hf.users.update(idOf(call), call.body) }),
	}),
	operation({
		id: "users.delete",
		method: "DELETE",
		path: "/v1/users/:id",
		query: idQuery,
		access: "agent",
		summary: "Delete a user with their sessions, state and facts",
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
		summary: "Set and remove variables of a user, key by key",
		body: bodyAs<Patch>(patch),
		answer: user,
		handle: async (call) => {
			const { hf } = call;
			const { set, unset } = call.body;
			const user = idOf(call);
			if (set !== undefined && unset !== undefined)
				return { json: await hf.users.update(user, { variables: call.body }) };
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
		summary: "Set and remove metadata of a user, key by key",
		body: bodyAs<Patch>(patch),
		answer: user,
		handle: async (call) => ({ json: await call.hf.users.updateMetadata(idOf(call), call.body) }),
	}),
	operation({
		id: "users.rekey",
		method: "POST",
		path: "/v1/users/:id/rekey",
		query: idQuery,
		access: "agent",
		summary: "Move all data of a user to another user id, in one transaction",
		long: true,
		body: bodyAs<RekeyOptions & { to: string }>(userRekey),
		answer: userRekeyed,
		handle: async (call) => {
			const { to, ...options } = call.body;
			return { json: await call.hf.users.rekey(idOf(call), to, options) };
		},
	}),
];
