import { spaceInfo } from "../../wire/overview.ts";
import { page } from "../../wire/page.ts";
import { cursorQuery, idQuery } from "../../wire/query.ts";
import { receipt } from "../../wire/receipt.ts";
import { operation } from "../operation.ts";
import { idOf, said } from "./query.ts";

export const spaces = [
	operation({
		id: "spaces.list",
		method: "GET",
		path: "/v1/spaces",
		access: "read",
		summary: "List the memory spaces that several agents share",
		query: cursorQuery,
		answer: page(spaceInfo),
		handle: async ({ hf, query }) => ({ json: await hf.spaces.list(said(query)) }),
	}),
	operation({
		id: "spaces.delete",
		method: "DELETE",
		path: "/v1/spaces/:id",
		access: "agent",
		summary: "Delete all facts of a space",
		long: true,
		query: idQuery,
		answer: receipt,
		handle: async (call) => ({ json: await call.hf.spaces.delete(idOf(call)) }),
	}),
];
