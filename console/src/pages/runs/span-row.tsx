import { memo, useId } from "react";
import { Badge } from "../../parts/badge.tsx";
import { duration } from "../../parts/time.tsx";
import type { SpanRow as Row } from "./lay-out-spans.ts";
import { SpanDetails } from "./span-details.tsx";
import { SpanIcon } from "./span-icon.tsx";
import { spanTitle } from "./span-words.ts";

interface Props {
	row: Row;
	totalMs: number;
	runId: string;
	chosen: boolean;
	onChoose(id: string | undefined): void;
}

/** The maximum indentation. */
const MOST_DEPTH = 12;

/** A span: its name, and its bar on the common scale. */
export const SpanRow = memo(function SpanRow({ row, totalMs, runId, chosen, onChoose }: Props) {
	const id = useId();
	const { span, depth, from, width } = row;
	return (
		<li>
			<button
				type="button"
				className={`run-span ${span.status}`}
				aria-expanded={chosen}
				aria-controls={id}
				onClick={() => onChoose(chosen ? undefined : span.id)}
			>
				<span className="run-span-name" style={{ paddingLeft: `${Math.min(depth, MOST_DEPTH) * 0.9}rem` }}>
					<SpanIcon kind={span.kind} />
					<span className="hidden-text">{span.kind} </span>
					<bdi title={span.name}>{spanTitle(span)}</bdi>
					{span.status === "error" && <Badge tone="bad">error</Badge>}
					{span.status === "running" && (
						<Badge tone="accent" live>
							running
						</Badge>
					)}
				</span>
				<span className="run-track" aria-hidden="true">
					<i
						className={`run-bar run-kind-${span.kind}`}
						style={{ left: `${from * 100}%`, width: `${width * 100}%` }}
					/>
				</span>
				<span className="run-number run-span-time">{duration(span.durationMs)}</span>
			</button>
			{chosen ? <SpanDetails id={id} {...{ row, totalMs, runId }} /> : <span id={id} hidden />}
		</li>
	);
});
