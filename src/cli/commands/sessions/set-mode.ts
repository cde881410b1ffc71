import { session } from "../../../wire/session.ts";
import { answers } from "../../command.ts";
import { findSession, refOf } from "../../find-session.ts";
import { dim, green } from "../../screen/screen.ts";
import { UsageError } from "../../usage-error.ts";
import { mode } from "./spec.ts";

export const setMode = answers(mode, {
	answer: session,
	async run({ args, options, open }) {
		const wanted = args.mode;
		if (wanted !== "manual" && wanted !== "auto")
			throw new UsageError(
				`mode: must be manual (a human answers) or auto (the agent answers); got "${wanted}"`,
			);
		const hf = await open();
		const ref = refOf(await findSession(hf, args.session, options));
		await hf.session(ref).setMode(wanted, options.by);
		return hf.sessions.get(ref);
	},
	show({ sessionId, agentId, mode: now }, { out, err }) {
		if (now === "auto") {
			out.line(green("✓ "), `Agent ${agentId} answers in session ${sessionId}.`);
			return;
		}
		out.line(green("✓ "), `A human answers in session ${sessionId}. Agent ${agentId} is silent.`);
		err.line(dim(`To answer: holdfast sessions post ${sessionId} "…" --name <you>`));
		err.line(dim(`To hand back: holdfast sessions mode ${sessionId} auto`));
	},
});
