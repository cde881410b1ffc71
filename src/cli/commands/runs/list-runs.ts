import type { Run } from "../../../turn/index.ts";
import { page } from "../../../wire/page.ts";
import { run } from "../../../wire/run.ts";
import { answers, type Call } from "../../command.ts";
import { findSession, refOf } from "../../find-session.ts";
import { contentText } from "../../print/event-text.ts";
import { type FittingColumn, fitColumns } from "../../print/fit-columns.ts";
import { printNext } from "../../print/next-page.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { tookBetween } from "../../print/took.ts";
import { ago } from "../../screen/ago.ts";
import { printTable } from "../../screen/table.ts";
import { UsageError } from "../../usage-error.ts";
import { ls } from "./spec.ts";

const COLUMNS: readonly FittingColumn<Run>[] = [
	{ title: "RUN", value: ({ id }) => id, style: "bold" },
	{ title: "STATUS", value: ({ status }) => status },
	{ title: "STARTED", value: ({ createdAt }) => ago(createdAt) },
	{
		title: "DURATION",
		value: ({ startedAt, endedAt }) => tookBetween(startedAt, endedAt),
		align: "right",
		spare: 4,
	},
	{ title: "AGENT", value: ({ agentId }) => agentId, shrinks: true, spare: 2 },
	{ title: "SESSION", value: ({ sessionId }) => sessionId, shrinks: true, spare: 1 },
	{
		title: "INPUT",
		value: ({ input, error }) => error?.message ?? (input === undefined ? "" : contentText(input)),
		shrinks: true,
		spare: 3,
	},
];

async function filterOf({ options, open }: Call<typeof ls>) {
	const { session, agent, user } = options;
	if (session !== undefined) return refOf(await findSession(await open(), session, { agent, user }));
	if (user === "") throw new UsageError('--user "" needs --session');
	return { ...(agent !== undefined && { agentId: agent }), ...(user !== undefined && { userId: user }) };
}

export const listRuns = answers(ls, {
	answer: page(run),
	async run(call) {
		const { status, limit, cursor } = call.options;
		const filter = await filterOf(call);
		return (await call.open()).runs.list({ ...filter, status, limit, cursor });
	},
	show({ items, next }, { out, err }) {
		if (items.length === 0) {
			printParagraph(err, "No matching runs. To start one: `holdfast chat` or `holdfast run`.");
			return;
		}
		printTable(out, fitColumns(out, COLUMNS, items), items);
		printNext(err, next);
	},
});
