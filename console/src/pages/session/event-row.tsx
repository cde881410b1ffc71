import type { Event, Json, SessionRef } from "holdfast";
import { memo } from "react";
import { Link } from "wouter";
import { Badge } from "../../parts/badge.tsx";
import { type SessionAddress, sessionPath } from "../../paths.ts";
import { ContentView } from "./content-view.tsx";
import { EventFrame } from "./event-frame.tsx";
import { LongText } from "./long-text.tsx";
import { speakerName } from "./speaker.ts";
import { StateDeltaView } from "./state-delta.tsx";
import { ToolRow } from "./tool-row.tsx";
import { ValueView } from "./value-view.tsx";

export interface EventRowProps {
	event: Event;
	session: SessionRef;
	/** The result of a call, or the call of a result; null if it is not loaded yet. */
	other?: Event | null | undefined;
}

const errorWords = (error: Json): string =>
	typeof error === "object" && error !== null && !Array.isArray(error) && typeof error.message === "string"
		? error.message
		: JSON.stringify(error);

function modeWords({ source, data: { to, by = "A human" } }: Extract<Event, { kind: "mode" }>): string {
	// By source, not by name: a human can have any name.
	if (source === "agent" && to === "manual") return "The agent handed over to a human";
	return to === "manual" ? `${by} took over` : `${by} handed back to the agent`;
}

/** A Map, not an object: the key comes from the event and can be any string, such as "constructor". */
const CHANGES: ReadonlyMap<string, string> = new Map([
	["ended", "Session ended"],
	["reopened", "Session reopened"],
	["forked", "Session forked from another"],
	["rekeyed", "Session moved to another user or id"],
]);

/** The session that this one was forked from, if the event names it. */
function copiedFrom(from: unknown): (SessionAddress & { offset: number }) | undefined {
	if (typeof from !== "object" || from === null) return undefined;
	const { agentId, userId, sessionId, offset } = from as Record<string, unknown>;
	if (typeof agentId !== "string" || typeof sessionId !== "string" || typeof offset !== "number")
		return undefined;
	return { agentId, sessionId, offset, userId: typeof userId === "string" ? userId : undefined };
}

/** The row of an event, by its kind. */
export const EventRow = memo(function EventRow({ event, session, other }: EventRowProps) {
	const frame = { event, session };
	const id = `${event.offset}`;
	if (event.erased)
		return (
			<EventFrame {...frame} slim head={<em className="soft">{event.kind.replace("_", " ")}, erased</em>} />
		);
	const delta = event.stateDelta && <StateDeltaView delta={event.stateDelta} />;
	switch (event.kind) {
		case "message": {
			const { role, content, displayName } = event.data;
			const reasoning = event.data.reasoning;
			return (
				<EventFrame
					{...frame}
					head={
						<>
							<b>{displayName === undefined ? speakerName(event) : <bdi>{displayName}</bdi>}</b>
							{displayName !== undefined && <span className="soft small">{speakerName(event)}</span>}
							{role === "system" && event.source !== "system" && <Badge>system message</Badge>}
						</>
					}
				>
					{typeof reasoning === "string" && reasoning !== "" && (
						<div className="session-reasoning">
							<span className="soft small">Reasoning</span>
							<LongText id={`${id} reasoning`}>{reasoning}</LongText>
						</div>
					)}
					<ContentView id={id} content={content} />
					{delta}
				</EventFrame>
			);
		}
		case "reply":
			return (
				<EventFrame
					{...frame}
					head={
						<>
							<b>{speakerName(event)}</b> <Badge>reply</Badge>
						</>
					}
				>
					<ContentView id={id} content={event.data.content} />
					{delta}
				</EventFrame>
			);
		case "tool_call":
			return (
				<ToolRow
					call={event}
					session={session}
					result={
						other === null || other === undefined ? other : other.kind === "tool_result" ? other : undefined
					}
				/>
			);
		case "tool_result": {
			const words = (
				<>
					{event.data.isError === true ? "Error" : "Result"} of <bdi className="mono">{event.data.name}</bdi>
				</>
			);
			if (!other)
				return (
					<EventFrame {...frame} head={words}>
						<ValueView id={id} value={event.data.output} />
						{delta}
					</EventFrame>
				);
			return (
				<EventFrame
					{...frame}
					slim
					head={
						<span className="soft">
							{words},{" "}
							<Link href={sessionPath(session, other.offset)} replace>
								#{other.offset}
							</Link>
						</span>
					}
				>
					{delta}
				</EventFrame>
			);
		}
		case "status": {
			const { status, error } = event.data;
			const failed = error !== undefined && error !== null;
			return (
				<EventFrame
					{...frame}
					slim
					head={
						<>
							<span className="soft">Run</span>{" "}
							<Badge tone={status === "failed" ? "bad" : status === "completed" ? "good" : undefined}>
								{status}
							</Badge>
						</>
					}
				>
					{failed ? (
						<div className="session-bad">
							<LongText id={id}>{errorWords(error)}</LongText>
						</div>
					) : (
						delta
					)}
				</EventFrame>
			);
		}
		case "state":
			return (
				<EventFrame {...frame} slim head={<span className="soft">State changed</span>}>
					{delta}
				</EventFrame>
			);
		case "step_output":
			return (
				<EventFrame
					{...frame}
					head={
						<>
							<span className="soft">Step</span> <bdi className="mono">{event.data.nodeId}</bdi>
						</>
					}
				>
					<ValueView id={id} value={event.data.value} />
					{delta}
				</EventFrame>
			);
		case "mode":
			return (
				<EventFrame {...frame} slim head={<b dir="auto">{modeWords(event)}</b>}>
					{typeof event.data.reason === "string" && event.data.reason !== "" && (
						<div>
							<span className="soft">Reason:</span>{" "}
							<LongText id={`${id} reason`}>{event.data.reason}</LongText>
						</div>
					)}
					{delta}
				</EventFrame>
			);
		case "session": {
			const { change, ...more } = event.data;
			const from = change === "forked" ? copiedFrom(more.from) : undefined;
			if (from)
				return (
					<EventFrame {...frame} slim head={<b>{CHANGES.get(change)}</b>}>
						<Link href={sessionPath(from, from.offset)}>
							<bdi>{from.sessionId}</bdi>, up to #{from.offset}
						</Link>
					</EventFrame>
				);
			return (
				<EventFrame {...frame} slim head={<b>{CHANGES.get(change) ?? `Session: ${change}`}</b>}>
					{Object.keys(more).length > 0 && <ValueView id={id} value={more as Json} />}
				</EventFrame>
			);
		}
		case "summary":
			return (
				<EventFrame
					{...frame}
					head={
						<span className="soft">
							Summary up to{" "}
							<Link href={sessionPath(session, event.data.upTo)} replace>
								#{event.data.upTo}
							</Link>
						</span>
					}
				>
					<LongText id={id}>{event.data.content}</LongText>
				</EventFrame>
			);
		default:
			return (
				<EventFrame
					{...frame}
					head={
						<>
							<span className="soft">Custom event</span>{" "}
							{typeof event.data.type === "string" && <bdi className="mono">{event.data.type}</bdi>}
						</>
					}
				>
					<ValueView id={id} value={event.data as Json} />
					{delta}
				</EventFrame>
			);
	}
});
