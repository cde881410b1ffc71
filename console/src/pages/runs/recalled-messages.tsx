import type { Recalled, Run } from "holdfast";
import { scaleOf } from "../../parts/score-scale.ts";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { EventLine } from "./event-line.tsx";
import { Fold } from "./fold.tsx";
import { Scored } from "./scored.tsx";

const ROW = 46;

interface Props {
	run: Run;
	messages: Recalled["messages"];
	/** How they are used in the prompt. */
	verb?: string;
	label?: string;
}

/** Messages in the prompt; for search results, with their scores. */
export function RecalledMessages({
	run,
	messages,
	verb = "replayed",
	label = "Messages in the prompt",
}: Props) {
	if (messages.length === 0) return <p className="soft small">No messages.</p>;
	const found = messages.filter(({ score }) => score !== undefined).length;
	const scale = scaleOf(messages.map(({ parts = {} }) => parts));
	const { agentId, userId } = run;
	const named = messages.some(({ sessionId }) => sessionId !== run.sessionId);
	return (
		<Fold
			title={
				<>
					{messages.length.toLocaleString()} {verb}
					{found > 0 && <span className="soft">, {found} of them by relevance</span>}
				</>
			}
		>
			{() => (
				<div
					className="run-messages"
					style={{ height: `min(22rem, ${messages.length * ROW + found * 40}px)` }}
				>
					<VirtualList label={label} count={messages.length} rowHeight={ROW} keyOf={(index) => index}>
						{(index) => {
							const message = messages[index];
							if (!message) return null;
							const { sessionId, offset, score, parts } = message;
							return (
								<Scored {...{ score, parts, scale }}>
									<EventLine session={{ agentId, userId, sessionId }} offset={offset} named={named} />
								</Scored>
							);
						}}
					</VirtualList>
				</div>
			)}
		</Fold>
	);
}
