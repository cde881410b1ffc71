import { subscriptionItem } from "../../../wire/cli/webhooks.ts";
import { answers } from "../../command.ts";
import { findSession, refOf } from "../../find-session.ts";
import { dim, green } from "../../screen/screen.ts";
import { UsageError } from "../../usage-error.ts";
import { subscribe } from "./spec.ts";
import { coverText, filterText, type SubscriptionItem } from "./subscription-item.ts";

export const subscribeUrl = answers(subscribe, {
	answer: subscriptionItem,
	async run({
		args: { url },
		options: { session, agent, user, event: events, id },
		open,
	}): Promise<SubscriptionItem> {
		if (session !== undefined && id !== undefined)
			throw new UsageError("--id and --session cannot be combined: a URL of a session has no id");
		if (session === undefined && user !== undefined) throw new UsageError("--user needs --session");
		const hf = await open();
		if (session === undefined) return hf.webhooks.subscribe({ url, agentId: agent, events, id });
		const handle = hf.session(refOf(await findSession(hf, session, { agent, user })));
		await handle.subscribe({ url, events });
		const made = (await handle.subscriptions()).find((one) => one.url === url);
		return made ?? { url, createdAt: new Date().toISOString() };
	},
	show(made, { out, err, options: { session } }) {
		const whose = session === undefined ? coverText(made.agentId) : `session ${session}`;
		out.line(green("✓ "), `Sending events of ${whose} to ${made.url}: ${filterText(made.events)}.`);
		if (made.id !== undefined) err.line(dim(`Subscription ${made.id}.`));
	},
});
