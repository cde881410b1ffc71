import { expect } from "vitest";
import type { Event, Holdfast } from "../../src/index.ts";
import type {
	Acknowledgement,
	ManyWritersInput,
	ManyWritersMessage,
	Origin,
} from "./children/many-writers.ts";
import { onEachStore } from "./on-each-store.ts";
import { startChild } from "./start-child.ts";
import { openFile } from "./temp-database.ts";

const PROCESSES = 4;
const WRITERS = 16;

/** Writers of several processes at once; gives back all that was acknowledged to any of them. */
async function writeFromEverywhere(
	path: string,
	batches: number,
	sessions: number,
): Promise<Acknowledgement[]> {
	const children = Array.from({ length: PROCESSES }, (_, process) =>
		startChild<ManyWritersMessage>("many-writers", {
			path,
			process,
			writers: WRITERS,
			batches,
			sessions,
		} satisfies ManyWritersInput),
	);
	await Promise.all(children.map((child) => child.message((message) => "ready" in message)));
	for (const child of children) child.send({ go: true });
	const results = await Promise.all(
		children.map((child) => child.message((message) => "acknowledged" in message)),
	);
	await Promise.all(children.map((child) => child.ended()));
	return results.flatMap((result) => {
		if (!("acknowledged" in result)) return [];
		expect(result.rejected).toEqual([]);
		return result.acknowledged;
	});
}

async function wholeLog(hf: Holdfast, sessionId: string): Promise<Event[]> {
	return hf.session({ agentId: "a", sessionId }).events({ limit: 10_000 });
}

const originOf = (event: Event): Origin => event.data as unknown as Origin;

/** The log is what the acknowledgements say, event for event, and each batch and each writer is in order. */
function expectTruth(log: Event[], acknowledged: Acknowledgement[]): void {
	expect(log.map((event) => event.offset)).toEqual(log.map((_, i) => i));
	expect(new Set(log.map((event) => event.id)).size).toBe(log.length);
	const stored = log.map((event) => {
		const { process, writer, batch, index, size } = originOf(event);
		return { process, writer, batch, index, size };
	});
	const told: object[] = [];
	for (const { process, writer, batch, size, offsets } of acknowledged) {
		offsets.forEach((offset, index) => {
			told[offset] = { process, writer, batch, index, size };
		});
		// Contiguous: a batch takes the offsets that follow one another, in its own order.
		expect(offsets).toEqual(offsets.map((_, i) => (offsets[0] as number) + i));
	}
	expect(stored).toEqual(told);
	const newest = new Map<string, number>();
	for (const { process, writer, batch, index } of stored) {
		if (index !== 0) continue;
		const name = `${process}/${writer}`;
		expect(batch).toBeGreaterThan(newest.get(name) ?? -1);
		newest.set(name, batch);
	}
}

onEachStore(
	"SE3 4 processes × 16 writers on one session: nothing lost, doubled, reordered or rejected",
	async (newPlace) => {
		const path = await newPlace();
		const batches = 20;
		const acknowledged = await writeFromEverywhere(path, batches, 1);
		expect(acknowledged).toHaveLength(PROCESSES * WRITERS * batches);
		const hf = await openFile(path);
		const log = await wholeLog(hf, "s0");
		expectTruth(log, acknowledged);
		expect((await hf.sessions.get("s0")).head).toBe(log.length);
		// The processes did write at the same time, not one after the other.
		const turns = log.filter(
			(event, i) => i > 0 && originOf(event).process !== originOf(log[i - 1] as Event).process,
		);
		expect(turns.length).toBeGreaterThan(PROCESSES);
	},
);

onEachStore(
	"SE3 4 processes × 16 writers over 1,000 sessions: each log is exactly what was acknowledged",
	async (newPlace) => {
		const path = await newPlace();
		const batches = 40;
		const acknowledged = await writeFromEverywhere(path, batches, 1000);
		expect(acknowledged).toHaveLength(PROCESSES * WRITERS * batches);
		const bySession = Map.groupBy(acknowledged, ({ sessionId }) => sessionId);
		const hf = await openFile(path);
		let sessions = 0;
		for (let next: string | undefined, first = true; first || next; first = false) {
			const page = await hf.sessions.list({ limit: 100, ...(next !== undefined && { cursor: next }) });
			for (const { sessionId, head } of page.items) {
				const log = await wholeLog(hf, sessionId);
				expect(head).toBe(log.length);
				expectTruth(log, bySession.get(sessionId) ?? []);
			}
			sessions += page.items.length;
			next = page.next;
		}
		expect(sessions).toBe(bySession.size);
	},
);
