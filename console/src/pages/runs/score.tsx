import type { ScoreParts } from "holdfast";
import { Badge } from "../../parts/badge.tsx";
import { Bar, type BarPart, fillOf } from "../../parts/bar.tsx";

export const partsOf = (parts: ScoreParts | undefined): BarPart[] =>
	Object.entries(parts ?? {}).map(([name, value]) => ({ name, value: value as number }));

interface Props {
	score: number | undefined;
	parts: ScoreParts | undefined;
	/** The best score of the list: what a whole bar stands for. */
	best: number;
	pinned?: boolean | undefined;
	/** What is said where there is no score. */
	otherwise: string;
}

/** How well something fits, and what that is made of. */
export function Score({ score, parts, best, pinned = false, otherwise }: Props) {
	const scored = score !== undefined && score > 0;
	return (
		<span className="run-score">
			<span className="row">
				{pinned && <Badge tone="accent">pinned</Badge>}
				{scored ? (
					<b className="run-number">{score.toFixed(3)}</b>
				) : (
					!pinned && <span className="soft small">{otherwise}</span>
				)}
			</span>
			{scored && <Bar label="Score" parts={partsOf(parts)} of={best} />}
		</span>
	);
}

/** Which colour is which part, once for a list of scores. */
export function ScoreLegend({ all }: { all: readonly (ScoreParts | undefined)[] }) {
	const names = [
		...new Set(
			all.flatMap((parts) => partsOf(parts).filter(({ value }) => value > 0)).map(({ name }) => name),
		),
	];
	if (names.length === 0) return null;
	return (
		<div className="legend">
			{names.map((name, index) => (
				<span key={name}>
					<i className={fillOf(name, index)} />
					{name}
				</span>
			))}
		</div>
	);
}

/** The best score of some. */
export const bestOf = (scored: readonly { score?: number }[]): number =>
	Math.max(0, ...scored.map(({ score }) => score ?? 0));
