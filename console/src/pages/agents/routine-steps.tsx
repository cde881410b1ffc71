import type { AgentInfo } from "holdfast";
import { Badge } from "../../parts/badge.tsx";

type Node = NonNullable<AgentInfo["routine"]>[number];

const DOES: Readonly<Record<Node["kind"], string>> = {
	think: "asks the model for an object",
	tool: "calls a tool",
	reply: "says something at once",
	chat: "lets the model answer",
	agent: "asks another agent",
};

/** The routine as steps on a line, from the first to the last. */
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
				In the order of the definition; conditions may skip steps or lead elsewhere.
			</p>
		</>
	);
}
