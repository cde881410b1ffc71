import { HoldfastError } from "../../error/index.ts";
import { MAX_OFFSETS } from "../../event/index.ts";

/**
 * Throws if an offset is not in the log: removed by retention (`not_found`), or not written yet (`invalid`).
 */
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

/** Throws if a log would grow beyond the maximum offset. */
export function checkLogSize(head: number, events: number): void {
	if (head + events <= MAX_OFFSETS) return;
	throw new HoldfastError(
		"limit_exceeded",
		`a session can have at most ${MAX_OFFSETS} events; start a new one`,
		{
			limit: MAX_OFFSETS,
		},
	);
}
