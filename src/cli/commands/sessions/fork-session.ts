import { HoldfastError } from "../../../error/index.ts";
import { session } from "../../../wire/session.ts";
import { answers } from "../../command.ts";
import { findSession, refOf } from "../../find-session.ts";
import { green } from "../../screen/screen.ts";
import { fork } from "./spec.ts";

export const forkSession = answers(fork, {
	answer: session,
	async run({ args, options, open }) {
		const hf = await open();
		const source = await findSession(hf, args.session, options);
		const offset = options.at ?? source.head - 1;
		if (offset < 0) throw new HoldfastError("invalid", `session "${source.sessionId}" has no events to copy`);
		const userId = options.toUser ?? source.userId;
		const to = {
			agentId: source.agentId,
			...(userId !== undefined && { userId }),
			...(options.to !== undefined && { sessionId: options.to }),
		};
		return hf.sessions.fork(refOf(source), { offset }, to);
	},
	show({ sessionId, eventCount }, { out, args }) {
		out.line(green("✓ "), `Created session ${sessionId} with ${eventCount} events of ${args.session}.`);
	},
});
