import type { ScoreParts } from "holdfast";
import type { ReactNode } from "react";
import { ScoreBar } from "../../parts/score-bar.tsx";
import type { ScoreScale } from "../../parts/score-scale.ts";

interface Props {
	score?: number | undefined;
	parts?: ScoreParts | undefined;
	/** The same for the whole list, so that bars can be compared. */
	scale: ScoreScale;
	/** Shown if there is no score. */
	otherwise?: string | undefined;
	/** Badges: pinned, or the reason why it was not used. */
	marks?: ReactNode;
	children: ReactNode;
}

/** A candidate with its score and the parts of the score. */
export function Scored({ score, parts, scale, otherwise, marks, children }: Props) {
	const isScored = score !== undefined && parts && Object.keys(parts).length > 0;
	return (
		<div className="run-scored">
			<div className="run-scored-line">
				<span className="grows">{children}</span>
				{marks}
				{!isScored && otherwise !== undefined && <span className="soft">{otherwise}</span>}
			</div>
			{isScored && <ScoreBar score={score} parts={parts} scale={scale} />}
		</div>
	);
}
