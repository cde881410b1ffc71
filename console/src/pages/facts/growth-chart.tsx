import { type PointerEvent, useState } from "react";
import { axisTicks, type GrowthPoint } from "./growth-points.ts";
import { timeFormat } from "./growth-time.ts";

/** The units of the picture. It is stretched to the available space. */
const WIDTH = 1_000;
const HEIGHT = 300;

/** The number of facts over time, as an area. A slider or the pointer selects a step. */
export function GrowthChart({ points }: { points: readonly GrowthPoint[] }) {
	const [chosen, setChosen] = useState(points.length - 1);
	const most = points.at(-1)?.total ?? 0;
	const ticks = axisTicks(most);
	const top = ticks.at(-1) ?? 1;
	const start = points[0]?.at ?? 0;
	const span = Math.max(1, (points.at(-1)?.at ?? 0) - start);
	const x = (at: number): number => ((at - start) / span) * WIDTH;
	const y = (total: number): number => HEIGHT - (total / top) * HEIGHT;
	const line = points.map(({ at, total }) => `${x(at).toFixed(1)},${y(total).toFixed(1)}`);
	const format = timeFormat(points);
	const no = Math.min(chosen, points.length - 1);
	const point = points[no];
	const mark = x(point?.at ?? start);
	const words = point
		? `${format.format(point.at)}: ${point.total.toLocaleString()} in total, ${point.added.toLocaleString()} new`
		: "";
	const follow = (event: PointerEvent<HTMLDivElement>): void => {
		const { left, width } = event.currentTarget.getBoundingClientRect();
		const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
		const moment = start + share * span;
		const distance = (index: number): number => Math.abs((points[index]?.at ?? 0) - moment);
		setChosen(points.reduce((best, _, index) => (distance(index) < distance(best) ? index : best), 0));
	};
	// A Set, so that no time is shown twice.
	const told = new Set([0, 1 / 3, 2 / 3, 1].map((share) => Math.round(share * (points.length - 1))));
	const names = points.filter((_, index) => told.has(index));
	return (
		<figure className="growth">
			<div className="growth-axis" aria-hidden="true">
				{ticks.map((tick) => (
					<span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
						{tick.toLocaleString()}
					</span>
				))}
			</div>
			<div className="growth-plot" onPointerMove={follow} onPointerDown={follow}>
				<svg
					viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
					preserveAspectRatio="none"
					role="img"
					aria-label={`Growth of facts, up to ${most.toLocaleString()}`}
				>
					{ticks.map((tick) => (
						<line key={tick} className="growth-grid" x1="0" x2={WIDTH} y1={y(tick)} y2={y(tick)} />
					))}
					<polygon className="growth-area" points={`0,${HEIGHT} ${line.join(" ")} ${WIDTH},${HEIGHT}`} />
					<polyline className="growth-line" points={line.join(" ")} />
					<line className="growth-mark" x1={mark} x2={mark} y1="0" y2={HEIGHT} />
				</svg>
				{point && (
					<span
						className="growth-dot"
						style={{ left: `${(mark / WIDTH) * 100}%`, top: `${(y(point.total) / HEIGHT) * 100}%` }}
					/>
				)}
			</div>
			<div className="growth-names" aria-hidden="true">
				{names.map((one) => (
					<span key={one.at}>{format.format(one.at)}</span>
				))}
			</div>
			<input
				className="growth-slider"
				type="range"
				min="0"
				max={points.length - 1}
				value={no}
				aria-label="Time"
				aria-valuetext={words}
				onChange={(event) => setChosen(Number(event.target.value))}
			/>
			<figcaption className="small">{words}</figcaption>
		</figure>
	);
}
