import type { Recalled } from "holdfast";
import { useState } from "react";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { scaleOf } from "../../parts/score-scale.ts";
import { FactLine } from "./fact-line.tsx";
import { Scored } from "./scored.tsx";

const SHOWN = 8;

/** The facts in the prompt, with how well each matches the input. */
export function RecalledFacts({ agentId, facts }: { agentId: string; facts: Recalled["facts"] }) {
	const [all, setAll] = useState(false);
	const shown = all ? facts : facts.slice(0, SHOWN);
	const scale = scaleOf(facts.map(({ parts = {} }) => parts));
	if (facts.length === 0) return <p className="soft small">No facts.</p>;
	return (
		<div className="stack">
			<ul className="plain-list run-list" aria-label="Facts in the prompt">
				{shown.map(({ id, wording, score, parts, pinned }) => (
					<li key={id}>
						<Scored
							{...{ score, parts, scale }}
							marks={pinned && <Badge tone="accent">pinned</Badge>}
							otherwise={pinned ? undefined : "included anyway"}
						>
							<FactLine {...{ agentId, id, wording }} />
						</Scored>
					</li>
				))}
			</ul>
			{facts.some(({ parts, pinned }) => !parts && !pinned) && (
				<p className="soft small">
					Facts marked “included anyway” do not match the input. While there are few facts, all that fit the
					budget are included.
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
