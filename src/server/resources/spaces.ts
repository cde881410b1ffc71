import { z } from "zod";
import { operation } from "../operation.ts";
import { idOf, idQuery } from "./query.ts";
import { list, receipt } from "./shapes.ts";

export const spaces = [
	operation({
		id: "spaces.list",
		method: "GET",
		path: "/v1/spaces",
		access: "read",
		summary: "Memories that several agents share",
		answer: list(z.object({ name: z.string(), facts: z.int() })),
		handle: async ({ hf }) => ({ json: { items: await hf.spaces.list() } }),
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
