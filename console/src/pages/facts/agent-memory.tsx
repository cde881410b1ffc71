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

/** The memory of one agent: its facts, found or listed; those that wait for a person; how it grew. */
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
		{ id: "facts", name: query === undefined ? "Facts" : "Found" },
		// A user cannot vouch for anything: what is theirs is in the list all the same.
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
					{can.isUser ? "What agents remember of you." : "What an agent believes, of whom, and from where."}
				</p>
			}
			{...(can.write && {
				actions: (
					<Button look="primary" onClick={() => setAdds(true)}>
						Add a fact
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
