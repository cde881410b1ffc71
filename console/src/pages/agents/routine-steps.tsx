import type { AgentInfo } from "holdfast";
import { Badge } from "../../parts/badge.tsx";

type Node = NonNullable<AgentInfo["routine"]>[number];

const DOES: Readonly<Record<Node["kind"], string>> = {
	think: "model call, structured output",
	tool: "tool call",
	reply: "immediate message",
	chat: "answer of the model",
	agent: "run of another agent",
};

/** The nodes of the routine, in order. */
export function RoutineSteps({ nodes }: { nodes: readonly Node[] }) {
	return (
		<>
			<h3>Routine</h3>
			<ol className="agent-steps">
				{nodes.map(({ id, kind }) => (
					<li key={id} className={`agent-step ${kind}`}>
						<span className="row">
							<bdi className="mono">{id}</bdi>
							<Badge>{kind}</Badge>
						</span>
						<span className="soft small">{DOES[kind]}</span>
					</li>
				))}
			</ol>
			<p className="soft small">
				In the order of the definition. Conditions can skip nodes or jump to others.
			</p>
		</>
	);
}
