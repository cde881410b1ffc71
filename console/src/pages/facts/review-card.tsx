import type { Fact } from "holdfast";
import { type KeyboardEvent, useState } from "react";
import { Link } from "wouter";
import { Button } from "../../parts/button.tsx";
import { ErrorNote } from "../../parts/note.tsx";
import { Said } from "../../parts/text.tsx";
import { Ago } from "../../parts/time.tsx";
import { factPath } from "../../paths.ts";
import { Contradicted, type Fate } from "./contradicted.tsx";
import { Owner, originOf } from "./owner.tsx";
import { SourceQuote } from "./source-quote.tsx";
import { useContradictions } from "./use-contradictions.ts";

interface Props {
	fact: Fact;
	agentId: string;
	/** Missing if the credential may not decide. */
	onApprove?(fate: Fate): Promise<void>;
	onReject?(): Promise<void>;
}

/** The number of sources to quote; the page of the fact shows all. */
const QUOTED = 3;

/** A quarantined fact: content, owner and sources. */
export function ReviewCard({ fact, agentId, onApprove, onReject }: Props) {
	const [busy, setBusy] = useState(false);
	const [fate, setFate] = useState<Fate>("supersede");
	const { data: found, error } = useContradictions(agentId, fact);
	// Approving is possible only after the contradicted facts are loaded.
	const approve = found && onApprove && (() => onApprove(fate));
	const act = async (deed: (() => Promise<void>) | undefined): Promise<void> => {
		if (!deed || busy) return;
		setBusy(true);
		await deed();
		setBusy(false);
	};
	// Keys work only on the focused card, without modifier keys.
	const press = (event: KeyboardEvent<HTMLElement>): void => {
		if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
		const key = event.key.toLowerCase();
		if (key === "a") void act(approve);
		else if (key === "r") void act(onReject);
	};
	return (
		<article
			className="card review"
			data-review=""
			// biome-ignore lint/a11y/noNoninteractiveTabindex: its keys work where the focus is
			tabIndex={0}
			onKeyDown={press}
			aria-label={`To review: ${fact.content.slice(0, 80)}`}
		>
			<p className="review-content">
				<Said>{fact.content}</Said>
			</p>
			<div className="row small soft">
				<span>
					Owner: <Owner fact={fact} />
				</span>
				<span>{originOf(fact)}</span>
				<Ago at={fact.createdAt} />
				<Link href={factPath(agentId, fact.id)}>Details</Link>
			</div>
			<div className="stack">
				<h2 className="review-why">Reason for review</h2>
				{fact.sources.length === 0 ? (
					<p className="small">
						Written as untrusted
						{fact.source !== undefined && (
							<>
								, from <bdi>{fact.source}</bdi>
							</>
						)}
						.
					</p>
				) : (
					fact.sources
						.slice(0, QUOTED)
						.map((source) => (
							<SourceQuote
								key={`${source.agentId} ${source.userId} ${source.sessionId} ${source.offset}`}
								source={source}
								tellsTrust
							/>
						))
				)}
				{fact.sources.length > QUOTED && (
					<p className="small soft">and {fact.sources.length - QUOTED} more sources</p>
				)}
			</div>
			{error && <ErrorNote error={error} />}
			{found !== undefined && found.length > 0 && (
				<Contradicted agentId={agentId} found={found} fate={fate} onChoose={onApprove && setFate} />
			)}
			{onApprove && onReject && (
				<div className="row">
					<Button look="primary" disabled={busy || !approve} onClick={() => void act(approve)}>
						Approve
					</Button>
					<Button look="danger" disabled={busy} onClick={() => void act(onReject)}>
						Reject and forget
					</Button>
				</div>
			)}
		</article>
	);
}
