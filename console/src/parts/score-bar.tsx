import type { ScoreParts } from "holdfast";
import { fillOf } from "./bar.tsx";
import { partsOf, type ScorePart, type ScoreScale } from "./score-scale.ts";
import "./score-bar.css";

const told = (value: number): string => (value < 0 ? `−${(-value).toFixed(3)}` : value.toFixed(3));

function Pieces({ pieces, width }: { pieces: readonly ScorePart[]; width: number }) {
	return pieces.map(({ name, value }, index) => (
		<span
			key={name}
			className={`${fillOf(name, index)} ${value < 0 ? "score-against" : ""}`}
			style={{ width: `${(Math.abs(value) / width) * 100}%` }}
			title={`${name} ${told(value)}`}
		/>
	));
}

interface Props {
	score: number;
	parts: ScoreParts;
	scale: ScoreScale;
}

/** The parts of a score and their sum: positive parts to the right of the line, negative parts to the left. */
export function ScoreBar({ score, parts, scale }: Props) {
	const all = partsOf(parts);
	const width = Math.max(scale.high - scale.low, Number.EPSILON);
	const words = all.map(({ name, value }) => `${name} ${told(value)}`).join(", ");
	return (
		<div className="score-bar">
			<div className="score-track" role="img" aria-label={`Score ${told(score)}: ${words || "none"}`}>
				<div className="score-under" style={{ width: `${(-scale.low / width) * 100}%` }}>
					<Pieces
						pieces={all.filter(({ value }) => value < 0)}
						width={Math.max(-scale.low, Number.EPSILON)}
					/>
				</div>
				<div className="score-over">
					<Pieces
						pieces={all.filter(({ value }) => value >= 0)}
						width={Math.max(scale.high, Number.EPSILON)}
					/>
				</div>
			</div>
			<div className="score-sum" aria-hidden="true">
				{all.map(({ name, value }, index) => (
					<span key={name}>
						{value < 0 ? "− " : index > 0 ? "+ " : ""}
						<i className={`${fillOf(name, index)} ${value < 0 ? "score-against" : ""}`} />
						{name} <b>{Math.abs(value).toFixed(3)}</b>
					</span>
				))}
				<span>
					= <b>{told(score)}</b>
				</span>
			</div>
		</div>
	);
}
