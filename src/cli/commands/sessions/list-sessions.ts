import type { Session } from "../../../session/index.ts";
import { page } from "../../../wire/page.ts";
import { session } from "../../../wire/session.ts";
import { answers } from "../../command.ts";
import { sessionFilter } from "../../find-session.ts";
import { type FittingColumn, fitColumns } from "../../print/fit-columns.ts";
import { printNext } from "../../print/next-page.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { ago } from "../../screen/ago.ts";
import { printTable } from "../../screen/table.ts";
import { UsageError } from "../../usage-error.ts";
import { ls } from "./spec.ts";

const COLUMNS: readonly FittingColumn<Session>[] = [
	{ title: "SESSION", value: ({ sessionId }) => sessionId, style: "bold" },
	{ title: "TITLE", value: ({ title }) => title, shrinks: true, spare: 1 },
	{ title: "AGENT", value: ({ agentId }) => agentId, shrinks: true, spare: 2 },
	{ title: "USER", value: ({ userId }) => userId, shrinks: true, spare: 3 },
	{ title: "MESSAGES", value: ({ messageCount }) => messageCount, align: "right", spare: 4 },
	{ title: "UPDATED", value: ({ updatedAt }) => ago(updatedAt) },
	{ title: "STATUS", value: standing, spare: 5 },
];

/** `open` or `ended`, and `manual` if a human has taken over. */
export function standing({ mode, endedAt }: Session): string {
	return [endedAt === undefined ? "open" : "ended", ...(mode === "manual" ? ["manual"] : [])].join(", ");
}

export const listSessions = answers(ls, {
	answer: page(session),
	async run({ options, open }) {
		const { mode, externalId, order, limit, cursor, ended } = options;
		if (ended && options.open) throw new UsageError("--open and --ended cannot be combined");
		return (await open()).sessions.list({
			...sessionFilter(options),
			mode,
			externalId,
			limit,
			cursor,
			order,
			...((ended || options.open) && { ended }),
		});
	},
	show({ items, next }, { out, err }) {
		if (items.length === 0) {
			printParagraph(err, "No matching sessions. To start one: `holdfast chat`.");
			return;
		}
		printTable(out, fitColumns(out, COLUMNS, items), items);
		printNext(err, next);
	},
});
