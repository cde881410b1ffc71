import type { ScoreParts } from "holdfast";
import type { ReactNode } from "react";
import { ScoreBar } from "../../parts/score-bar.tsx";
import type { ScoreScale } from "../../parts/score-scale.ts";

interface Props {
	score?: number | undefined;
	parts?: ScoreParts | undefined;
	/** The same for the whole list: bars can be compared. */
	scale: ScoreScale;
	/** Said of what has no score. */
	otherwise?: string | undefined;
	/** Marks: pinned, the reason why not. */
	marks?: ReactNode;
	children: ReactNode;
}

/** Something that was looked at, with how well it fits and what that is made of. */
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
