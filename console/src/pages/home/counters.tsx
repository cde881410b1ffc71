import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { PAGES } from "../../paths.ts";
import { EVERY } from "./every.ts";

function Counter({ name, value, aside }: { name: ReactNode; value: number; aside?: string }) {
	return (
		<div className="card counter">
			<span className="soft small">{name}</span>
			<b>{value.toLocaleString()}</b>
			<span className="soft small">{aside ?? "\u00a0"}</span>
		</div>
	);
}

/** How much there is, of all agents together. */
export function Counters() {
	const hf = useHf();
	const overview = useQuery({
		queryKey: ["overview"],
		queryFn: () => hf.overview(),
		refetchInterval: EVERY,
	});
	const running = useQuery({
		queryKey: ["runs", "open"],
		queryFn: async () => (await hf.runs.list({ status: ["running", "pending"], limit: 100 })).items.length,
		refetchInterval: EVERY,
	});
	return (
		<Loaded query={overview}>
			{(agents) => {
				const sum = (pick: (agent: (typeof agents)[number]) => number): number =>
					agents.reduce((total, agent) => total + pick(agent), 0);
				return (
					<section className="cards" aria-label="Counters">
						<Counter name={<Link href={PAGES.agents}>Agents in use</Link>} value={agents.length} />
						<Counter
							name={<Link href={PAGES.sessions}>Sessions</Link>}
							value={sum(({ sessions }) => sessions)}
							aside={`${sum(({ openSessions }) => openSessions).toLocaleString()} open`}
						/>
						<Counter name="Messages" value={sum(({ messages }) => messages)} />
						<Counter name={<Link href={PAGES.facts}>Facts</Link>} value={sum(({ facts }) => facts)} />
						<Counter
							name={<Link href={PAGES.runs}>Runs under way</Link>}
							value={running.data ?? 0}
							{...(running.data === 100 && { aside: "or more" })}
						/>
					</section>
				);
			}}
		</Loaded>
	);
}
