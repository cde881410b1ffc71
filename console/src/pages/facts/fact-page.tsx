import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useRights } from "../../connect/connection.tsx";
import { Card } from "../../parts/card.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Note } from "../../parts/note.tsx";
import { Page } from "../../parts/page.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { factsPath } from "../../paths.ts";
import { FactActions } from "./fact-actions.tsx";
import { FactBadges } from "./fact-badges.tsx";
import { FactChain } from "./fact-chain.tsx";
import { FactHistory } from "./fact-history.tsx";
import { FactSources } from "./fact-sources.tsx";
import { FactSummary } from "./fact-summary.tsx";
import { useMemory } from "./use-memory.ts";
import "./facts.css";
import "./fact.css";

/** One fact: content, sources, related facts and history. */
export default function FactPage() {
	const [agentId] = useQueryValue("agent");
	const [id] = useQueryValue("id");
	if (agentId === undefined || id === undefined)
		return (
			<Page title="Fact">
				<Note tone="bad">The address must contain an agent and a fact id: ?agent=&amp;id=</Note>
			</Page>
		);
	return <OneFact key={`${agentId} ${id}`} agentId={agentId} id={id} />;
}

function OneFact({ agentId, id }: { agentId: string; id: string }) {
	const can = useRights();
	const memory = useMemory(agentId);
	const fact = useQuery({ queryKey: ["fact", agentId, id], queryFn: () => memory.get(id) });
	return (
		<Page
			title="Fact"
			about={
				<span className="row small">
					<Link href={factsPath({ agent: agentId })}>
						All facts of <bdi>{agentId}</bdi>
					</Link>
					{fact.data && <FactBadges fact={fact.data} all />}
				</span>
			}
			{...(can.write && fact.data && { actions: <FactActions fact={fact.data} agentId={agentId} /> })}
		>
			<Loaded query={fact}>
				{(found) => (
					<>
						<blockquote className="fact-said" dir="auto">
							{found.content}
						</blockquote>
						<div className="columns">
							<FactSummary fact={found} />
							<FactSources fact={found} />
						</div>
						<FactChain fact={found} agentId={agentId} />
						{!can.isUser && <FactHistory agentId={agentId} id={id} />}
						{found.metadata !== undefined && Object.keys(found.metadata).length > 0 && (
							<Card title="Metadata">
								<dl className="pairs">
									{Object.entries(found.metadata).map(([name, value]) => (
										<div key={name} className="pair">
											<dt>
												<bdi>{name}</bdi>
											</dt>
											<dd dir="auto">{typeof value === "string" ? value : JSON.stringify(value)}</dd>
										</div>
									))}
								</dl>
							</Card>
						)}
					</>
				)}
			</Loaded>
		</Page>
	);
}
