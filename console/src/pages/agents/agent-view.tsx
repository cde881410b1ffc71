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

/** The page of an agent: definition, counts and memory settings. */
export function AgentView({ id }: { id: string }) {
	const can = useRights();
	const agent = useAgent(id);
	return (
		<Page
			title={id}
			about={
				agent.data === null ? (
					<Badge tone="warn">no longer defined</Badge>
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
						Open in playground
					</Link>
				)
			}
		>
			<AgentCounts id={id} space={agent.data?.memory ? agent.data.memory.space : undefined} />
			<Loaded query={agent}>
				{(info) =>
					info === null ? (
						<Note>
							This agent is not defined. Its sessions and facts are still stored. You can erase them under
							Settings, Server.
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
