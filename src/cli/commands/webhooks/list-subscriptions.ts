import type { Page } from "../../../session/index.ts";
import { subscriptionItem } from "../../../wire/cli/webhooks.ts";
import { page } from "../../../wire/page.ts";
import { answers } from "../../command.ts";
import { findSession, refOf } from "../../find-session.ts";
import { type FittingColumn, fitColumns } from "../../print/fit-columns.ts";
import { printNext } from "../../print/next-page.ts";
import { ago } from "../../screen/ago.ts";
import { printTable } from "../../screen/table.ts";
import { UsageError } from "../../usage-error.ts";
import { subscriptions } from "./spec.ts";
import { coverText, filterText, type SubscriptionItem } from "./subscription-item.ts";

const ID: FittingColumn<SubscriptionItem> = { title: "ID", value: ({ id }) => id, style: "bold" };
const COVERS: FittingColumn<SubscriptionItem> = {
	title: "SCOPE",
	value: ({ agentId }) => coverText(agentId),
};
const COLUMNS: readonly FittingColumn<SubscriptionItem>[] = [
	{ title: "EVENTS", value: ({ events }) => filterText(events), shrinks: true },
	{ title: "CREATED", value: ({ createdAt }) => ago(createdAt), spare: 1 },
	{ title: "URL", value: ({ url }) => url, shrinks: true },
];

export const listSubscriptions = answers(subscriptions, {
	answer: page(subscriptionItem),
	async run({ options: { session, agent, user, limit, cursor }, open }): Promise<Page<SubscriptionItem>> {
		if (session === undefined && user !== undefined) throw new UsageError("--user needs --session");
		const hf = await open();
		if (session === undefined) return hf.webhooks.subscriptions({ agentId: agent, limit, cursor });
		const handle = hf.session(refOf(await findSession(hf, session, { agent, user })));
		return { items: await handle.subscriptions() };
	},
	show({ items, next }, { out, err, options: { session } }) {
		if (items.length === 0) {
			err.line(session === undefined ? "No subscriptions." : "The session has no URLs.");
			return;
		}
		const columns = session === undefined ? [ID, COVERS, ...COLUMNS] : COLUMNS;
		printTable(out, fitColumns(out, columns, items), items);
		printNext(err, next);
	},
});
