import { useQuery } from "@tanstack/react-query";
import type { Fact } from "holdfast";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Card } from "../../parts/card.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { Said } from "../../parts/text.tsx";
import { factPath, factsPath } from "../../paths.ts";
import { useUserSessions } from "./use-user-sessions.ts";

/** Facts of one agent that are shown, and agents that are asked. */
const SHOWN = 10;
const ASKED = 20;

interface Known {
	agentId: string;
	facts: Fact[];
	hasMore: boolean;
}

/** What each agent knows about the user. A fact of a shared memory stands with the first agent that reads it. */
export function UserFacts({ id }: { id: string }) {
	const hf = useHf();
	const sessions = useUserSessions(id);
	const spoken = [...new Set((sessions.data?.items ?? []).map(({ agentId }) => agentId))].sort();
	const known = useQuery({
		queryKey: ["facts", "of-user", id, spoken],
		enabled: !sessions.isPending,
		refetchInterval: 15_000,
		queryFn: async (): Promise<{ known: Known[]; unasked: number }> => {
			// Also those that know somebody without having talked to them.
			const others = (await hf.overview()).filter(({ facts }) => facts > 0).map(({ agentId }) => agentId);
			const agents = [...new Set([...spoken, ...others])];
			const asked = agents.slice(0, ASKED);
			const pages = await Promise.all(
				asked.map((agentId) =>
					hf.memory(agentId, { userId: id, everybody: true }).list({ scope: "user", limit: SHOWN }),
				),
			);
			const seen = new Set<string>();
			const found = asked.map((agentId, index): Known => {
				const page = pages[index];
				const facts = (page?.items ?? []).filter((fact) => !seen.has(fact.id));
				for (const fact of facts) seen.add(fact.id);
				return { agentId, facts, hasMore: page?.next !== undefined };
			});
			return { known: found.filter(({ facts }) => facts.length > 0), unasked: agents.length - asked.length };
		},
	});
	return (
		<Card title="Facts" aside={<Link href={factsPath({ user: id })}>All facts</Link>}>
			<Loaded query={known}>
				{(answer) => (
					<>
						{answer.known.length === 0 && <Empty>No agent knows anything about this user.</Empty>}
						{answer.known.map((one) => (
							<AgentFacts key={one.agentId} user={id} {...one} />
						))}
						{answer.unasked > 0 && (
							<p className="soft small">{answer.unasked.toLocaleString()} more agents were not asked.</p>
						)}
					</>
				)}
			</Loaded>
		</Card>
	);
}

function AgentFacts({ user, agentId, facts, hasMore }: Known & { user: string }) {
	return (
		<div className="stack user-agent">
			<h3>
				<bdi>{agentId}</bdi>
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
					{hasMore ? "All that " : "Search what "}
					<bdi>{agentId}</bdi> knows about this user
				</Link>
			</p>
		</div>
	);
}
