import type { Event, SessionRef } from "holdfast";
import { useRights } from "../../connect/connection.tsx";
import type { EventLog } from "../../live/event-log.ts";
import { EventRow } from "./event-row.tsx";
import { RunHead } from "./run-head.tsx";

/** How far to look back for the previous event, past events that the reader may not see. */
const LOOKS_BACK = 200;
/** A result follows its call closely: unloaded events within this distance may contain it. */
const LOOKS_AHEAD = 20;

type Before = { runId: string | undefined } | "start" | "unknown";

function before(log: EventLog, offset: number): Before {
	for (let at = offset - 1; at >= Math.max(log.base, offset - LOOKS_BACK); at -= 1) {
		const event = log.get(at);
		if (event === undefined) return "unknown";
		if (event) return { runId: event.runId };
	}
	return offset - LOOKS_BACK > log.base ? "unknown" : "start";
}

/** The other half of a call or result; null if it may still be loaded. */
function otherOf(log: EventLog, event: Event): Event | null | undefined {
	const { pairs, get } = log;
	if (event.kind === "tool_result") {
		const call = pairs.callOf(event);
		return call === undefined ? undefined : get(call);
	}
	if (event.kind !== "tool_call") return undefined;
	const result = pairs.resultOf(event);
	if (result !== undefined) return get(result) ?? null;
	const ahead = Math.min(log.head - 1, event.offset + LOOKS_AHEAD);
	return ahead > event.offset && get(ahead) === undefined ? null : undefined;
}

/** One offset of the log, with the heading of its run if the run starts here. */
export function LogRow({ log, offset, session }: { log: EventLog; offset: number; session: SessionRef }) {
	const { isUser } = useRights();
	const event = log.get(offset);
	if (!event) return <div className="session-awaited" aria-hidden="true" />;
	const earlier = before(log, offset);
	const begins =
		earlier === "start" ? event.runId !== undefined : earlier !== "unknown" && earlier.runId !== event.runId;
	return (
		<>
			{begins &&
				// A user's token does not see runs.
				!isUser &&
				(event.runId === undefined ? (
					<div className="session-run soft">Not part of a run</div>
				) : (
					<RunHead runId={event.runId} />
				))}
			<EventRow event={event} session={session} other={otherOf(log, event)} />
		</>
	);
}
