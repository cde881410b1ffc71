import { event } from "../../../wire/event.ts";
import { answers } from "../../command.ts";
import { findSession, refOf } from "../../find-session.ts";
import { dim, green } from "../../screen/screen.ts";
import { UsageError } from "../../usage-error.ts";
import { post } from "./spec.ts";

export const postMessage = answers(post, {
	answer: event,
	async run({ args, options, open, err, globals }) {
		const { name } = options;
		if (name === undefined || name === "")
			throw new UsageError("--name is required: the name that the user sees");
		if (args.text.trim() === "") throw new UsageError("the text is empty");
		const hf = await open();
		const session = await findSession(hf, args.session, options);
		const posted = await hf.session(refOf(session)).postAsHuman({ content: args.text, displayName: name });
		if (session.mode === "auto" && !globals.json)
			err.line(
				dim(
					`Agent ${session.agentId} still answers in this session. To take over: \`holdfast sessions mode ${session.sessionId} manual\``,
				),
			);
		return posted;
	},
	show: ({ offset }, { out, options }) =>
		out.line(green("✓ "), `Sent as ${options.name ?? ""}, offset ${offset}.`),
});
