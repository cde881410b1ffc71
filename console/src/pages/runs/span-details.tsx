import type { Json } from "holdfast";
import { Link } from "wouter";
import { Id } from "../../parts/text.tsx";
import { duration, Moment } from "../../parts/time.tsx";
import { runPath } from "../../paths.ts";
import type { SpanRow } from "./lay-out-spans.ts";
import { attributeTitle } from "./span-words.ts";
import { ValueView } from "./value-view.tsx";

interface Props {
	id: string;
	row: SpanRow;
	totalMs: number;
	/** The run of this page. Spans of child runs link to their own run. */
	runId: string;
}

const percent = (part: number): string => (part < 0.001 ? "under 0.1 %" : `${(part * 100).toFixed(1)} %`);

/** All details of a span. */
export function SpanDetails({ id, row: { span, startMs }, totalMs, runId }: Props) {
	const attributes = Object.entries(span.attributes) as [string, Json][];
	return (
		<div className="run-span-details" id={id}>
			{span.error !== undefined && (
				<div className="note bad">
					<b>Failed:</b> {span.error}
				</div>
			)}
			<table className="table">
				<tbody>
					<tr>
						<th scope="row">{span.status === "running" ? "Duration so far" : "Duration"}</th>
						<td>
							{duration(span.durationMs)}{" "}
							<span className="soft">{percent(span.durationMs / totalMs)} of the total</span>
						</td>
					</tr>
					<tr>
						<th scope="row">Started</th>
						<td>
							<Moment at={span.startedAt} /> <span className="soft">+{duration(startMs)}</span>
						</td>
					</tr>
					{span.runId !== runId && (
						<tr>
							<th scope="row">Run</th>
							<td>
								<Link href={runPath(span.runId)}>
									<Id>{span.runId}</Id>
								</Link>
							</td>
						</tr>
					)}
					{attributes.map(([name, value]) => (
						<tr key={name}>
							<th scope="row" title={name}>
								{attributeTitle(name)}
							</th>
							<td>
								<ValueView value={value} label={attributeTitle(name)} />
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
