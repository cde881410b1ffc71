import { delivery, page } from "../../../server/resources/shapes.ts";
import { answers } from "../../command.ts";
import { ago } from "../../screen/ago.ts";
import { dim } from "../../screen/screen.ts";
import { printTable } from "../../screen/table.ts";
import { UsageError } from "../../usage-error.ts";
import { ls } from "./spec.ts";

export const listDeliveries = answers(ls, {
	answer: page(delivery),
	async run({ options: { dead, status, limit, cursor }, open }) {
		if (dead && status === "active") throw new UsageError("--dead and --status active exclude each other");
		const { webhooks } = await open();
		return webhooks.list({ status: dead ? "dead" : status, limit, cursor });
	},
	show({ items, next }, { out, err, options }) {
		if (items.length === 0) {
			const only = options.dead ? "dead" : options.status;
			err.line(
				only === undefined ? "No session has subscribed a URL to its events." : `No deliveries are ${only}.`,
			);
			return;
		}
		printTable(
			out,
			[
				{ title: "AGENT", value: ({ session }) => session.agentId, shrinks: true },
				{ title: "SESSION", value: ({ session }) => session.sessionId, style: "bold", shrinks: true },
				{ title: "STATUS", value: ({ status }) => status },
				{ title: "OWED", value: ({ pending }) => pending, align: "right" },
				{ title: "TRIES", value: ({ attempts }) => attempts, align: "right" },
				{ title: "FAILING", value: ({ failingSince }) => ago(failingSince) },
				{ title: "URL", value: ({ url }) => url, shrinks: true },
				{ title: "ERROR", value: ({ error }) => error, shrinks: true },
			],
			items,
		);
		if (next !== undefined) err.line(dim(`There are more: add --cursor ${next}`));
	},
});
