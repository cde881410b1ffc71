import type { Recalled, Run } from "holdfast";
import { Link } from "wouter";
import { sessionPath } from "../../paths.ts";
import { Fold } from "./fold.tsx";
import { PassedOverList } from "./passed-over.tsx";
import { DROPPED } from "./reasons.ts";

/** Messages that were read and not replayed, by reason. */
function DroppedTable({ run, recalled: { dropped, messages } }: { run: Run; recalled: Recalled }) {
	// If several sessions were read, an offset alone does not identify an event.
	const linked = messages.every(({ sessionId }) => sessionId === run.sessionId);
	const place = (offset: number) =>
		linked ? <Link href={sessionPath(run, offset)}>#{offset}</Link> : `#${offset}`;
	return (
		<div className="table-wrap">
			<table className="table">
				<thead>
					<tr>
						<th className="number">Count</th>
						<th>Events</th>
						<th>Reason</th>
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

/** What was left out of the prompt, and why. */
export function LeftOut({ run, recalled }: { run: Run; recalled: Recalled }) {
	const { dropped, passedOver = [] } = recalled;
	if (dropped.length === 0 && passedOver.length === 0) {
		const looked = recalled.facts.length + recalled.messages.length > 0;
		return (
			<p className="soft small">
				{looked ? "Nothing. Everything considered is in the prompt." : "Nothing was considered."}
			</p>
		);
	}
	return (
		<div className="stack">
			{dropped.length > 0 && <DroppedTable run={run} recalled={recalled} />}
			{passedOver.length > 0 && (
				<Fold title={`${passedOver.length} considered but not used, best first`} open>
					{() => <PassedOverList run={run} passedOver={passedOver} />}
				</Fold>
			)}
		</div>
	);
}
