import type { Run } from "holdfast";
import { useEffect, useRef } from "react";
import { Card } from "../../parts/card.tsx";
import { Empty, ErrorNote } from "../../parts/note.tsx";
import { PieceView } from "./piece-view.tsx";
import { useTranscript } from "./use-transcript.ts";
import "./conversation.css";

/** Within this distance of the end, in pixels, the view follows new text. */
const NEAR = 40;

/** The messages and tool calls; streamed while the run is active. */
export function Conversation({ run }: { run: Run }) {
	const { pieces, error, live } = useTranscript(run);
	const scroller = useRef<HTMLDivElement>(null);
	const along = useRef(true);
	// A reader at the end stays there. A run that has ended opens at its start.
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs with every word
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
				aria-label="Messages and tool calls"
				aria-busy={live}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys
				tabIndex={0}
				onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
					along.current = scrollHeight - scrollTop - clientHeight < NEAR;
				}}
			>
				{pieces.length === 0 && !live && <Empty>The messages of this run were deleted.</Empty>}
				<ol className="plain-list">
					{pieces.map((piece) => (
						<PieceView key={piece.key} run={run} piece={piece} />
					))}
				</ol>
				{live && !speaks && <p className="soft small run-works">The agent is working…</p>}
			</section>
		</Card>
	);
}
