import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Counter } from "../../parts/counter.tsx";
import { addCounts, besideWords } from "../../parts/fact-counts.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useSpaces } from "../../parts/use-spaces.ts";
import { PAGES } from "../../paths.ts";
import { EVERY } from "./every.ts";

/** Counts over all agents. */
export function Counters() {
	const hf = useHf();
	const overview = useQuery({
		queryKey: ["overview"],
		queryFn: () => hf.overview(),
		refetchInterval: EVERY,
	});
	const spaces = useSpaces(EVERY);
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
				const shared = (spaces.data ?? []).map(({ factsByStatus }) => factsByStatus);
				const facts = addCounts([...agents.map(({ factsByStatus }) => factsByStatus), ...shared]);
				const inSpaces = addCounts(shared).active;
				return (
					<section className="cards" aria-label="Counters">
						<Counter name={<Link href={PAGES.agents}>Agents with data</Link>} value={agents.length} />
						<Counter
							name={<Link href={PAGES.sessions}>Sessions</Link>}
							value={sum(({ sessions }) => sessions)}
							aside={`${sum(({ openSessions }) => openSessions).toLocaleString()} open`}
						/>
						<Counter name="Messages" value={sum(({ messages }) => messages)} />
						<Counter
							name={<Link href={PAGES.facts}>Active facts</Link>}
							value={facts.active}
							aside={[
								...(inSpaces > 0 ? [`${inSpaces.toLocaleString()} in shared spaces`] : []),
								besideWords(facts),
							]
								.filter((words) => words !== "")
								.join("; ")
								// A number stays on the line of its word.
								.replace(/(?<![,;]) /g, "\u00a0")}
						/>
						<Counter
							name={<Link href={PAGES.runs}>Active runs</Link>}
							value={running.data ?? 0}
							{...(running.data === 100 && { aside: "or more" })}
						/>
					</section>
				);
			}}
		</Loaded>
	);
}
