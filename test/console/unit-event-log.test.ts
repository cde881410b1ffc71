import { describe, expect, test } from "vitest";
import { type EventLog, type LogSource, openEventLog } from "../../console/src/live/event-log.ts";
import { HoldfastError } from "../../src/client/index.ts";
import type { Event } from "../../src/index.ts";

const said = (offset: number): Event => ({
	id: `e${offset}`,
	offset,
	kind: "message",
	source: "user",
	at: "2026-01-01T00:00:00.000Z",
	data: { role: "user", content: `line ${offset}` },
});

/** A session whose stream the test holds in its hands. */
function fakeSession(count: number, { hides = () => false }: { hides?: (offset: number) => boolean } = {}) {
	const events = Array.from({ length: count }, (_, offset) => said(offset));
	const reads: string[] = [];
	const follows: number[] = [];
	const queue: (Event | Error)[] = [];
	let wake: (() => void) | undefined;
	const send = (item: Event | Error): void => {
		queue.push(item);
		wake?.();
	};
	const source: LogSource = {
		events: async ({ after = -1, before = Number.POSITIVE_INFINITY, limit = 1_000 }) => {
			reads.push(`${after}..${before}`);
			return events
				.filter(({ offset }) => offset > after && offset < before && !hides(offset))
				.slice(0, limit);
		},
		async *follow({ after, signal }) {
			follows.push(after);
			while (!signal.aborted) {
				const item = queue.shift();
				if (item instanceof Error) throw item;
				if (item) yield item;
				else
					await new Promise<void>((resolve) => {
						wake = resolve;
						signal.addEventListener("abort", () => resolve());
					});
			}
		},
	};
	const append = (): Event => {
		const event = said(events.length);
		events.push(event);
		return event;
	};
	return { source, reads, follows, events, append, send };
}

function open(
	session: ReturnType<typeof fakeSession>,
	more: { keep?: number; base?: number } = {},
): EventLog & { draw(): void; frames: () => number } {
	const { source, events } = session;
	let due: (() => void)[] = [];
	let frames = 0;
	const log = openEventLog({
		source,
		base: 0,
		head: events.length,
		chunk: 10,
		pause: async () => {},
		frame: (draw) => {
			frames += 1;
			due.push(draw);
		},
		...more,
	});
	return Object.assign(Object.create(log) as EventLog, {
		draw() {
			const now = due;
			due = [];
			for (const draw of now) draw();
		},
		frames: () => frames,
	});
}

const texts = (log: EventLog, from: number, to: number): unknown[] =>
	Array.from({ length: to - from }, (_, index) => log.get(from + index)?.offset);

describe("IF5: the log of a session, read in parts", () => {
	test("reads the parts that are asked for, each once", async () => {
		const session = fakeSession(1_000);
		const log = open(session);
		expect(log.status).toBe("loading");
		await log.load(985, 1_000);
		expect(log.status).toBe("live");
		expect(texts(log, 988, 992)).toEqual([988, 989, 990, 991]);
		expect(log.get(5)).toBeUndefined();
		await log.load(985, 1_000);
		log.want(990, 999);
		expect(session.reads).toEqual(["979..990", "989..1000"]);
		log.close();
	});

	test("what is in sight is loaded, what was passed by is not", async () => {
		const session = fakeSession(1_000);
		const log = open(session);
		for (let at = 0; at < 900; at += 50) log.want(at, at + 5);
		await expect.poll(() => log.get(850)?.offset).toBe(850);
		expect(session.reads.length).toBeLessThanOrEqual(3);
		log.close();
	});

	test("keeps no more than it may, and what is in sight stays", async () => {
		const session = fakeSession(500);
		const log = open(session, { keep: 5 });
		for (let at = 0; at < 500; at += 10) {
			log.want(at, at + 10);
			await log.load(at, at + 10);
			expect(log.get(at)?.offset).toBe(at);
		}
		expect([...log.loaded()].length).toBeLessThanOrEqual(50);
		expect(log.get(0)).toBeUndefined();
		log.want(0, 10);
		await expect.poll(() => log.get(0)?.offset).toBe(0);
		log.close();
	});

	test("older events that were removed are not asked for", async () => {
		const session = fakeSession(30);
		session.events.splice(0, 15);
		const log = openEventLog({
			source: session.source,
			base: 15,
			head: 30,
			chunk: 10,
			frame: (draw) => draw(),
		});
		await log.load(0, 30);
		expect(session.reads).toEqual(["14..20", "19..30"]);
		expect(log.get(14)).toBeUndefined();
		expect(log.get(15)?.offset).toBe(15);
		log.close();
	});

	test("live events are told once a frame, however many come", async () => {
		const session = fakeSession(10);
		const log = open(session);
		await log.load(0, 10);
		log.draw();
		let told = 0;
		log.subscribe(() => {
			told += 1;
		});
		const before = log.frames();
		for (let count = 0; count < 60; count += 1) session.send(session.append());
		await expect.poll(() => log.head).toBe(70);
		expect(log.frames()).toBe(before + 1);
		log.draw();
		expect(told).toBe(1);
		expect(texts(log, 60, 70)).toEqual([60, 61, 62, 63, 64, 65, 66, 67, 68, 69]);
		log.close();
	});

	test("an event that comes while a part is read is neither lost nor overwritten", async () => {
		const session = fakeSession(15);
		const log = open(session);
		const loading = log.load(10, 15);
		session.send(session.append());
		await loading;
		await expect.poll(() => log.get(15)?.offset).toBe(15);
		expect(log.get(14)?.offset).toBe(14);
		log.close();
	});

	test("a stream that breaks goes on behind the last event: what came meanwhile is read, nothing twice", async () => {
		const session = fakeSession(10);
		const log = open(session);
		await log.load(0, 10);
		session.append();
		session.append();
		session.send(new HoldfastError("unavailable", "away"));
		await expect.poll(() => log.head).toBe(12);
		expect(log.status).toBe("live");
		expect(session.follows).toEqual([9, 11]);
		session.send(said(11));
		session.send(session.append());
		await expect.poll(() => log.head).toBe(13);
		expect([...log.loaded()].map(({ offset }) => offset)).toEqual(Array.from({ length: 13 }, (_, at) => at));
		log.close();
	});

	test("a gap is filled when it comes into sight", async () => {
		const session = fakeSession(10);
		const log = open(session);
		await log.load(0, 10);
		session.append();
		session.append();
		session.send(session.append());
		await expect.poll(() => log.head).toBe(13);
		expect(log.get(11)).toBeUndefined();
		log.want(8, 13);
		await expect.poll(() => log.get(11)?.offset).toBe(11);
		log.close();
	});

	test("offsets that are not for the reader are known to be none", async () => {
		const session = fakeSession(25, { hides: (offset) => offset % 2 === 1 });
		const log = open(session);
		await log.load(0, 25);
		expect(log.get(3)).toBeNull();
		expect(log.get(4)?.offset).toBe(4);
		log.want(0, 25);
		expect(session.reads.length).toBe(3);
		log.close();
	});

	test("what could not be read is asked for again, as long as it is in sight", async () => {
		const session = fakeSession(30);
		const { source } = session;
		let failures = 2;
		const shaky: LogSource = {
			...source,
			events: async (options) => {
				if (failures > 0) {
					failures -= 1;
					throw new HoldfastError("unavailable", "away");
				}
				return source.events(options);
			},
		};
		const log = open({ ...session, source: shaky });
		log.want(0, 5);
		await expect.poll(() => log.get(4)?.offset).toBe(4);
		log.close();
	});

	test("what somebody else began to read and could not is read again for the reader who waits for it", async () => {
		const session = fakeSession(20);
		const { events } = session.source;
		let tries = 0;
		session.source.events = async (options) => {
			tries += 1;
			if (tries === 1) throw new HoldfastError("unavailable", "not now");
			return events(options);
		};
		const log = open(session);
		const sample = log.load(0, 10);
		log.want(0, 5);
		await expect(sample).rejects.toThrow("not now");
		await expect.poll(() => log.get(3)?.offset).toBe(3);
		expect(log.status).toBe("live");
		log.close();
	});

	test("says when the session is gone, and when it may not be read", async () => {
		const deleted = fakeSession(3);
		const gone = open(deleted);
		deleted.send(new HoldfastError("not_found", "deleted"));
		await expect.poll(() => gone.status).toBe("gone");
		const closed = fakeSession(3);
		const refused = open(closed);
		closed.send(new HoldfastError("forbidden", "no"));
		await expect.poll(() => refused.status).toBe("error");
		expect(refused.error).toMatchObject({ code: "forbidden" });
	});

	test("pairs the results of tools with their calls, by run", async () => {
		const session = fakeSession(0);
		const call = (offset: number, runId: string): Event => ({
			id: `c${offset}`,
			offset,
			kind: "tool_call",
			source: "agent",
			at: "2026-01-01T00:00:00.000Z",
			runId,
			data: { toolCallId: "1", name: "look", input: {} },
		});
		const result = (offset: number, runId: string): Event => ({
			id: `r${offset}`,
			offset,
			kind: "tool_result",
			source: "tool",
			at: "2026-01-01T00:00:01.000Z",
			runId,
			data: { toolCallId: "1", name: "look", output: "ok" },
		});
		session.events.push(call(0, "a"), result(1, "a"), call(2, "b"));
		const log = openEventLog({ source: session.source, base: 0, head: 3, frame: (draw) => draw() });
		await log.load(0, 3);
		expect(log.pairs.resultOf(call(0, "a"))).toBe(1);
		expect(log.pairs.callOf(result(1, "a"))).toBe(0);
		expect(log.pairs.resultOf(call(2, "b"))).toBeUndefined();
		log.close();
	});
});
