import type { Event, SessionHandle } from "holdfast";

const AT_ONCE = 1_000;
/** The maximum number of events to show. */
const MOST = 10_000;

/** All events of a run, in the order of the log. */
export async function readRunEvents(session: SessionHandle, runId: string): Promise<Event[]> {
	const events: Event[] = [];
	for (let after = -1; events.length < MOST; ) {
		const page = await session.events({ runId, after, limit: AT_ONCE });
		events.push(...page);
		const last = page.at(-1);
		if (!last || page.length < AT_ONCE) break;
		after = last.offset;
	}
	return events;
}
