import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Card } from "../../parts/card.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { RunBadge } from "../../parts/run-badge.tsx";
import { Ago } from "../../parts/time.tsx";
import { PAGES, runPath } from "../../paths.ts";
import { EVERY } from "./every.ts";

export function RecentRuns() {
	const hf = useHf();
	const runs = useQuery({
		queryKey: ["runs", "recent"],
		queryFn: () => hf.runs.list({ limit: 5 }),
		refetchInterval: EVERY,
	});
	return (
		<Card title="Recent runs" aside={<Link href={PAGES.runs}>All runs</Link>}>
			<Loaded query={runs}>
				{({ items }) =>
					items.length === 0 ? (
						<Empty>No runs yet. Each answer of an agent is a run.</Empty>
					) : (
						<ul className="plain-list">
							{items.map((run) => (
								<li key={run.id} className="row">
									<RunBadge status={run.status} />
									<Link href={runPath(run.id)} className="grows">
										<bdi>{run.agentId}</bdi>
										{run.userId !== undefined && (
											<>
												{" for "}
												<bdi>{run.userId}</bdi>
											</>
										)}
									</Link>
									<span className="soft small">
										<Ago at={run.createdAt} />
									</span>
								</li>
							))}
						</ul>
					)
				}
			</Loaded>
		</Card>
	);
}
