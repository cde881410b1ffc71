import type { EventOf, SessionRef } from "holdfast";
import { Badge } from "../../parts/badge.tsx";
import { duration } from "../../parts/time.tsx";
import { EventFrame } from "./event-frame.tsx";
import { ValueView } from "./value-view.tsx";

interface Props {
	call: EventOf<"tool_call">;
	/** undefined: there is none; null: not loaded yet. */
	result: EventOf<"tool_result"> | null | undefined;
	session: SessionRef;
}

const took = (from: string, to: string): string => {
	const ms = Date.parse(to) - Date.parse(from);
	return ms < 1 ? "< 1 ms" : duration(ms);
};

/** A tool call with its input and output. */
export function ToolRow({ call, result, session }: Props) {
	const id = `${call.offset}`;
	const failed = result && !result.erased && result.data.isError === true;
	return (
		<EventFrame
			event={call}
			session={session}
			head={
				<>
					<b>Tool</b> <bdi className="mono">{call.data.name}</bdi>
					{result && <span className="soft small">{took(call.at, result.at)}</span>}
					{failed && <Badge tone="bad">error</Badge>}
					{result === undefined && <Badge tone="warn">no result</Badge>}
				</>
			}
		>
			<div className="session-tool">
				<span className="soft small">Input</span>
				<div>
					<ValueView id={`${id} in`} value={call.data.input} />
				</div>
				{result && (
					<>
						<span className={failed ? "session-bad small" : "soft small"}>{failed ? "Error" : "Output"}</span>
						<div className={failed ? "session-bad" : ""}>
							{result.erased ? (
								<em className="soft">erased</em>
							) : (
								<ValueView id={`${id} out`} value={result.data.output} />
							)}
						</div>
					</>
				)}
				{result === undefined && (
					<>
						<span className="soft small">Output</span>
						<em className="soft small">No result in the log.</em>
					</>
				)}
			</div>
		</EventFrame>
	);
}
