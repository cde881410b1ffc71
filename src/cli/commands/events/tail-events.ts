import { HoldfastError } from "../../../error/index.ts";
import type { Event } from "../../../event/index.ts";
import type { Holdfast } from "../../../interface.ts";
import type { SessionRef } from "../../../session/index.ts";
import { event } from "../../../wire/event.ts";
import { type Call, streams } from "../../command.ts";
import { findSession, refOf } from "../../find-session.ts";
import { printEvent } from "../../print/events.ts";
import { dim } from "../../screen/screen.ts";
import { readKinds } from "./read-kinds.ts";
import { tail } from "./spec.ts";

export const tailEvents = streams(tail, {
	line: event,
	async *run(call): AsyncGenerator<Event> {
		const { args, options, err, globals, signal } = call;
		const kinds = readKinds(options.kinds);
		const hf = await call.open();
		const { ref, head } = await findFollowed(hf, call);
		const session = hf.session(ref);
		const past = await session.events({ last: options.lines, kinds });
		yield* past;
		if (!options.follow) {
			if (past.length === 0 && !globals.json) err.line("No matching events.");
			return;
		}
		if (err.isTty && !globals.json)
			err.line(
				dim(
					head < 0
						? `Waiting for session ${args.session}. Press Ctrl-C to stop.`
						: "Waiting for new events. Press Ctrl-C to stop.",
				),
			);
		// After the last printed event, which may be newer than the session that was read before.
		const after = Math.max(past.at(-1)?.offset ?? -1, head - 1);
		for await (const one of session.follow({ after, signal }))
			if (kinds === undefined || kinds.includes(one.kind)) yield one;
	},
	show: (one, { out }) => printEvent(out, one),
});

/** The session and its next offset. A session that does not exist yet needs --agent, and has -1. */
async function findFollowed(
	hf: Holdfast,
	{ args, options }: Call<typeof tail>,
): Promise<{ ref: SessionRef; head: number }> {
	const { agent, user, follow } = options;
	try {
		const session = await findSession(hf, args.session, { agent, user });
		return { ref: refOf(session), head: session.head };
	} catch (error) {
		if (!follow || !HoldfastError.isInstance(error) || error.code !== "not_found") throw error;
		if (agent === undefined)
			throw new HoldfastError("not_found", `${error.message}; to wait for it, add --agent`, error.fields);
		const ref = { agentId: agent, sessionId: args.session };
		return { ref: user === undefined || user === "" ? ref : { ...ref, userId: user }, head: -1 };
	}
}
