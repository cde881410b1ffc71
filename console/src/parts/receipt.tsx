import type { ErasureReceipt } from "holdfast";
import { Link } from "wouter";
import { factPath } from "../paths.ts";
import { Badge } from "./badge.tsx";
import { Note } from "./note.tsx";
import { countsTold } from "./receipt-words.ts";
import { Moment } from "./time.tsx";
import "./receipt.css";

/** Ids that are told; the rest is counted. */
const SHOWN = 10;

interface Props {
	receipt: ErasureReceipt;
	/** Whose memory the facts are in that stay: they are links then. */
	agentId?: string;
}

/** What an erasure removed, what a scan still found, and which facts stay. */
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
				<p>There was nothing to delete.</p>
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
					? "A scan afterwards found nothing left of it."
					: `A scan afterwards still found ${countsTold(remaining)
							.map(({ name, count }) => `${count.toLocaleString()} ${name}`)
							.join(", ")}, written meanwhile. Do it again to remove them, too.`}
			</p>
			{forgotten.length > 0 && (
				<p className="small">
					{forgotten.length === 1
						? "1 fact that came from nothing else went with it."
						: `${forgotten.length.toLocaleString()} facts that came from nothing else went with it.`}
				</p>
			)}
			{derived.length > 0 && (
				<Note tone="warn">
					{derived.length === 1
						? "1 fact that came from it stays: "
						: `${derived.length.toLocaleString()} facts that came from it stay: `}
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
