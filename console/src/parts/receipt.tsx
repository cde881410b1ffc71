import type { ErasureReceipt } from "holdfast";
import { Link } from "wouter";
import { factPath } from "../paths.ts";
import { Badge } from "./badge.tsx";
import { Note } from "./note.tsx";
import { countsTold } from "./receipt-words.ts";
import { Moment } from "./time.tsx";
import "./receipt.css";

/** The number of ids to show; the rest is counted. */
const SHOWN = 10;

interface Props {
	receipt: ErasureReceipt;
	/** The agent of the facts that were kept; turns their ids into links. */
	agentId?: string;
}

/** What a deletion removed, what the scan after it found, and which facts were kept. */
export function Receipt({ receipt, agentId }: Props) {
	const { at, erased, remaining, complete, derived, forgotten } = receipt;
	const gone = countsTold(erased);
	return (
		<section className="receipt" aria-label="Receipt">
			<div className="row">
				{complete ? <Badge tone="good">complete</Badge> : <Badge tone="warn">not complete</Badge>}
				<span className="soft small">
					<Moment at={at} />
				</span>
			</div>
			{gone.length === 0 ? (
				<p>Nothing to delete.</p>
			) : (
				<dl className="receipt-counts">
					{gone.map(({ name, count }) => (
						<div key={name}>
							<dt>{name}</dt>
							<dd>{count.toLocaleString()}</dd>
						</div>
					))}
				</dl>
			)}
			<p className="small soft">
				{complete
					? "A scan after the deletion found nothing left."
					: `A scan after the deletion still found ${countsTold(remaining)
							.map(({ name, count }) => `${count.toLocaleString()} ${name}`)
							.join(", ")}, written during the deletion. Repeat it to delete them, too.`}
			</p>
			{forgotten.length > 0 && (
				<p className="small">
					{forgotten.length === 1
						? "1 fact with no other source was deleted, too."
						: `${forgotten.length.toLocaleString()} facts with no other source were deleted, too.`}
				</p>
			)}
			{derived.length > 0 && (
				<Note tone="warn">
					{derived.length === 1
						? "1 fact extracted from it was kept: "
						: `${derived.length.toLocaleString()} facts extracted from it were kept: `}
					{derived.slice(0, SHOWN).map((id, index) => (
						<span key={id}>
							{index > 0 && ", "}
							{agentId === undefined ? (
								<bdi className="mono">{id}</bdi>
							) : (
								<Link href={factPath(agentId, id)} className="mono">
									{id}
								</Link>
							)}
						</span>
					))}
					{derived.length > SHOWN && ` and ${(derived.length - SHOWN).toLocaleString()} more`}
				</Note>
			)}
		</section>
	);
}
