import { useQuery } from "@tanstack/react-query";
import type { Run } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { FactLine } from "./fact-line.tsx";
import { readRunEvents } from "./read-run-events.ts";

/** The maximum number of facts of the session to check. */
const MOST = 200;

/** Facts whose sources are events of this run. */
export function LearnedFacts({ run }: { run: Run }) {
	const hf = useHf();
	const { id, agentId, userId, sessionId } = run;
	const events = useQuery({
		queryKey: ["run", id, "events", "whole"],
		queryFn: () => readRunEvents(hf.session({ agentId, sessionId, userId }), id),
	});
	const learned = useQuery({
		queryKey: ["facts", agentId, userId, "from", sessionId],
		queryFn: () => hf.memory(agentId, { userId }).list({ fromSession: sessionId, limit: MOST }),
	});
	const offsets = new Set(events.data?.map(({ offset }) => offset));
	const facts = (learned.data?.items ?? []).filter(({ sources }) =>
		sources.some((source) => source.sessionId === sessionId && offsets.has(source.offset)),
	);
	if (facts.length === 0) return null;
	return (
		<>
			<h3>Facts extracted from this run</h3>
			<ul className="plain-list small">
				{facts.map((fact) => (
					<li key={fact.id}>
						<FactLine agentId={agentId} id={fact.id} />
					</li>
				))}
			</ul>
		</>
	);
}
