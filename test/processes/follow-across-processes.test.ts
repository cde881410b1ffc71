import { expect } from "vitest";
import type { Event, Holdfast } from "../../src/index.ts";
import { onEachStore } from "./on-each-store.ts";
import { startWorker } from "./start-worker.ts";
import { openFile } from "./temp-database.ts";

const ref = { agentId: "a", sessionId: "followed" };
const note = (text: string) => ({
	kind: "custom" as const,
	source: "integration" as const,
	data: { type: "note", text },
});

/** Follows until the event with this offset has come. */
async function followTo(hf: Holdfast, last: number, after?: number): Promise<Event[]> {
	const seen: Event[] = [];
	for await (const event of hf.session(ref).follow(after === undefined ? {} : { after })) {
		seen.push(event);
		if (event.offset >= last) break;
	}
	return seen;
}

/** The next events of an iterator. */
async function take(iterator: AsyncIterator<Event>, count: number): Promise<Event[]> {
	const events: Event[] = [];
	while (events.length < count) {
		const step = await iterator.next();
		if (step.done) break;
		events.push(step.value);
	}
	return events;
}

const iterate = (hf: Holdfast, after?: number): AsyncIterator<Event> =>
	hf
		.session(ref)
		.follow(after === undefined ? {} : { after })
		[Symbol.asyncIterator]();

onEachStore(
	"SE5 followers see 2,000 events of another process without gap or duplicate, wherever in mid-stream they start",
	async (newPlace) => {
		const path = await newPlace();
		const count = 2000;
		const hf = await openFile(path);
		const worker = await startWorker(path);
		const followers = [{ after: -1, events: followTo(hf, count - 1) }];
		let started = 0;
		worker.child.onMessage((message) => {
			if (!("head" in message) || message.head < started * 100) return;
			started++;
			// In the past, at the seam, and ahead of what is written so far.
			const after = Math.min(Math.floor(Math.random() * (message.head + 20)) - 1, count - 2);
			const atSeam = message.head - 1;
			for (const start of [after, Math.min(atSeam, count - 2)]) {
				followers.push({ after: start, events: followTo(hf, count - 1, start) });
			}
		});
		await worker.tell({ do: "append-many", ref, count });
		expect(followers.length).toBeGreaterThan(20);
		for (const { after, events } of followers) {
			const seen = await events;
			expect(seen.map((event) => event.offset)).toEqual(
				Array.from({ length: count - 1 - after }, (_, i) => after + 1 + i),
			);
			expect(seen.map((event) => event.data.n)).toEqual(seen.map((event) => event.offset));
		}
		await worker.close();
	},
);

onEachStore(
	"SE5 a follower of a session that does not exist yet gets its first event, whoever creates it",
	async (newPlace) => {
		const path = await newPlace();
		const hf = await openFile(path);
		const worker = await startWorker(path);
		const iterator = iterate(hf);
		const first = iterator.next();
		// The follower has looked and found nothing by the time this read is through.
		expect(await hf.session(ref).events()).toEqual([]);
		await worker.tell({ do: "append", ref: { ...ref, sessionId: "another" }, events: [note("not for you")] });
		await worker.tell({ do: "append", ref, events: [note("one"), note("two")] });
		expect(await first).toMatchObject({ done: false, value: { offset: 0, data: { text: "one" } } });
		expect((await take(iterator, 1)).map((event) => event.data.text)).toEqual(["two"]);
		await iterator.return?.();
		await worker.close();
	},
);

onEachStore("SE5 ID6 a follower stays with a session that another process re-keys", async (newPlace) => {
	const path = await newPlace();
	const hf = await openFile(path);
	const worker = await startWorker(path);
	await worker.tell({ do: "append", ref, events: [note("before")] });
	const iterator = iterate(hf);
	expect(await take(iterator, 1)).toHaveLength(1);
	const next = take(iterator, 2);
	await worker.tell({ do: "rekey", ref, to: { userId: "u1", sessionId: "renamed" } });
	// Another session takes the old name: the follower must not slip over to it.
	await worker.tell({ do: "append", ref, events: [note("impostor")] });
	await worker.tell({
		do: "append",
		ref: { agentId: "a", userId: "u1", sessionId: "renamed" },
		events: [note("after")],
	});
	expect(await next).toMatchObject([
		{ offset: 1, kind: "session", data: { change: "rekeyed" } },
		{ offset: 2, data: { text: "after" } },
	]);
	await iterator.return?.();
	await worker.close();
});

onEachStore(
	"SE5 ID6 a follower of the target gets the events that another process merges into it",
	async (newPlace) => {
		const path = await newPlace();
		const hf = await openFile(path);
		const worker = await startWorker(path);
		await worker.tell({ do: "append", ref, events: [note("target")] });
		const source = { agentId: "a", sessionId: "source" };
		await worker.tell({ do: "append", ref: source, events: [note("merged 0"), note("merged 1")] });
		const iterator = iterate(hf, 0);
		const next = take(iterator, 3);
		await worker.tell({ do: "rekey", ref: source, to: { sessionId: ref.sessionId }, onConflict: "merge" });
		expect(await next).toMatchObject([
			{ offset: 1, data: { text: "merged 0" } },
			{ offset: 2, data: { text: "merged 1" } },
			{ offset: 3, kind: "session" },
		]);
		await iterator.return?.();
		await worker.close();
	},
);

onEachStore(
	"SE5 SE11 a follower learns by not_found that another process deleted the session, also when it comes back",
	async (newPlace) => {
		const path = await newPlace();
		const hf = await openFile(path);
		const worker = await startWorker(path);
		await worker.tell({ do: "append", ref, events: [note("one")] });
		const iterator = iterate(hf);
		expect(await take(iterator, 1)).toHaveLength(1);
		const next = iterator.next();
		await worker.tell({ do: "delete", ref });
		await worker.tell({ do: "append", ref, events: [note("a new session of the same name")] });
		await expect(next).rejects.toMatchObject({ code: "not_found" });
		expect(await iterator.next()).toEqual({ done: true, value: undefined });
		await worker.close();
	},
);
