import type { Event, Json, RunEvent } from "holdfast";
import { contentText } from "./content-text.ts";

/*
 * The messages and tool calls of a run: from the stream while the run is active, or from the events of the log.
 */

export type Piece = { key: string; offset?: number } & (
	| { kind: "said"; by: "user" | "agent" | "human" | "system"; name?: string; text: string; open?: true }
	| { kind: "tool"; name: string; input?: Json; output?: Json; isError?: boolean; hasResult: boolean }
	| { kind: "erased" }
);

/** Adds a result to its call; without a call it becomes a piece of its own. */
function withResult(
	pieces: readonly Piece[],
	key: string,
	result: { name: string; output: Json; isError: boolean; offset?: number },
): Piece[] {
	const { name, output, isError, offset } = result;
	const at = pieces.findIndex((piece) => piece.key === key && piece.kind === "tool" && !piece.hasResult);
	const call = pieces[at];
	if (call?.kind === "tool") return pieces.with(at, { ...call, output, isError, hasResult: true });
	const alone = { key: `${key} result`, name, output, isError, hasResult: true };
	return [...pieces, { kind: "tool", ...alone, ...(offset !== undefined && { offset }) }];
}

/** Ends the text that is being streamed. */
const closed = (pieces: readonly Piece[]): Piece[] =>
	pieces.map((piece) => {
		if (piece.kind !== "said" || !piece.open) return piece;
		const { open: _, ...said } = piece;
		return said;
	});

/** Adds one event of the stream. */
export function addStreamed(pieces: readonly Piece[], event: RunEvent): readonly Piece[] {
	switch (event.type) {
		case "text-delta": {
			const last = pieces.at(-1);
			if (last?.kind === "said" && last.open)
				return pieces.with(-1, { ...last, text: last.text + event.delta });
			const key = `text ${event.seq}`;
			return [...pieces, { key, kind: "said", by: "agent", text: event.delta, open: true }];
		}
		case "tool-call": {
			const { toolCallId: key, name, input } = event;
			return [...closed(pieces), { key, kind: "tool", name, input, hasResult: false }];
		}
		case "tool-result": {
			const { toolCallId, name, output, isError = false } = event;
			return withResult(closed(pieces), toolCallId, { name, output, isError });
		}
		case "reply":
			return [
				...closed(pieces),
				{ key: `reply ${event.seq}`, kind: "said", by: "agent", text: event.content },
			];
		case "step":
			return closed(pieces);
		default:
			return closed(pieces);
	}
}

const speakerOf = (source: Event["source"], role: string): "user" | "agent" | "human" | "system" => {
	if (source === "human") return "human";
	if (role === "user") return "user";
	return role === "assistant" ? "agent" : "system";
};

function addLogged(pieces: readonly Piece[], event: Event): readonly Piece[] {
	const { offset } = event;
	const key = `event ${offset}`;
	if (event.erased) return [...pieces, { key, offset, kind: "erased" }];
	switch (event.kind) {
		case "message": {
			const { role, content, displayName } = event.data;
			const text = contentText(content);
			const said = { key, offset, by: speakerOf(event.source, role), text };
			return [...pieces, { kind: "said", ...said, ...(displayName !== undefined && { name: displayName }) }];
		}
		case "reply":
			return [...pieces, { key, offset, kind: "said", by: "agent", text: contentText(event.data.content) }];
		case "tool_call": {
			const { toolCallId, name, input } = event.data;
			return [...pieces, { key: toolCallId, offset, kind: "tool", name, input, hasResult: false }];
		}
		case "tool_result": {
			const { toolCallId, name, output, isError = false } = event.data;
			return withResult(pieces, toolCallId, { name, output, isError, offset });
		}
		default:
			return pieces;
	}
}

/** The pieces of a run, from its events in the order of the log. */
export const loggedPieces = (events: readonly Event[]): readonly Piece[] =>
	events.reduce<readonly Piece[]>(addLogged, []);
