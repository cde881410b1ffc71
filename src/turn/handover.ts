import { decodeEvent, type Event, type EventOf, type JsonObject, type SessionMode } from "../event/index.ts";
import type { Platform } from "../session/index.ts";
import type { SessionTarget } from "../store/ports/index.ts";
import { type RunEventDraft, runEvent } from "./run-events.ts";

/** What a tool asks for. */
export interface HandoverRequest {
	reason: string;
	/** What the user is told. */
	say?: string | undefined;
}

/** Why a human has the conversation, and who decided it. */
export interface Handover {
	reason?: string;
	/** `agent` if a tool of the agent handed over; else who switched the mode, if they said so. */
	by?: string;
}

/** Text that the user was told, and where it stands in the log. */
export interface Said {
	text: string;
	at: number;
}

/** What the log gets: the words for the user, and the switch where there is one. */
export function handoverEvents(
	{ runId, metadata }: { runId: string; metadata: JsonObject | undefined },
	{ reason, say }: HandoverRequest,
	mode: SessionMode,
): { said: RunEventDraft[]; switched: RunEventDraft[] } {
	const message = { kind: "message", source: "agent", runId, metadata } as const;
	return {
		said: say === undefined ? [] : [runEvent({ ...message, data: { role: "assistant", content: say } })],
		switched:
			mode === "manual"
				? []
				: [
						runEvent({
							kind: "mode",
							source: "agent",
							runId,
							data: { from: "auto", to: "manual", by: "agent", reason },
						}),
					],
	};
}

type ModeEvent = EventOf<"mode">;

const isHandover = (event: Event | undefined): event is ModeEvent =>
	event?.kind === "mode" && !event.erased && event.data.to === "manual";

/** The switch to a human that a run ended with: its own, or the newest that somebody else made. */
export async function findHandover(
	{ store }: Platform,
	target: SessionTarget,
	own: readonly Event[],
): Promise<ModeEvent | undefined> {
	const found = own.findLast(isHandover);
	if (found) return found;
	const page = await store.log.read(target, { after: -1, kinds: ["mode"], limit: 1, newest: true });
	const [stored] = page?.events ?? [];
	const event = stored && decodeEvent(stored.offset, stored.body);
	return isHandover(event) ? event : undefined;
}

/** What is told of it. What others put into the data may be anything. */
export function toHandover({ data: { reason, by } }: ModeEvent): Handover {
	return { ...(typeof reason === "string" && { reason }), ...(typeof by === "string" && { by }) };
}
