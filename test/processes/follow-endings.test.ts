import { expect, test } from "vitest";
import type { Event, Holdfast } from "../../src/index.ts";
import { openFile, tempDatabase } from "./temp-database.ts";

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

test("SE5 abort ends a waiting follower quietly", async () => {
	const hf = await openFile(tempDatabase());
	const ending = new AbortController();
	const { follower, next } = await waitingFollower(hf, ending.signal);
	ending.abort();
	expect(await next).toEqual(END);
	await hf.session(ref).append(note);
	expect(await follower.next()).toEqual(END);
});

test("SE5 a signal that is aborted already, or between events, ends a follower quietly", async () => {
	const hf = await openFile(tempDatabase());
	await hf.session(ref).append([note, note, note]);
	const seen: number[] = [];
	for await (const event of hf.session(ref).follow({ signal: AbortSignal.abort() })) seen.push(event.offset);
	expect(seen).toEqual([]);
	const ending = new AbortController();
	for await (const event of hf.session(ref).follow({ signal: ending.signal })) {
		seen.push(event.offset);
		if (event.offset === 1) ending.abort();
	}
	expect(seen).toEqual([0, 1]);
});

test.for(["abort", "return", "close"] as const)(
	"SE5 a follower ends by %s at any moment of its first look",
	async (by) => {
		// Each step of the promise queue is another moment: before the read, in it, behind it, at the watch.
		for (let steps = 0; steps < 40; steps++) {
			const hf = await openFile(tempDatabase());
			await hf.session(ref).append(note);
			const ending = new AbortController();
			const follower = hf
				.session(ref)
				.follow({ after: 0, signal: ending.signal })
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
	},
);

test("SE5 return() resolves at once and ends a pending next()", async () => {
	const hf = await openFile(tempDatabase());
	const { follower, next } = await waitingFollower(hf);
	expect(await follower.return()).toEqual(END);
	expect(await next).toEqual(END);
	expect(await follower.return()).toEqual(END);
});

test("SE5 closing Holdfast ends its followers quietly, and only its own", async () => {
	const path = tempDatabase();
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

test("SE5 several next() calls at once are answered in order", async () => {
	const hf = await openFile(tempDatabase());
	const follower = hf.session(ref).follow()[Symbol.asyncIterator]();
	const steps = [follower.next(), follower.next(), follower.next()];
	await hf.session(ref).append([note, note, note]);
	const offsets = (await Promise.all(steps)).map((step) => (step.done ? -1 : step.value.offset));
	expect(offsets).toEqual([0, 1, 2]);
	await follower.return?.();
});
