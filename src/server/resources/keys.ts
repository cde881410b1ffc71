import { z } from "zod";
import { KEY_SCOPES, type NewKey } from "../../access/access.ts";
import { operation } from "../operation.ts";
import { given } from "./given.ts";
import { cursorQuery, said } from "./query.ts";
import { id, keyInfo, page } from "./shapes.ts";

export const keys = [
	operation({
		id: "keys.list",
		method: "GET",
		path: "/v1/keys",
		access: "admin",
		summary: "The keys of the tenant, without their secrets",
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
		summary: "Makes a key, and shows it this once",
		body: given<NewKey>(
			z.strictObject({
				scope: z.enum(KEY_SCOPES),
				tenant: id.optional().meta({ description: "Of which tenant; only the server's own key may say" }),
				name: z.string().optional(),
				expiresInSeconds: z.int().min(1).optional(),
			}),
		),
		answer: keyInfo.extend({ key: z.string() }),
		handle: async ({ hf, body }) => ({ json: await hf.keys.create(body) }),
	}),
	operation({
		id: "keys.revoke",
		method: "DELETE",
		path: "/v1/keys/:id",
		access: "admin",
		summary: "From now on the key is no good",
		handle: async ({ hf, params }) => {
			await hf.keys.revoke(params.id ?? "");
			return {};
		},
	}),
];
