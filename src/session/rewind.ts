import type { Event, Json, Message } from "../event/index.ts";
import type { SessionName } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";
import { type MessageOptions, type ReadOptions, readEvents, readMessages, toQuery } from "./read-events.ts";
import { parseOffset, stateAsOf } from "./state.ts";

/** A session as it was at an offset. Reads only. */
export interface SessionView {
	events(options?: ReadOptions): Promise<Event[]>;
	messages(options?: MessageOptions): Promise<Message[]>;
	state(): Promise<Record<string, Json>>;
}

export function viewAt(platform: Platform, name: () => SessionName, offset: number): SessionView {
	/** No later than the view, whatever the caller asks for. */
	const bound = <T extends { before?: number }>(options: T): T & { before: number } => {
		const end = parseOffset(offset) + 1;
		return { ...options, before: Math.min(options.before ?? end, end) };
	};
	return {
		events: async (options = {}) => readEvents(platform, { name: name() }, toQuery(bound(options))),
		messages: async (options = {}) => readMessages(platform, { name: name() }, bound(options)),
		state: async () => stateAsOf(platform, { name: name() }, offset),
	};
}
