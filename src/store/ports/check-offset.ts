import { HoldfastError } from "../../error/index.ts";

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
