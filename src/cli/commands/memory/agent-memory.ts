import type { Holdfast } from "../../../interface.ts";
import type { Fact, MemoryScope } from "../../../memory/index.ts";
import { amount } from "../../print/amount.ts";
import { describeOwner, printFacts } from "../../print/facts.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { oneLine } from "../../screen/neutralise.ts";
import { bold, dim, type Screen } from "../../screen/screen.ts";

/** The facts of one owner: a user, all users, or one session. */
interface OwnedFacts {
	scope: Fact["scope"];
	userId?: string;
	sessionId?: string;
	space?: string;
	/** The number of facts of this owner, including those that are not listed. */
	count: number;
	/** The newest facts. */
	facts: Fact[];
}

/** What an agent knows. */
export interface AgentMemory {
	agentId: string;
	/** Active facts of all owners. */
	count: number;
	/** Whether there are more facts than were counted. */
	more: boolean;
	owners: OwnedFacts[];
}

const PAGE = 500;
/** Maximum number of facts that are counted. */
const MOST_COUNTED = 10_000;
/** Maximum number of owners that are printed. The JSON contains all that were counted. */
const MOST_OWNERS = 50;

/** The newest `limit` active facts by owner, with the number of facts of each owner. Facts for all users come first. */
export async function readAgentMemory(
	hf: Holdfast,
	agentId: string,
	scope: MemoryScope,
	limit: number,
): Promise<AgentMemory> {
	const memory = hf.memory(agentId, scope);
	const owners = new Map<string, OwnedFacts>();
	let [count, cursor]: [number, string | undefined] = [0, undefined];
	do {
		const page: Awaited<ReturnType<typeof memory.list>> = await memory.list({ limit: PAGE, cursor });
		for (const one of page.items) {
			const owner = ownerOf(one);
			const key = JSON.stringify(owner);
			const known = owners.get(key) ?? { ...owner, count: 0, facts: [] };
			owners.set(key, known);
			known.count += 1;
			if (count < limit) known.facts.push(one);
			count += 1;
		}
		cursor = page.next;
	} while (cursor !== undefined && count < MOST_COUNTED);
	const rank = ({ scope }: OwnedFacts): number => ["agent", "user", "session"].indexOf(scope);
	const sorted = [...owners.values()].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
	return { agentId, count, more: cursor !== undefined, owners: sorted };
}

const ownerOf = ({ scope, userId, sessionId, space }: Fact): Omit<OwnedFacts, "count" | "facts"> => ({
	scope,
	...(scope === "user" && userId !== undefined && { userId }),
	...(scope === "session" && sessionId !== undefined && { sessionId }),
	...(space !== undefined && { space }),
});

export function printAgentMemory(
	{ agentId, count, more, owners }: AgentMemory,
	{ out, err }: { readonly out: Screen; readonly err: Screen },
): void {
	const all = `${more ? "at least " : ""}${amount(count, "fact")}`;
	printParagraph(out, `${oneLine(agentId)} knows ${all}`, { style: "bold" });
	for (const owner of owners.slice(0, MOST_OWNERS)) {
		out.line("");
		out.line(bold(describeOwner(owner)), dim(`, ${amount(owner.count, "fact")}`));
		printFacts(out, owner.facts);
		const hidden = owner.count - owner.facts.length;
		if (hidden > 0)
			out.line(dim(`  ${owner.facts.length === 0 ? "" : "… and "}${amount(hidden, "older fact")}`));
	}
	if (owners.length > MOST_OWNERS)
		out.line("\n", dim(`… and ${amount(owners.length - MOST_OWNERS, "more owner")}`));
	const shown = owners.reduce((sum, { facts }) => sum + facts.length, 0);
	if (count === 0)
		printParagraph(
			err,
			"Facts are extracted when a session ends (`holdfast memory end <session>`), or added with `holdfast facts write`.",
		);
	else if (more || shown < count)
		printParagraph(
			err,
			`Use --user to show one user. \`holdfast facts ls --agent ${oneLine(agentId)}\` lists all facts page by page.`,
			{ style: "dim" },
		);
}
