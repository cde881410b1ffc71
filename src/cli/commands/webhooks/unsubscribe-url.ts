import { HoldfastError } from "../../../error/index.ts";
import { endedSubscription } from "../../../wire/cli/webhooks.ts";
import { answers } from "../../command.ts";
import { findSession, refOf } from "../../find-session.ts";
import { green } from "../../screen/screen.ts";
import { UsageError } from "../../usage-error.ts";
import { unsubscribe } from "./spec.ts";

export const unsubscribeUrl = answers(unsubscribe, {
	answer: endedSubscription,
	async run({ args: { which }, options: { session, agent, user }, open }) {
		if (session === undefined && (user !== undefined || agent !== undefined))
			throw new UsageError("--agent and --user need --session");
		const hf = await open();
		if (session === undefined) {
			await hf.webhooks.unsubscribe(which);
			return { ended: which };
		}
		const handle = hf.session(refOf(await findSession(hf, session, { agent, user })));
		if (!(await handle.subscriptions()).some(({ url }) => url === which)) {
			const advice = `\`holdfast webhooks subscriptions --session ${session}\` lists its URLs`;
			throw new HoldfastError("not_found", `the session has no URL ${which}; ${advice}`);
		}
		await handle.unsubscribe({ url: which });
		return { ended: which };
	},
	show({ ended }, { out }) {
		out.line(green("✓ "), `Deleted ${ended}. No more events are sent to it.`);
	},
});
