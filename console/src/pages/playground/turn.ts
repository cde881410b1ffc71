import type { Json, RunEvent } from "holdfast";

/** One input and the answer to it, as they are streamed. */
export interface Turn {
	/** The id of the run. */
	readonly id: string;
	readonly input: string;
	readonly status: "running" | "done" | "failed";
	readonly parts: readonly TurnPart[];
	/** Why it failed. */
	readonly error?: string;
	/** The session is in manual mode: the agent does not answer. */
	readonly isManual?: true;
}

export type TurnPart =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "reply"; readonly text: string }
	| {
			readonly kind: "tool";
			readonly callId: string;
			readonly name: string;
			readonly input: Json;
			readonly output?: Json;
			readonly isError?: boolean;
	  };

export const newTurn = (id: string, input: string): Turn => ({ id, input, status: "running", parts: [] });

/** The turn after one more event. */
export function withEvent(turn: Turn, event: RunEvent): Turn {
	switch (event.type) {
		case "text-delta": {
			const last = turn.parts.at(-1);
			if (last?.kind !== "text") return withPart(turn, { kind: "text", text: event.delta });
			return {
				...turn,
				parts: [...turn.parts.slice(0, -1), { kind: "text", text: last.text + event.delta }],
			};
		}
		case "reply":
			return withPart(turn, { kind: "reply", text: event.content });
		case "tool-call":
			return withPart(turn, { kind: "tool", callId: event.toolCallId, name: event.name, input: event.input });
		case "tool-result": {
			const { toolCallId, output, isError } = event;
			const parts = turn.parts.map((part) =>
				part.kind === "tool" && part.callId === toolCallId
					? { ...part, output, ...(isError !== undefined && { isError }) }
					: part,
			);
			return { ...turn, parts };
		}
		case "finish": {
			const said = turn.parts.some(({ kind }) => kind === "text");
			const whole = said || event.output === "" ? turn : withPart(turn, { kind: "text", text: event.output });
			return { ...whole, status: "done", ...(event.mode === "manual" && { isManual: true as const }) };
		}
		case "error":
			return { ...turn, status: "failed", error: event.message };
		default:
			return turn;
	}
}

const withPart = (turn: Turn, part: TurnPart): Turn => ({ ...turn, parts: [...turn.parts, part] });
