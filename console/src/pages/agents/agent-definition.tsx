import type { AgentInfo } from "holdfast";
import { Card } from "../../parts/card.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { RoutineSteps } from "./routine-steps.tsx";
import { SubAgents } from "./sub-agents.tsx";

/** The definition of the agent. */
export function AgentDefinition({ info }: { info: AgentInfo }) {
	const { model, file, instructions, routine, input, agents } = info;
	return (
		<Card title="Definition">
			<dl className="pairs">
				<dt>Model</dt>
				<dd className="mono">{model}</dd>
				<dt>Defined in</dt>
				<dd>{file === undefined ? "code" : <bdi className="mono">{file}</bdi>}</dd>
				{agents.length > 0 && (
					<>
						<dt>Sub-agents</dt>
						<dd>
							<SubAgents ids={agents} />
						</dd>
					</>
				)}
			</dl>
			<h3>Instructions</h3>
			{instructions === undefined ? (
				<p className="soft small">No instructions.</p>
			) : (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys
				<section className="json said" tabIndex={0} aria-label="Instructions" dir="auto">
					{instructions}
				</section>
			)}
			{routine && <RoutineSteps nodes={routine} />}
			{input && (
				<>
					<h3>Input of triggered runs</h3>
					<JsonView label="Input schema" value={input} />
				</>
			)}
		</Card>
	);
}
