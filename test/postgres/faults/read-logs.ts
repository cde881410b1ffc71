import { expect } from "vitest";
import type { Event, Holdfast } from "../../../src/index.ts";
import type { Report, Told, Written } from "./children/fault-writer.ts";

/** Every session with its whole log. */
export async function readLogs(hf: Holdfast): Promise<Map<string, Event[]>> {
	const logs = new Map<string, Event[]>();
	for (let next: string | undefined, first = true; first || next; first = false) {
		const page = await hf.sessions.list({ limit: 100, ...(next !== undefined && { cursor: next }) });
		const readOne = async (sessionId: string): Promise<void> => {
			const log: Event[] = [];
			const session = hf.session({ agentId: "a", sessionId });
			for (let more = true; more; ) {
				const events = await session.events({ after: log.length - 1, limit: 5_000 });
				log.push(...events);
				more = events.length > 0;
			}
			logs.set(sessionId, log);
		};
		await Promise.all(page.items.map(({ sessionId }) => readOne(sessionId)));
		next = page.next;
	}
	return logs;
}

const written = (event: Event): Written => event.data as unknown as Written;

/** As a follower notes it. */
export const noteOf = (event: Event): string =>
	`${event.offset} ${written(event).name}#${written(event).index}`;

/** No gap, no event twice, and nothing but whole batches; where each of them begins. */
function batchesOf(log: readonly Event[]): Map<string, number> {
	expect(log.map(({ offset }) => offset)).toEqual(log.map((_, i) => i));
	expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
	const batches = new Map<string, number>();
	for (let at = 0; at < log.length; ) {
		const { name, size } = written(log[at] as Event);
		const batch = log.slice(at, at + size).map((event) => ({ ...written(event) }));
		expect(batch).toEqual(
			Array.from({ length: size }, (_, index) => ({ type: "written", name, index, size })),
		);
		expect(batches.has(name), `${name} is there twice`).toBe(false);
		batches.set(name, at);
		at += size;
	}
	return batches;
}

const spanOf = ({ offsets }: Told): number[] => offsets.map((_, i) => (offsets[0] as number) + i);

/** The logs are what the reports say: all that was acknowledged, where it was said to be, and nothing that nobody wrote. */
export function expectTruth(logs: ReadonlyMap<string, Event[]>, reports: readonly Report[]): void {
	const acknowledged = reports.flatMap((report) => report.acknowledged);
	const doubtful = new Set(reports.flatMap((report) => report.doubtful.map(({ name }) => name)));
	const stored = new Map<string, string>();
	for (const [sessionId, log] of logs) {
		for (const [name, at] of batchesOf(log)) {
			expect(stored.has(name), `${name} is in two sessions`).toBe(false);
			stored.set(name, `${sessionId} ${at}`);
		}
	}
	for (const told of acknowledged) {
		expect(told.offsets).toEqual(spanOf(told));
		expect(stored.get(told.name), told.name).toBe(`${told.sessionId} ${told.offsets[0]}`);
		stored.delete(told.name);
	}
	// What is left was not acknowledged: it is of those that nobody knew about, and of those only.
	expect([...stored.keys()].filter((name) => !doubtful.has(name))).toEqual([]);
}
