import type { Span } from "holdfast";
import { type KeyboardEvent, useMemo } from "react";
import { Card } from "../../parts/card.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { duration } from "../../parts/time.tsx";
import { layOutSpans, ticksOf } from "./lay-out-spans.ts";
import { SpanIcon } from "./span-icon.tsx";
import { SpanRow } from "./span-row.tsx";
import "./waterfall.css";

/** Up and down move from span to span, as the Tab key does. */
function move(event: KeyboardEvent<HTMLElement>): void {
	const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
	if (step === 0 || !(event.target instanceof HTMLButtonElement)) return;
	const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button.run-span")];
	const next = buttons[buttons.indexOf(event.target) + step];
	if (!next) return;
	event.preventDefault();
	next.focus();
}

/** The start and duration of each span. */
export function Waterfall({ runId, spans }: { runId: string; spans: readonly Span[] }) {
	const [chosen, choose] = useQueryValue("span");
	const { rows, totalMs } = useMemo(() => layOutSpans(spans), [spans]);
	const kinds = [...new Set(spans.map(({ kind }) => kind))];
	const ticks = ticksOf(totalMs);
	return (
		<Card
			title="Waterfall"
			aside={
				<span className="legend">
					{kinds.map((kind) => (
						<span key={kind} className="run-legend">
							<SpanIcon kind={kind} /> {kind}
						</span>
					))}
				</span>
			}
		>
			{rows.length === 0 ? (
				<p className="soft small">No spans. The run has not started yet, or its spans have expired.</p>
			) : (
				<div className="run-waterfall">
					<div className="run-axis" aria-hidden="true">
						<span className="run-axis-scale">
							{ticks.map((tick) => (
								<span key={tick} style={{ left: `${(tick / totalMs) * 100}%` }}>
									{tick === 0 ? "0" : duration(tick)}
								</span>
							))}
						</span>
					</div>
					{/* The arrow keys are a shortcut; the Tab key reaches the same buttons. */}
					<ul className="run-spans" aria-label={`Spans, ${duration(totalMs)} in total`} onKeyDown={move}>
						{rows.map((row) => (
							<SpanRow
								key={row.span.id}
								{...{ row, totalMs, runId }}
								chosen={row.span.id === chosen}
								onChoose={choose}
							/>
						))}
					</ul>
				</div>
			)}
		</Card>
	);
}
