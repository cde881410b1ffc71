import { useEffect, useId, useState } from "react";
import { Button } from "../../parts/button.tsx";
import { TimelineLegend } from "./timeline-legend.tsx";

interface Props {
	base: number;
	head: number;
	at: number | undefined;
	onPick(offset: number | undefined): void;
	onStart(): void;
}

/** The delay before a move of the slider changes the address. */
const SETTLES_MS = 150;

/** Selects an event of the session, or now. */
export function SessionSlider({ base, head, at, onPick, onStart }: Props) {
	const id = useId();
	const [moved, setMoved] = useState<number>();
	const [typed, setTyped] = useState<string>();
	useEffect(() => {
		if (moved === undefined) return;
		const timer = setTimeout(() => {
			onPick(moved >= head ? undefined : moved);
			setMoved(undefined);
		}, SETTLES_MS);
		return () => clearTimeout(timer);
	}, [moved, head, onPick]);
	const value = moved ?? at ?? head;
	const isNow = value >= head;
	const go = (): void => {
		if (typed === undefined) return;
		setTyped(undefined);
		const offset = Math.round(Number(typed));
		if (typed.trim() === "") onPick(undefined);
		else if (Number.isFinite(offset)) onPick(Math.min(head - 1, Math.max(base, offset)));
	};
	return (
		<>
			<input
				type="range"
				className="session-range"
				aria-label="State at event"
				min={base}
				max={head}
				step={1}
				value={value}
				aria-valuetext={isNow ? "now" : `event ${value} of ${head - 1}`}
				onChange={(event) => setMoved(event.target.valueAsNumber)}
			/>
			<div className="session-slider">
				<Button look="plain" onClick={onStart} title="Go to the first event">
					⇤ Start
				</Button>
				<TimelineLegend />
				<form
					onSubmit={(event) => {
						event.preventDefault();
						go();
					}}
				>
					<label htmlFor={id} className="soft small">
						Event
					</label>
					<input
						id={id}
						className="input"
						inputMode="numeric"
						placeholder="now"
						autoComplete="off"
						value={typed ?? (isNow ? "" : String(value))}
						onChange={(event) => setTyped(event.target.value)}
						onBlur={go}
					/>
				</form>
				<Button
					look="plain"
					aria-pressed={isNow}
					onClick={() => onPick(undefined)}
					title="Go to the end and follow new events"
				>
					Now ⇥
				</Button>
			</div>
		</>
	);
}
