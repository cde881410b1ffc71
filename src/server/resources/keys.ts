import type { NewKey } from "../../access/access.ts";
import { createdKey, keyInfo, newKey } from "../../wire/key.ts";
import { page } from "../../wire/page.ts";
import { cursorQuery } from "../../wire/query.ts";
import { operation } from "../operation.ts";
import { bodyAs } from "./body-as.ts";
import { said } from "./query.ts";

export const keys = [
	operation({
		id: "keys.list",
		method: "GET",
		path: "/v1/keys",
		access: "admin",
		summary: "List the keys of the tenant, without their secrets",
		query: cursorQuery,
		answer: page(keyInfo),
		handle: async ({ hf, query }) => ({ json: await hf.keys.list(said(query)) }),
	}),
	operation({
		id: "keys.create",
		method: "POST",
		path: "/v1/keys",
		access: "admin",
		makes: true,
		summary: "Create a key. Its secret is only shown in this response",
		body: bodyAs<NewKey>(newKey),
		answer: createdKey,
		handle: async ({ hf, body }) => ({ json: await hf.keys.create(body) }),
	}),
	operation({
		id: "keys.revoke",
		method: "DELETE",
		path: "/v1/keys/:id",
		access: "admin",
		summary: "Revoke a key",
		handle: async ({ hf, params }) => {
			await hf.keys.revoke(params.id ?? "");
			return {};
		},
	}),
];
