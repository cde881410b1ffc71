import type { Recalled, Run } from "holdfast";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { EventLine } from "./event-line.tsx";
import { Fold } from "./fold.tsx";
import { bestOf, Score, ScoreLegend } from "./score.tsx";

const ROW = 52;

/** The messages that were replayed; of those that were searched for, why. */
export function RecalledMessages({ run, messages }: { run: Run; messages: Recalled["messages"] }) {
	if (messages.length === 0) return <p className="soft small">No earlier messages.</p>;
	const best = bestOf(messages);
	const scored = messages.filter(({ score }) => score !== undefined).length;
	const { agentId, userId } = run;
	const named = messages.some(({ sessionId }) => sessionId !== run.sessionId);
	return (
		<Fold
			title={
				<>
					{messages.length.toLocaleString()} replayed
					{scored > 0 && <span className="soft">, {scored} of them because they fit</span>}
				</>
			}
		>
			{() => (
				<>
					<ScoreLegend all={messages.map(({ parts }) => parts)} />
					<div className="run-messages" style={{ height: `min(22rem, ${messages.length * ROW}px)` }}>
						<VirtualList
							label="Messages replayed"
							count={messages.length}
							rowHeight={ROW}
							keyOf={(index) => index}
						>
							{(index) => {
								const message = messages[index];
								if (!message) return null;
								const { sessionId, offset, score, parts } = message;
								return (
									<div className="run-scored-row">
										{scored > 0 && <Score {...{ score, parts, best }} otherwise="recent" />}
										<EventLine session={{ agentId, userId, sessionId }} offset={offset} named={named} />
									</div>
								);
							}}
						</VirtualList>
					</div>
				</>
			)}
		</Fold>
	);
}
