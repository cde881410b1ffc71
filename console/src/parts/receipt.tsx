import type { ErasureReceipt } from "holdfast";
import { Note } from "./note.tsx";
import { Moment } from "./time.tsx";

const NAMES: Readonly<Record<keyof ErasureReceipt["erased"], string>> = {
	sessions: "Sessions",
	events: "Events",
	state: "State keys",
	users: "User records",
	keys: "Documents and request keys",
	facts: "Facts",
	terms: "Entries of the word index",
	vectors: "Vectors",
	jobs: "Jobs",
	deliveries: "Deliveries",
	runs: "Runs",
	spans: "Spans",
};

/** What an erasure removed, and what a look afterwards still found. */
export function Receipt({ receipt }: { receipt: ErasureReceipt }) {
	const { at, erased, remaining, complete, derived, forgotten } = receipt;
	const rows = (Object.keys(NAMES) as (keyof typeof NAMES)[]).filter(
		(name) => erased[name] > 0 || remaining[name] > 0,
	);
	return (
		<section className="stack" aria-label="Receipt">
			<Note tone={complete ? "good" : "warn"}>
				{complete
					? "Erased for good. A scan afterwards found nothing left."
					: "Something was written meanwhile: a scan afterwards found more. Delete once more."}
			</Note>
			{rows.length === 0 ? (
				<p className="soft small">There was nothing to erase.</p>
			) : (
				<div className="table-wrap">
					<table className="table">
						<thead>
							<tr>
								<th>What</th>
								<th className="number">Erased</th>
								<th className="number">Left</th>
							</tr>
						</thead>
						<tbody>
							{rows.map((name) => (
								<tr key={name}>
									<td>{NAMES[name]}</td>
									<td className="number">{erased[name].toLocaleString()}</td>
									<td className="number">{remaining[name].toLocaleString()}</td>
								</tr>
							))}
						</tbody>
					</table>
				</div>
			)}
			{forgotten.length > 0 && (
				<p className="small">{forgotten.length.toLocaleString()} facts were forgotten with it.</p>
			)}
			{derived.length > 0 && (
				<p className="small">
					{derived.length.toLocaleString()} facts that came from it are kept: they belong to a user or an
					agent.
				</p>
			)}
			<p className="soft small">
				<Moment at={at} />
			</p>
		</section>
	);
}
