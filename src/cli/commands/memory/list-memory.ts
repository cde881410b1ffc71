import type { AgentOverview } from "../../../overview.ts";
import type { Page, Session } from "../../../session/index.ts";
import { memoryList } from "../../../wire/cli/memory.ts";
import { answers, type Call } from "../../command.ts";
import { type Consolidation, consolidationText, readConsolidations } from "../../consolidation.ts";
import { sessionFilter } from "../../find-session.ts";
import { type FittingColumn, fitColumns } from "../../print/fit-columns.ts";
import { printNext } from "../../print/next-page.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { ago } from "../../screen/ago.ts";
import { printTable } from "../../screen/table.ts";
import { UsageError } from "../../usage-error.ts";
import { ls } from "./spec.ts";

type Listed = Session & { consolidation: Consolidation };
type Answer = { items: AgentOverview[] } | Page<Listed>;

const isOfSessions = (answer: Answer): answer is Page<Listed> =>
	answer.items.some((item) => "sessionId" in item);

const AGENTS: readonly FittingColumn<AgentOverview>[] = [
	{ title: "AGENT", value: ({ agentId }) => agentId, style: "bold" },
	{ title: "SESSIONS", value: ({ sessions }) => sessions, align: "right" },
	{ title: "OPEN", value: ({ openSessions }) => openSessions, align: "right", spare: 2 },
	{ title: "MESSAGES", value: ({ messages }) => messages, align: "right" },
	{ title: "FACTS", value: ({ factsByStatus }) => factsByStatus.active, align: "right" },
	{
		title: "TO REVIEW",
		value: ({ factsByStatus }) => factsByStatus.quarantined,
		align: "right",
		spare: 4,
	},
	{
		title: "SUPERSEDED",
		value: ({ factsByStatus }) => factsByStatus.superseded,
		align: "right",
		spare: 5,
	},
	{ title: "USERS", value: ({ users }) => users, align: "right", spare: 3 },
	{ title: "UPDATED", value: ({ updatedAt }) => ago(updatedAt), spare: 1 },
];

const SESSIONS: readonly FittingColumn<Listed>[] = [
	// Never cut: it is what you type next.
	{ title: "SESSION", value: ({ sessionId }) => sessionId, style: "bold" },
	{ title: "USER", value: ({ userId }) => userId, shrinks: true },
	{ title: "MESSAGES", value: ({ messageCount }) => messageCount, align: "right", spare: 2 },
	{ title: "CONSOLIDATION", value: ({ consolidation }) => consolidationText(consolidation), spare: 1 },
	{ title: "UPDATED", value: ({ updatedAt }) => ago(updatedAt) },
	{ title: "TITLE", value: ({ title }) => title, shrinks: true, spare: 3 },
];

async function listSessions({ options, open }: Call<typeof ls>): Promise<Page<Listed>> {
	const hf = await open();
	const { limit, cursor } = options;
	const found = await hf.sessions.list({ ...sessionFilter(options), order: "updated", limit, cursor });
	const consolidationOf = await readConsolidations(hf);
	const items = found.items.map((one) => ({ ...one, consolidation: consolidationOf(one) }));
	return { ...found, items };
}

export const listMemory = answers(ls, {
	answer: memoryList,
	async run(call): Promise<Answer> {
		const { agent, cursor } = call.options;
		if (agent !== undefined) return listSessions(call);
		if (cursor !== undefined)
			throw new UsageError("--cursor needs --agent: the list of agents has only one page");
		return { items: await (await call.open()).overview() };
	},
	show(answer, { options, out, err }) {
		const { agent } = options;
		if (answer.items.length === 0) {
			printParagraph(
				err,
				agent === undefined
					? "No agent has memory yet. Start with `holdfast chat`."
					: `No matching sessions of agent ${agent}. \`holdfast memory ls\` lists the agents that have memory.`,
			);
			return;
		}
		if (isOfSessions(answer)) {
			printTable(out, fitColumns(out, SESSIONS, answer.items), answer.items);
			printNext(err, answer.next);
		} else printTable(out, fitColumns(out, AGENTS, answer.items), answer.items);
	},
});
