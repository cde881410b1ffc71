import type { ReactNode } from "react";
import { Link } from "wouter";
import { factsPath, sessionsPath } from "../../paths.ts";
import { useOverview } from "./use-overview.ts";

function Count({ name, value, aside }: { name: ReactNode; value: number; aside?: string }) {
	return (
		<div className="card counter">
			<span className="soft small">{name}</span>
			<b>{value.toLocaleString()}</b>
			<span className="soft small">{aside ?? "\u00a0"}</span>
		</div>
	);
}

/** How much there is of an agent. */
export function AgentCounts({ id }: { id: string }) {
	const { data } = useOverview();
	if (!data) return null;
	const found = data.find(({ agentId }) => agentId === id);
	return (
		<section className="cards" aria-label="Counters">
			<Count
				name={<Link href={sessionsPath({ agent: id })}>Sessions</Link>}
				value={found?.sessions ?? 0}
				aside={`${(found?.openSessions ?? 0).toLocaleString()} open`}
			/>
			<Count name="Messages" value={found?.messages ?? 0} />
			<Count name={<Link href={factsPath({ agent: id })}>Facts</Link>} value={found?.facts ?? 0} />
			<Count name="Users" value={found?.users ?? 0} aside="with a session" />
		</section>
	);
}
