import type { Recalled } from "holdfast";
import { useState } from "react";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { scaleOf } from "../../parts/score-scale.ts";
import { FactLine } from "./fact-line.tsx";
import { Scored } from "./scored.tsx";

const SHOWN = 8;

/** The facts that entered the prompt, and how well each fits what was said. */
export function RecalledFacts({ agentId, facts }: { agentId: string; facts: Recalled["facts"] }) {
	const [all, setAll] = useState(false);
	const shown = all ? facts : facts.slice(0, SHOWN);
	const scale = scaleOf(facts.map(({ parts = {} }) => parts));
	if (facts.length === 0) return <p className="soft small">None.</p>;
	return (
		<div className="stack">
			<ul className="plain-list run-list" aria-label="Facts in the prompt">
				{shown.map(({ id, wording, score, parts, pinned }) => (
					<li key={id}>
						<Scored
							{...{ score, parts, scale }}
							marks={pinned && <Badge tone="accent">pinned</Badge>}
							otherwise={pinned ? undefined : "came along"}
						>
							<FactLine {...{ agentId, id, wording }} />
						</Scored>
					</li>
				))}
			</ul>
			{facts.some(({ parts, pinned }) => !parts && !pinned) && (
				<p className="soft small">
					What came along does not fit what was said: while few facts are known, all are told that there is
					room for.
				</p>
			)}
			{shown.length < facts.length && (
				<div>
					<Button onClick={() => setAll(true)}>Show all {facts.length} facts</Button>
				</div>
			)}
		</div>
	);
}
