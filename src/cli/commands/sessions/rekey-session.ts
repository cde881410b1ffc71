import { session } from "../../../wire/session.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { findSession, refOf } from "../../find-session.ts";
import { amount } from "../../print/amount.ts";
import { green } from "../../screen/screen.ts";
import { UsageError } from "../../usage-error.ts";
import { rekey } from "./spec.ts";

export const rekeySession = answers(rekey, {
	answer: session,
	async run({ args, options, open, confirm, target }) {
		const { toUser, toSession, merge } = options;
		if (toUser === undefined && toSession === undefined)
			throw new UsageError("add --to-user, --to-session or both");
		const hf = await open();
		const source = await findSession(hf, args.session, options);
		const to = {
			...(toUser !== undefined && { userId: toUser }),
			...(toSession !== undefined && { sessionId: toSession }),
		};
		if (merge) {
			const name = [toSession ?? source.sessionId, toUser === undefined ? "" : ` of ${toUser}`].join("");
			const what = `session ${source.sessionId} (${amount(source.eventCount, "event")})`;
			await confirm(`Append ${what} to session ${name}, if it exists, on ${describeTarget(await target())}?`);
		}
		return hf.sessions.rekey(refOf(source), to, { onConflict: merge ? "merge" : "refuse" });
	},
	show({ sessionId, agentId, userId }, { out, args }) {
		const whose = userId === undefined ? "" : `, user ${userId}`;
		out.line(green("✓ "), `Session ${args.session} is now session ${sessionId} of agent ${agentId}${whose}.`);
	},
});
