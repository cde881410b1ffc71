import { useQuery } from "@tanstack/react-query";
import { Card } from "../../parts/card.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/time.tsx";
import { HistoryEntry } from "./history-entry.tsx";
import { useMemory } from "./use-memory.ts";

/** The history of a fact, newest first. */
export function FactHistory({ agentId, id }: { agentId: string; id: string }) {
	const memory = useMemory(agentId);
	const history = useQuery({ queryKey: ["fact", agentId, id, "history"], queryFn: () => memory.history(id) });
	return (
		<Card title="History">
			<Loaded query={history}>
				{(entries) => (
					<ol className="fact-history" reversed>
						{entries
							.map((entry, no) => ({ entry, no }))
							.reverse()
							.map(({ entry, no }) => (
								<li key={no}>
									<div className="row">
										<b>{entry.change}</b>
										<span className="soft small">
											<Moment at={entry.at} />
										</span>
									</div>
									<HistoryEntry entry={entry} agentId={agentId} />
								</li>
							))}
					</ol>
				)}
			</Loaded>
		</Card>
	);
}
