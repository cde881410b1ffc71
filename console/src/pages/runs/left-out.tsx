import type { PassedOver, Recalled, Run } from "holdfast";
import { Link } from "wouter";
import { Badge } from "../../parts/badge.tsx";
import { sessionPath } from "../../paths.ts";
import { EventLine } from "./event-line.tsx";
import { FactLine } from "./fact-line.tsx";
import { Fold } from "./fold.tsx";
import { DROPPED, PASSED_OVER } from "./reasons.ts";
import { bestOf, Score, ScoreLegend } from "./score.tsx";

const keyOf = (one: PassedOver): string => (one.kind === "fact" ? one.id : `${one.sessionId} ${one.offset}`);

/** What was looked at, and did not enter the prompt. */
function Candidates({ run, passedOver }: { run: Run; passedOver: readonly PassedOver[] }) {
	const best = bestOf(passedOver);
	const { agentId, userId } = run;
	return (
		<>
			<ScoreLegend all={passedOver.map(({ parts }) => parts)} />
			<ul className="plain-list run-scored">
				{passedOver.map((one) => (
					<li key={keyOf(one)}>
						<Score
							{...{ score: one.score, parts: one.parts, best }}
							pinned={one.kind === "fact" && one.pinned}
							otherwise="no score"
						/>
						<span className="stack run-why">
							{one.kind === "fact" ? (
								<FactLine agentId={agentId} id={one.id} />
							) : (
								<EventLine
									session={{ agentId, userId, sessionId: one.sessionId }}
									offset={one.offset}
									named={one.sessionId !== run.sessionId}
								/>
							)}
							<span className="row">
								<Badge tone="warn">{PASSED_OVER[one.reason] ?? one.reason}</Badge>
								<span className="soft small">{one.kind}</span>
							</span>
						</span>
					</li>
				))}
			</ul>
		</>
	);
}

/** What was read and not replayed, by reason. */
function DroppedTable({ run, recalled: { dropped, messages } }: { run: Run; recalled: Recalled }) {
	// Where several sessions were read an offset alone does not say of which it is.
	const linked = messages.every(({ sessionId }) => sessionId === run.sessionId);
	const place = (offset: number) =>
		linked ? <Link href={sessionPath(run, offset)}>#{offset}</Link> : `#${offset}`;
	return (
		<div className="table-wrap">
			<table className="table">
				<thead>
					<tr>
						<th className="number">Left out</th>
						<th>Events</th>
						<th>Why</th>
					</tr>
				</thead>
				<tbody>
					{dropped.map(({ reason, count, from, to }) => (
						<tr key={reason}>
							<td className="number">{count.toLocaleString()}</td>
							<td className="mono">
								{place(from)}
								{to !== from && <>–{place(to)}</>}
							</td>
							<td>{DROPPED[reason] ?? reason}</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

/** What did not make it into the prompt, and why. */
export function LeftOut({ run, recalled }: { run: Run; recalled: Recalled }) {
	const { dropped, passedOver = [] } = recalled;
	if (dropped.length === 0 && passedOver.length === 0)
		return <p className="soft small">Nothing: all that was looked at is in the prompt.</p>;
	return (
		<div className="stack">
			{dropped.length > 0 && <DroppedTable run={run} recalled={recalled} />}
			{passedOver.length > 0 && (
				<Fold title={`${passedOver.length} passed over, the best first`} open>
					{() => <Candidates run={run} passedOver={passedOver} />}
				</Fold>
			)}
		</div>
	);
}
