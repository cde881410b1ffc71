import type { Recalled } from "holdfast";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { FactLine } from "./fact-line.tsx";
import { bestOf, Score, ScoreLegend } from "./score.tsx";

const SHOWN = 8;

/** The facts that entered the prompt, and how well each fits what was said. */
export function RecalledFacts({ agentId, facts }: { agentId: string; facts: Recalled["facts"] }) {
	const [all, setAll] = useState(false);
	const shown = all ? facts : facts.slice(0, SHOWN);
	const best = bestOf(facts);
	if (facts.length === 0) return <p className="soft small">No facts.</p>;
	return (
		<div className="stack">
			<ScoreLegend all={facts.map(({ parts }) => parts)} />
			<ul className="plain-list run-scored">
				{shown.map(({ id, score, parts, pinned }) => (
					<li key={id}>
						<Score {...{ score, parts, best, pinned }} otherwise="came along" />
						<FactLine agentId={agentId} id={id} />
					</li>
				))}
			</ul>
			{shown.length < facts.length && (
				<div>
					<Button onClick={() => setAll(true)}>Show all {facts.length} facts</Button>
				</div>
			)}
		</div>
	);
}
