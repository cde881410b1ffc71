import { Link } from "wouter";
import { Counter } from "../../parts/counter.tsx";
import { besideWords } from "../../parts/fact-counts.ts";
import { useSpaces } from "../../parts/use-spaces.ts";
import { factsPath, sessionsPath } from "../../paths.ts";
import { useOverview } from "./use-overview.ts";

/** The counts of an agent. `space`: the shared space that it uses. */
export function AgentCounts({ id, space }: { id: string; space: string | undefined }) {
	const { data } = useOverview();
	const spaces = useSpaces(10_000);
	if (!data) return null;
	const found = data.find(({ agentId }) => agentId === id);
	const shared = spaces.data?.find(({ name }) => name === space);
	return (
		<section className="cards" aria-label="Counters">
			<Counter
				name={<Link href={sessionsPath({ agent: id })}>Sessions</Link>}
				value={found?.sessions ?? 0}
				aside={`${(found?.openSessions ?? 0).toLocaleString()} open`}
			/>
			<Counter name="Messages" value={found?.messages ?? 0} />
			<Counter
				name={<Link href={factsPath({ agent: id })}>Active facts</Link>}
				value={found?.factsByStatus.active ?? 0}
				aside={found && besideWords(found.factsByStatus)}
			/>
			{space !== undefined && (
				<Counter
					name={
						<>
							Active facts in shared space <bdi>{space}</bdi>
						</>
					}
					value={shared?.factsByStatus.active ?? 0}
					aside={shared && besideWords(shared.factsByStatus)}
				/>
			)}
			<Counter name="Users" value={found?.users ?? 0} aside="with a session" />
		</section>
	);
}
