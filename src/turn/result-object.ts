import type { Event, Json } from "../event/index.ts";

/**
 * The resulting object of a run: the output of the node that is marked as result, or else of the think node
 * that ran last.
 */
export function objectOf(events: readonly Event[]): { object?: Json } {
	const outputs = events.flatMap((event) =>
		event.kind === "step_output" && !event.erased ? [event.data] : [],
	);
	const found = outputs.findLast(({ result }) => result === true) ?? outputs.at(-1);
	return found ? { object: found.value } : {};
}
