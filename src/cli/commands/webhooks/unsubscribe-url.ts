import { z } from "zod";
import { HoldfastError } from "../../../error/index.ts";
import { answers } from "../../command.ts";
import { findSession, refOf } from "../../find-session.ts";
import { green } from "../../screen/screen.ts";
import { UsageError } from "../../usage-error.ts";
import { unsubscribe } from "./spec.ts";

export const unsubscribeUrl = answers(unsubscribe, {
	answer: z.object({
		ended: z.string().meta({ description: "The id of the subscription, or the URL of the session" }),
	}),
	async run({ args: { which }, options: { session, agent, user }, open }) {
		if (session === undefined && (user !== undefined || agent !== undefined))
			throw new UsageError("--agent and --user say which --session is meant: name the session, too");
		const hf = await open();
		if (session === undefined) {
			await hf.webhooks.unsubscribe(which);
			return { ended: which };
		}
		const handle = hf.session(refOf(await findSession(hf, session, { agent, user })));
		if (!(await handle.subscriptions()).some(({ url }) => url === which)) {
			const advice = `\`holdfast webhooks subscriptions --session ${session}\` lists its URLs`;
			throw new HoldfastError("not_found", `the session has not subscribed ${which}; ${advice}`);
		}
		await handle.unsubscribe({ url: which });
		return { ended: which };
	},
	show({ ended }, { out }) {
		out.line(green("✓ "), `Nothing more is sent for ${ended}.`);
	},
});
