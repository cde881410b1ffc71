import {
	decodeEvent,
	type Event,
	type Json,
	MESSAGE_KINDS,
	type Message,
	transcript,
} from "../event/index.ts";
import { checkOffset, type EventQuery, type SessionTarget } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";
import { type MessageOptions, type ReadOptions, toQuery } from "./read-events.ts";
import { parseOffset, stateAsOf } from "./state.ts";

/** A session as it was at an offset, read-only. Throws for an offset that is not in the log, like `state.asOf`. */
export interface SessionView {
	/** Events up to that offset. */
	events(options?: ReadOptions): Promise<Event[]>;
	/** Messages up to that offset. */
	messages(options?: MessageOptions): Promise<Message[]>;
	/** The session's own state keys at that offset. */
	state(): Promise<Record<string, Json>>;
}

export function viewAt(platform: Platform, target: () => SessionTarget, offset: number): SessionView {
	const read = async (options: ReadOptions, filter: Pick<EventQuery, "kinds"> = {}): Promise<Event[]> => {
		const at = parseOffset(offset);
		const query = toQuery(options);
		// Never later than the view, whatever the caller asks for.
		const before = Math.min(query.before ?? at + 1, at + 1);
		const page = await platform.store.log.read(target(), { ...query, ...filter, before });
		if (!page) return [];
		checkOffset(page, at);
		return page.events.map((event) => decodeEvent(event.offset, event.body));
	};
	return {
		events: async (options = {}) => read(options),
		messages: async (options = {}) => transcript(await read(options, { kinds: MESSAGE_KINDS })),
		state: async () => stateAsOf(platform, target(), offset),
	};
}
