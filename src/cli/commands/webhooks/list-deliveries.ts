import type { Delivery } from "../../../webhook/webhooks.ts";
import { page } from "../../../wire/page.ts";
import { delivery } from "../../../wire/webhook.ts";
import { answers } from "../../command.ts";
import { type FittingColumn, fitColumns } from "../../print/fit-columns.ts";
import { printNext } from "../../print/next-page.ts";
import { isWide, printErrors } from "../../print/told-errors.ts";
import { ago } from "../../screen/ago.ts";
import { printTable } from "../../screen/table.ts";
import { UsageError } from "../../usage-error.ts";
import { ls } from "./spec.ts";

const COLUMNS: readonly FittingColumn<Delivery>[] = [
	{ title: "AGENT", value: ({ session }) => session.agentId, shrinks: true },
	{ title: "SESSION", value: ({ session }) => session.sessionId, style: "bold" },
	{ title: "STATUS", value: ({ status }) => status },
	{ title: "PENDING", value: ({ pending }) => pending, align: "right", spare: 1 },
	{ title: "ATTEMPTS", value: ({ attempts }) => attempts, align: "right", spare: 3 },
	{ title: "FAILING SINCE", value: ({ failingSince }) => ago(failingSince), spare: 2 },
	{ title: "URL", value: ({ url }) => url, shrinks: true },
];
const ERROR: FittingColumn<Delivery> = { title: "ERROR", value: ({ error }) => error, shrinks: true };

export const listDeliveries = answers(ls, {
	answer: page(delivery),
	async run({ options: { dead, status, limit, cursor }, open }) {
		if (dead && status === "active") throw new UsageError("--dead and --status active cannot be combined");
		const { webhooks } = await open();
		return webhooks.list({ status: dead ? "dead" : status, limit, cursor });
	},
	show({ items, next }, { out, err, options }) {
		if (items.length === 0) {
			const only = options.dead ? "dead" : options.status;
			err.line(
				only === undefined
					? "No deliveries: no session has a URL, and no subscription has pending events."
					: `No deliveries with status ${only}.`,
			);
			return;
		}
		printTable(out, fitColumns(out, isWide(out) ? [...COLUMNS, ERROR] : COLUMNS, items), items);
		const errors = items.map(({ error }) => error);
		if (!isWide(out)) printErrors(out, errors);
		printNext(err, next);
	},
});
