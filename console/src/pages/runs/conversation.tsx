import type { Run } from "holdfast";
import { useEffect, useRef } from "react";
import { Card } from "../../parts/card.tsx";
import { Empty, ErrorNote } from "../../parts/note.tsx";
import { PieceView } from "./piece-view.tsx";
import { useTranscript } from "./use-transcript.ts";
import "./conversation.css";

/** Who is this near to the end, in pixels, reads along. */
const NEAR = 40;

/** What was said and done, word by word while the run is under way. */
export function Conversation({ run }: { run: Run }) {
	const { pieces, error, live } = useTranscript(run);
	const scroller = useRef<HTMLDivElement>(null);
	const along = useRef(true);
	// Whoever reads along stays at the end; the first look at a run that is over begins at its start.
	// biome-ignore lint/correctness/useExhaustiveDependencies: with every word
	useEffect(() => {
		const at = scroller.current;
		if (live && along.current && at) at.scrollTop = at.scrollHeight;
	}, [pieces, live]);
	const speaks = pieces.some((piece) => piece.kind === "said" && piece.open);
	return (
		<Card title="Conversation">
			{error !== undefined && <ErrorNote error={error} />}
			<section
				ref={scroller}
				className="run-said"
				aria-label="What was said"
				aria-busy={live}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys
				tabIndex={0}
				onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
					along.current = scrollHeight - scrollTop - clientHeight < NEAR;
				}}
			>
				{pieces.length === 0 && !live && <Empty>Nothing is left of what was said.</Empty>}
				<ol className="plain-list">
					{pieces.map((piece) => (
						<PieceView key={piece.key} run={run} piece={piece} />
					))}
				</ol>
				{live && !speaks && <p className="soft small run-works">The agent works…</p>}
			</section>
		</Card>
	);
}
