import { HoldfastError } from "../../error/index.ts";
import type { Event } from "../../event/index.ts";
import type { ReadOptions } from "../../session/index.ts";
import { MAX_EVENTS } from "../../session/read-events.ts";

/*
 * Ten thousand events can have ten gigabytes. A response is held in memory, so it is read in parts, and rejected if
 * it becomes too long.
 */

/** Events per read. */
const PART = 128;
/** The library's default limit. */
const USUAL = 1_000;
export const MAX_ANSWER = 128 * 1024 * 1024;

const tooLong = (limit: number): HoldfastError =>
	new HoldfastError(
		"limit_exceeded",
		`the response would have more than ${limit} characters; request fewer events, and continue with after`,
		{ limit },
	);

/** Approximate length of the JSON text. */
function sizeOf(value: unknown): number {
	if (typeof value === "string") return value.length + 2;
	if (typeof value !== "object" || value === null) return 8;
	let size = 2;
	for (const key in value) size += key.length + 4 + sizeOf((value as Record<string, unknown>)[key]);
	return size;
}

/** Returns the same as `read`. */
export async function readWithin(
	read: (options: ReadOptions) => Promise<Event[]>,
	options: ReadOptions,
	most: number = MAX_ANSWER,
): Promise<Event[]> {
	const { last, limit } = options;
	const wanted = last ?? limit ?? USUAL;
	const isBoth = last !== undefined && limit !== undefined;
	const isRefused = isBoth || !Number.isInteger(wanted) || wanted > MAX_EVENTS;
	// Small reads need no parts. For invalid options, the library has the best message.
	if (isRefused || wanted <= PART) return read(options);
	const parts: Event[][] = [];
	let { after, before } = options;
	let size = 0;
	for (let left = wanted; left > 0; ) {
		const count = Math.min(PART, left);
		const part = await read(
			last === undefined ? { ...options, after, limit: count } : { ...options, before, last: count },
		);
		for (const event of part) size += sizeOf(event);
		if (size > most) throw tooLong(most);
		parts.push(part);
		if (part.length < count) break;
		left -= count;
		if (last === undefined) after = part.at(-1)?.offset;
		else before = part[0]?.offset;
	}
	return (last === undefined ? parts : parts.reverse()).flat();
}
