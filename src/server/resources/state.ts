import { HoldfastError } from "../../error/index.ts";
import type { StateDelta } from "../../event/index.ts";
import type { SessionRef } from "../../session/index.ts";
import { stateDelta } from "../../wire/patch.ts";
import { sessionQuery } from "../../wire/query.ts";
import { stateQuery } from "../../wire/session-query.ts";
import { jsonObject } from "../../wire/value.ts";
import { type Call, operation } from "../operation.ts";
import { bodyAs } from "./body-as.ts";
import { MAX_APPEND_BODY } from "./events.ts";
import { said } from "./query.ts";
import { nameOf } from "./select.ts";

/** The next offset of a session; 0 if it does not exist. */
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
		summary: "Get the state that a session sees: its own keys, `user:` and `app:` keys",
		query: stateQuery,
		answer: jsonObject,
		handle: async (call) => {
			const { asOf, ...selection } = call.query;
			const ref = await nameOf(call, selection);
			const { state } = call.hf.session(ref);
			if (asOf !== undefined) return { json: await state.asOf(asOf) };
			// Read before the state: a write in between makes the ETag old, never the state.
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
			"Set and remove state keys as one event. With `If-Match`, rejected if the session was written since",
		maxBodyBytes: MAX_APPEND_BODY,
		query: sessionQuery,
		body: bodyAs<StateDelta>(stateDelta),
		handle: async (call) => {
			const { set, remove } = call.body;
			const session = call.hf.session(await nameOf(call, call.query));
			const both = set !== undefined && remove !== undefined;
			if (both || call.ifMatch !== undefined) {
				const event = { kind: "state", source: "integration", data: {}, stateDelta: call.body } as const;
				await session.append(event, said({ expectedOffset: call.ifMatch }));
			} else if (remove === undefined) await session.state.set(set === undefined ? {} : set);
			else await session.state.remove(...remove);
			return {};
		},
	}),
];
