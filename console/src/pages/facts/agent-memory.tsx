import { useState } from "react";
import { useRights } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { type Tab, Tabs } from "../../parts/tabs.tsx";
import { AddFact } from "./add-fact.tsx";
import { FactList } from "./fact-list.tsx";
import { Growth } from "./growth.tsx";
import { ReviewQueue } from "./review-queue.tsx";
import { SearchForm } from "./search-form.tsx";
import { SearchHits } from "./search-hits.tsx";
import { Spaces } from "./spaces.tsx";
import type { AgentChoice } from "./use-agent-choices.ts";
import { useReviewQueue, waitingCount } from "./use-review-queue.ts";

interface Props {
	agentId: string;
	choices: readonly AgentChoice[];
	onChoose(agentId: string): void;
}

/** The facts of one agent: the list or search results, the review queue, and growth. */
export function AgentMemory({ agentId, choices, onChoose }: Props) {
	const can = useRights();
	const [userId] = useQueryValue("user");
	const [query] = useQueryValue("q");
	const [tab = "facts", setTab] = useQueryValue("tab");
	const [adds, setAdds] = useState(false);
	const waiting = useReviewQueue(agentId, userId);
	const space = choices.find(({ id }) => id === agentId)?.space;
	const whose = userId === undefined ? {} : { userId };

	const tabs: Tab[] = [
		{ id: "facts", name: query === undefined ? "Facts" : "Results" },
		// Users cannot review facts. Their own facts are in the list.
		...(can.isUser ? [] : [{ id: "review", name: `To review (${waitingCount(waiting)})` }]),
		{ id: "growth", name: "Growth" },
	];
	const shown = tabs.some(({ id }) => id === tab) ? tab : "facts";
	return (
		<Page
			title="Facts"
			fills
			about={
				<p className="soft">
					{can.isUser ? "What agents know about you." : "What an agent knows, about whom, and the source."}
				</p>
			}
			{...(can.write && {
				actions: (
					<Button look="primary" onClick={() => setAdds(true)}>
						Add fact
					</Button>
				),
			})}
		>
			<SearchForm agentId={agentId} choices={choices} onChoose={onChoose} />
			{!can.isUser && <Spaces own={space} />}
			<Tabs
				label="Facts of this agent"
				tabs={tabs}
				chosen={shown}
				onChoose={(id) => setTab(id === "facts" ? undefined : id)}
			>
				<div className="facts-panel">
					{shown === "review" ? (
						<ReviewQueue agentId={agentId} queue={waiting} />
					) : shown === "growth" ? (
						<Growth agentId={agentId} {...whose} />
					) : query !== undefined ? (
						<SearchHits agentId={agentId} {...whose} query={query} isShared={space !== undefined} />
					) : (
						<FactList agentId={agentId} {...whose} />
					)}
				</div>
			</Tabs>
			{adds && <AddFact agentId={agentId} {...whose} onClose={() => setAdds(false)} />}
		</Page>
	);
}
