import type { EventQuery, LogPage, SessionTarget, StoredEvent } from "../ports/index.ts";
import type { MemoryData } from "./data.ts";
import type { MemoryEvent } from "./stored.ts";

function matches(event: MemoryEvent, query: EventQuery): boolean {
	return (
		(!query.kinds || query.kinds.includes(event.kind)) &&
		(!query.sources || query.sources.includes(event.source)) &&
		(query.runId === undefined || query.runId === event.runId)
	);
}

export function readEvents(data: MemoryData, target: SessionTarget, query: EventQuery): LogPage | undefined {
	const session = data.find(target);
	if (!session) return undefined;
	const { uid, base, head } = session.record;
	const first = Math.max(query.after + 1, base);
	const last = Math.min((query.before ?? head) - 1, head - 1);
	const events: StoredEvent[] = [];
	const take = (offset: number): void => {
		const event = session.events[offset - base];
		if (event && matches(event, query)) events.push({ offset, body: event.body });
	};
	if (query.newest) {
		for (let offset = last; offset >= first && events.length < query.limit; offset--) take(offset);
		events.reverse();
	} else {
		for (let offset = first; offset <= last && events.length < query.limit; offset++) take(offset);
	}
	return { uid, base, head, events };
}
