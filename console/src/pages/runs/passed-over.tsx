import type { PassedOver, Run } from "holdfast";
import { Badge } from "../../parts/badge.tsx";
import { scaleOf } from "../../parts/score-scale.ts";
import { EventLine } from "./event-line.tsx";
import { FactLine } from "./fact-line.tsx";
import { PASSED_OVER } from "./reasons.ts";
import { Scored } from "./scored.tsx";

const keyOf = (one: PassedOver): string => (one.kind === "fact" ? one.id : `${one.sessionId} ${one.offset}`);

/** What was considered but not used, and why. */
export function PassedOverList({ run, passedOver }: { run: Run; passedOver: readonly PassedOver[] }) {
	const scale = scaleOf(passedOver.map(({ parts }) => parts));
	const { agentId, userId } = run;
	return (
		<ul className="plain-list run-list" aria-label="Considered but not used">
			{passedOver.map((one) => (
				<li key={keyOf(one)}>
					<Scored
						{...{ score: one.score, parts: one.parts, scale }}
						marks={
							<>
								{one.kind === "fact" && one.pinned && <Badge tone="accent">pinned</Badge>}
								<Badge tone="warn">{PASSED_OVER[one.reason] ?? one.reason}</Badge>
							</>
						}
					>
						{one.kind === "fact" ? (
							<FactLine agentId={agentId} id={one.id} wording={one.wording} />
						) : (
							<EventLine
								session={{ agentId, userId, sessionId: one.sessionId }}
								offset={one.offset}
								named={one.sessionId !== run.sessionId}
							/>
						)}
					</Scored>
				</li>
			))}
		</ul>
	);
}
