import { operation } from "../operation.ts";
import { cursorQuery, idOf, idQuery, said } from "./query.ts";
import { page, receipt } from "./shapes.ts";
import { spaceInfo } from "./shapes-memory.ts";

export const spaces = [
	operation({
		id: "spaces.list",
		method: "GET",
		path: "/v1/spaces",
		access: "read",
		summary: "Memories that several agents share",
		query: cursorQuery,
		answer: page(spaceInfo),
		handle: async ({ hf, query }) => ({ json: await hf.spaces.list(said(query)) }),
	}),
	operation({
		id: "spaces.delete",
		method: "DELETE",
		path: "/v1/spaces/:id",
		access: "agent",
		summary: "Removes all facts of a space",
		long: true,
		query: idQuery,
		answer: receipt,
		handle: async (call) => ({ json: await call.hf.spaces.delete(idOf(call)) }),
	}),
];
