import type { Event } from "holdfast";
import { isFailure, type Speaker, speakerOf } from "./speaker.ts";

/** One column of the timeline: who is in it, and whether something failed. */
export interface Bin {
	/** The lanes that have events. */
	readonly lanes: ReadonlySet<Speaker>;
	readonly failed: boolean;
	/** Whether any of its events are loaded. */
	readonly known: boolean;
}

export interface Stretch {
	readonly from: number;
	readonly to: number;
}

interface Bounds {
	readonly base: number;
	readonly head: number;
}

/** The log in at most `most` bins of equal length. `get` returns null for offsets that the reader may not see. */
export function binEvents(
	events: Iterable<Event>,
	{ base, head, get }: Bounds & { get(offset: number): Event | null | undefined },
	most: number,
): Bin[] {
	const count = Math.min(most, Math.max(0, head - base));
	const bins = Array.from({ length: count }, (_, index) => ({
		lanes: new Set<Speaker>(),
		failed: false,
		known: get(base + Math.floor((index * (head - base)) / count)) === null,
	}));
	for (const event of events) {
		const bin = bins[Math.floor(((event.offset - base) * count) / (head - base))];
		if (!bin) continue;
		bin.known = true;
		bin.lanes.add(speakerOf(event));
		if (isFailure(event)) bin.failed = true;
	}
	return bins;
}

/** The ranges in manual mode, from the changes of mode that are known. */
export function manualStretches(
	events: Iterable<Event>,
	{ base, head }: Bounds,
	mode: "auto" | "manual",
): Stretch[] {
	// The same event can occur twice.
	const byOffset = new Map<number, Event>();
	for (const event of events) if (event.kind === "mode" && !event.erased) byOffset.set(event.offset, event);
	const changes = [...byOffset.values()].sort((one, other) => one.offset - other.offset);
	const stretches: Stretch[] = [];
	let from: number | undefined;
	for (const event of changes) {
		if (event.kind !== "mode") continue;
		if (event.data.to === "manual") from ??= event.offset;
		else {
			// Started before the first known change.
			stretches.push({ from: from ?? base, to: event.offset });
			from = undefined;
		}
	}
	if (from !== undefined) stretches.push({ from, to: head });
	else if (mode === "manual" && changes.length === 0) stretches.push({ from: base, to: head });
	return stretches;
}

/** The offsets to read for an overview: a few, spread over the log. */
export function samplePlaces({ base, head }: Bounds, parts: number, size: number): number[] {
	const length = head - base;
	if (length <= parts * size)
		return Array.from({ length: Math.ceil(length / size) }, (_, index) => base + index * size);
	return Array.from({ length: parts }, (_, index) =>
		Math.round(base + ((length - size) * index) / (parts - 1)),
	);
}
