import { Link } from "wouter";
import { useRights } from "../../connect/connection.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Note } from "../../parts/note.tsx";
import { Page } from "../../parts/page.tsx";
import { playgroundPath } from "../../paths.ts";
import { AgentCounts } from "./agent-counts.tsx";
import { AgentDefinition } from "./agent-definition.tsx";
import { AgentTools } from "./agent-tools.tsx";
import { MemoryCard } from "./memory-card.tsx";
import { useAgent } from "./use-agent.ts";

/** One agent: what it is, how much it remembers, and how. */
export function AgentView({ id }: { id: string }) {
	const can = useRights();
	const agent = useAgent(id);
	return (
		<Page
			title={id}
			about={
				agent.data === null ? (
					<Badge tone="warn">not defined any more</Badge>
				) : (
					<p className="soft" dir="auto">
						{agent.data?.description}
					</p>
				)
			}
			actions={
				can.write &&
				agent.data && (
					<Link className="button primary" href={playgroundPath({ agent: id })}>
						Talk to it
					</Link>
				)
			}
		>
			<AgentCounts id={id} space={agent.data?.memory ? agent.data.memory.space : undefined} />
			<Loaded query={agent}>
				{(info) =>
					info === null ? (
						<Note>
							No agent of this id is defined. What it remembered is still there, and can be deleted.
						</Note>
					) : (
						<div className="columns agent-columns">
							<div className="stack agent-side">
								<AgentDefinition info={info} />
								<AgentTools info={info} />
							</div>
							<MemoryCard info={info} />
						</div>
					)
				}
			</Loaded>
		</Page>
	);
}
