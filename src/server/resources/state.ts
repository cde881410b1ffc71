import { HoldfastError } from "../../error/index.ts";
import type { StateDelta } from "../../event/index.ts";
import type { SessionRef } from "../../session/index.ts";
import { type Call, operation } from "../operation.ts";
import { MAX_APPEND_BODY } from "./events.ts";
import { given } from "./given.ts";
import { integer, said, sessionQuery } from "./query.ts";
import { nameOf } from "./select.ts";
import { jsonObject, stateDelta } from "./shapes.ts";

/** The next offset of a session; of one that is not there, the first. */
async function headOf({ hf }: Pick<Call, "hf">, ref: SessionRef): Promise<number> {
	try {
		return (await hf.sessions.get(ref)).head;
	} catch (error) {
		if (HoldfastError.isInstance(error) && error.code === "not_found") return 0;
		throw error;
	}
}

export const state = [
	operation({
		id: "session.state.get",
		method: "GET",
		path: "/v1/sessions/state",
		access: "read",
		summary: "The state that a session sees: its own keys, `user:` and `app:` keys",
		query: sessionQuery.extend({
			asOf: integer
				.optional()
				.meta({ description: "The session's own keys when this offset was the newest" }),
		}),
		answer: jsonObject,
		handle: async (call) => {
			const { asOf, ...selection } = call.query;
			const ref = await nameOf(call, selection);
			const { state } = call.hf.session(ref);
			if (asOf !== undefined) return { json: await state.asOf(asOf) };
			// Before the state: who writes in between makes the tag old, never the state.
			const head = await headOf(call, ref);
			return { json: await state.get(), headers: { etag: `"${head}"` } };
		},
	}),
	operation({
		id: "session.state.set",
		method: "PATCH",
		path: "/v1/sessions/state",
		access: "agent",
		summary:
			"Sets and removes keys of the state, as one event; `If-Match` refuses if something was written since",
		maxBodyBytes: MAX_APPEND_BODY,
		query: sessionQuery,
		body: given<StateDelta>(stateDelta),
		handle: async (call) => {
			const { set, remove, ...more } = call.body;
			const session = call.hf.session(await nameOf(call, call.query));
			const both = set !== undefined && remove !== undefined;
			if (both || Object.keys(more).length > 0 || call.ifMatch !== undefined) {
				const event = { kind: "state", source: "integration", data: {}, stateDelta: call.body } as const;
				await session.append(event, said({ expectedOffset: call.ifMatch }));
			} else if (remove === undefined) await session.state.set(set === undefined ? {} : set);
			else await session.state.remove(...listOf(remove));
			return {};
		},
	}),
];

/** Only a list can be spread; what is in it, the library checks. */
function listOf(keys: readonly string[]): readonly string[] {
	if (Array.isArray(keys)) return keys;
	throw new HoldfastError("invalid", "keys: must be a list of keys");
}
