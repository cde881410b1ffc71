import type { Event } from "holdfast";

/** Maps tool calls to their results. */
export interface ToolPairs {
	add(event: Event): void;
	remove(event: Event): void;
	/** The offset of the result of a call. */
	resultOf(call: Event): number | undefined;
	/** The offset of the call of a result. */
	callOf(result: Event): number | undefined;
}

/** The model chooses the ids of calls: two runs can use the same. */
const keyOf = ({ runId, data }: Event): string | undefined =>
	"toolCallId" in data && typeof data.toolCallId === "string" ? `${runId} ${data.toolCallId}` : undefined;

export function toolPairs(): ToolPairs {
	const calls = new Map<string, number>();
	const results = new Map<string, number>();
	const sideOf = ({ kind }: Event): Map<string, number> | undefined =>
		kind === "tool_call" ? calls : kind === "tool_result" ? results : undefined;
	const find = (side: ReadonlyMap<string, number>, event: Event): number | undefined => {
		const key = keyOf(event);
		return key === undefined ? undefined : side.get(key);
	};
	return {
		add(event) {
			const key = keyOf(event);
			if (key !== undefined) sideOf(event)?.set(key, event.offset);
		},
		remove(event) {
			const key = keyOf(event);
			const side = sideOf(event);
			if (key !== undefined && side?.get(key) === event.offset) side.delete(key);
		},
		resultOf: (call) => find(results, call),
		callOf: (result) => find(calls, result),
	};
}
