import { decodeEvent, type Event, type EventOf, type JsonObject, type SessionMode } from "../event/index.ts";
import type { Platform } from "../session/index.ts";
import type { SessionTarget } from "../store/ports/index.ts";
import { type RunEventDraft, runEvent } from "./run-events.ts";

/** A tool's request to hand the conversation to a human. */
export interface HandoverRequest {
	reason: string;
	/** Text for the user. */
	say?: string | undefined;
}

/** Why a human has the conversation, and who decided it. */
export interface Handover {
	/** The reason that was given. */
	reason?: string;
	/**
	 * `agent` if a tool of the agent handed over. Otherwise the person or program that switched the mode, if
	 * it is known.
	 */
	by?: string;
}

/** A text for the user, and its offset in the log. */
export interface Said {
	text: string;
	at: number;
}

/** The events of a handover: the text for the user, and the switch to manual mode if needed. */
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

/** The switch to manual mode that ended a run: its own, or the newest one that somebody else made. */
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

/**
 * The reason and the author of a switch. Other values are ignored: anyone who writes events can put anything
 * there.
 */
export function toHandover({ data: { reason, by } }: ModeEvent): Handover {
	return { ...(typeof reason === "string" && { reason }), ...(typeof by === "string" && { by }) };
}
