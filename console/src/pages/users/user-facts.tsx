import { useQuery } from "@tanstack/react-query";
import type { Fact, FactsByStatus } from "holdfast";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Card } from "../../parts/card.tsx";
import { addCounts, factWords } from "../../parts/fact-counts.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { Said } from "../../parts/text.tsx";
import { factPath, factsPath } from "../../paths.ts";
import { useUserSessions } from "./use-user-sessions.ts";

/** The number of facts to show per agent, and of agents to check. */
const SHOWN = 10;
const ASKED = 20;
/** The maximum number of facts to count per agent. */
const COUNTED = 200;

interface Known {
	agentId: string;
	facts: Fact[];
	hasMore: boolean;
	counts: FactsByStatus;
	/** There are more facts than were counted. */
	isPart: boolean;
}

/** The facts of each agent about the user. Facts of a shared space are listed with the first agent that uses it. */
export function UserFacts({ id }: { id: string }) {
	const hf = useHf();
	const sessions = useUserSessions(id);
	const spoken = [...new Set((sessions.data?.items ?? []).map(({ agentId }) => agentId))].sort();
	const known = useQuery({
		queryKey: ["facts", "of-user", id, spoken],
		enabled: !sessions.isPending,
		refetchInterval: 15_000,
		queryFn: async (): Promise<{ known: Known[]; unasked: number }> => {
			// Also agents that have facts but no session with this user.
			const [overview, { items: defined }] = await Promise.all([hf.overview(), hf.agents.list()]);
			const others = overview.filter(({ facts }) => facts > 0).map(({ agentId }) => agentId);
			const sharing = defined
				.filter(({ memory }) => memory && memory.space !== undefined)
				.map((one) => one.id);
			const agents = [...new Set([...spoken, ...others, ...sharing])];
			const asked = agents.slice(0, ASKED);
			const counted = await Promise.all(
				asked.map((agentId) =>
					hf
						.memory(agentId, { userId: id, everybody: true })
						.list({ scope: "user", status: "all", limit: COUNTED }),
				),
			);
			const pages = await Promise.all(
				asked.map((agentId) =>
					hf.memory(agentId, { userId: id, everybody: true }).list({ scope: "user", limit: SHOWN }),
				),
			);
			const seen = new Set<string>();
			const found = asked.map((agentId, index): Known => {
				const page = pages[index];
				const all = counted[index];
				const isNew = ({ id: fact }: Fact): boolean => !seen.has(fact);
				const facts = (page?.items ?? []).filter(isNew);
				const counts = addCounts(
					(all?.items ?? []).filter(isNew).map(({ status }) => ({ ...addCounts([]), [status]: 1 })),
				);
				for (const { id: fact } of [...facts, ...(all?.items ?? [])]) seen.add(fact);
				return { agentId, facts, hasMore: page?.next !== undefined, counts, isPart: all?.next !== undefined };
			});
			return {
				known: found.filter(({ facts, counts }) => facts.length > 0 || counts.quarantined > 0),
				unasked: agents.length - asked.length,
			};
		},
	});
	return (
		<Card title="Facts" aside={<Link href={factsPath({ user: id })}>All facts</Link>}>
			<Loaded query={known}>
				{(answer) => (
					<>
						{answer.known.length === 0 && <Empty>No facts about this user yet.</Empty>}
						{answer.known.map((one) => (
							<AgentFacts key={one.agentId} user={id} {...one} />
						))}
						{answer.unasked > 0 && (
							<p className="soft small">{answer.unasked.toLocaleString()} more agents were not checked.</p>
						)}
					</>
				)}
			</Loaded>
		</Card>
	);
}

function AgentFacts({ user, agentId, facts, hasMore, counts, isPart }: Known & { user: string }) {
	return (
		<div className="stack user-agent">
			<h3>
				<bdi>{agentId}</bdi>{" "}
				<span className="soft small">
					{isPart && "more than "}
					{factWords(counts)}
				</span>
			</h3>
			<ul className="plain-list user-rows">
				{facts.map((fact) => (
					<li key={fact.id} className="row">
						<Link href={factPath(agentId, fact.id)} className="grows">
							<Said>{fact.content}</Said>
						</Link>
						{fact.pinned && <Badge tone="accent">pinned</Badge>}
						<Badge>{fact.kind}</Badge>
					</li>
				))}
			</ul>
			<p className="small">
				<Link href={factsPath({ agent: agentId, user })}>
					{hasMore ? "All facts of " : "Search facts of "}
					<bdi>{agentId}</bdi> about this user
				</Link>
			</p>
		</div>
	);
}
