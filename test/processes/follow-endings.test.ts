import { expect, onTestFinished } from "vitest";
import { type Event, type Holdfast, holdfast } from "../../src/index.ts";
import { onEachStore } from "./on-each-store.ts";
import { storeAt } from "./store-at.ts";
import { openFile } from "./temp-database.ts";

const ref = { agentId: "a", sessionId: "followed" };
const note = { kind: "custom" as const, source: "integration" as const, data: { type: "note" } };
const END = { done: true, value: undefined };

type Follower = AsyncIterator<Event> & { return(): Promise<IteratorResult<Event>> };

/** A follower that has read everything there is and waits for more. */
async function waitingFollower(
	hf: Holdfast,
	signal?: AbortSignal,
): Promise<{ follower: Follower; next: Promise<IteratorResult<Event>> }> {
	const { offset } = await hf.session(ref).history.append({ role: "user", content: "hello" });
	const follower = hf
		.session(ref)
		.follow({ after: offset - 1, ...(signal && { signal }) })
		[Symbol.asyncIterator]() as Follower;
	expect(await follower.next()).toMatchObject({ done: false, value: { offset } });
	const next = follower.next();
	// By the time another read is through, the follower has found nothing and waits.
	expect(await hf.session(ref).events({ after: offset })).toEqual([]);
	return { follower, next };
}

onEachStore("SE5 abort ends a waiting follower quietly", async (newPlace) => {
	const hf = await openFile(await newPlace());
	const ending = new AbortController();
	const { follower, next } = await waitingFollower(hf, ending.signal);
	ending.abort();
	expect(await next).toEqual(END);
	await hf.session(ref).append(note);
	expect(await follower.next()).toEqual(END);
});

onEachStore(
	"SE5 a signal that is aborted already, or between events, ends a follower quietly",
	async (newPlace) => {
		const hf = await openFile(await newPlace());
		await hf.session(ref).append([note, note, note]);
		const seen: number[] = [];
		for await (const event of hf.session(ref).follow({ signal: AbortSignal.abort() }))
			seen.push(event.offset);
		expect(seen).toEqual([]);
		const ending = new AbortController();
		for await (const event of hf.session(ref).follow({ signal: ending.signal })) {
			seen.push(event.offset);
			if (event.offset === 1) ending.abort();
		}
		expect(seen).toEqual([0, 1]);
	},
);

for (const by of ["abort", "return", "close"] as const) {
	onEachStore(`SE5 a follower ends by ${by} at any moment of its first look`, async (newPlace) => {
		const store = storeAt(await newPlace());
		await store.open();
		onTestFinished(() => store.close());
		// Each step of the promise queue is another moment: before the read, in it, behind it, at the watch.
		for (let steps = 0; steps < 40; steps++) {
			const hf = await holdfast({ store });
			const { offset } = await hf.session(ref).history.append({ role: "user", content: "hello" });
			const ending = new AbortController();
			const follower = hf
				.session(ref)
				.follow({ after: offset, signal: ending.signal })
				[Symbol.asyncIterator]() as Follower;
			const next = follower.next();
			for (let step = 0; step < steps; step++) await undefined;
			if (by === "abort") ending.abort();
			else if (by === "return") expect(await follower.return()).toEqual(END);
			const closed = by === "close" ? hf.close() : undefined;
			expect(await next).toEqual(END);
			await closed;
			await hf.close();
		}
	});
}

onEachStore("SE5 return() resolves at once and ends a pending next()", async (newPlace) => {
	const hf = await openFile(await newPlace());
	const { follower, next } = await waitingFollower(hf);
	expect(await follower.return()).toEqual(END);
	expect(await next).toEqual(END);
	expect(await follower.return()).toEqual(END);
});

onEachStore("SE5 closing Holdfast ends its followers quietly, and only its own", async (newPlace) => {
	const path = await newPlace();
	const hf = await openFile(path);
	const other = await openFile(path);
	const { next, follower } = await waitingFollower(hf);
	const { next: othersNext, follower: others } = await waitingFollower(other);
	// The first follower has been woken by the second's preparation.
	expect(await next).toMatchObject({ done: false });
	const waiting = follower.next();
	await hf.close();
	expect(await waiting).toEqual(END);
	await other.session(ref).append(note);
	expect(await othersNext).toMatchObject({ done: false, value: { kind: "custom" } });
	await others.return();
});

onEachStore("SE5 several next() calls at once are answered in order", async (newPlace) => {
	const hf = await openFile(await newPlace());
	const follower = hf.session(ref).follow()[Symbol.asyncIterator]();
	const steps = [follower.next(), follower.next(), follower.next()];
	await hf.session(ref).append([note, note, note]);
	const offsets = (await Promise.all(steps)).map((step) => (step.done ? -1 : step.value.offset));
	expect(offsets).toEqual([0, 1, 2]);
	await follower.return?.();
});
