import { HoldfastError } from "../../error/index.ts";
import { MAX_OFFSETS } from "../../event/index.ts";

/** Refuses an offset that is not in the log: pruned by retention (`not_found`), or not written yet (`invalid`). */
export function checkOffset({ base, head }: { base: number; head: number }, offset: number): void {
	if (offset < base) {
		throw new HoldfastError(
			"not_found",
			`offset ${offset} was removed by retention; the oldest kept offset is ${base}`,
			{
				offset,
				oldest: base,
			},
		);
	}
	if (offset >= head) {
		throw new HoldfastError(
			"invalid",
			`offset ${offset} is not in the log; the newest offset is ${head - 1}`,
			{
				offset,
				newest: head - 1,
			},
		);
	}
}

/** Refuses to grow a log past the last offset there is. */
export function checkRoom(head: number, events: number): void {
	if (head + events <= MAX_OFFSETS) return;
	throw new HoldfastError(
		"limit_exceeded",
		`a session may have at most ${MAX_OFFSETS} events; go on in a new one`,
		{
			limit: MAX_OFFSETS,
		},
	);
}
