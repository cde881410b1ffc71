import { session } from "../../../server/resources/shapes.ts";
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
			throw new UsageError(`"${wanted}" is no mode: manual hands over to a human, auto back to the agent`);
		const hf = await open();
		const ref = refOf(await findSession(hf, args.session, options));
		await hf.session(ref).setMode(wanted, options.by);
		return hf.sessions.get(ref);
	},
	show({ sessionId, agentId, mode: now }, { out, err }) {
		if (now === "auto") {
			out.line(green("✓ "), `${agentId} answers in session ${sessionId}`);
			return;
		}
		out.line(green("✓ "), `session ${sessionId} is a human's: ${agentId} stays silent`);
		err.line(dim(`Answer with: holdfast sessions post ${sessionId} "…" --name <you>`));
		err.line(dim(`Hand back with: holdfast sessions mode ${sessionId} auto`));
	},
});
