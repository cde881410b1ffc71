import { describe, expect, test } from "vitest";
import type { Event } from "../../src/index.ts";
import { gathered, note, said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };

/** The next so many events of a follower. */
async function take(follower: AsyncIterator<Event>, count: number): Promise<number[]> {
	const offsets: number[] = [];
	while (offsets.length < count) {
		const { value, done } = await follower.next();
		if (done) break;
		offsets.push((value as Event).offset);
	}
	return offsets;
}

export function describeFollowing(backend: Backend): void {
	describe("following", () => {
		const world = freshWorld(backend);

		test("SE5 the past and the present come without gap or duplicate, while writers write", async () => {
			const hf = await world.open();
			const writer = await world.open();
			await hf.session(ref).append(Array.from({ length: 20 }, (_, i) => note({ i })));
			const follower = hf.session(ref).follow();
			const writing = Promise.all(
				Array.from({ length: 30 }, (_, i) => writer.session(ref).append([note({ i }), note({ i })])),
			);
			expect(await take(follower, 80)).toEqual(Array.from({ length: 80 }, (_, i) => i));
			await writing;
			await follower.return?.();
		});

		test("SE5 after is exclusive and defaults to everything", async () => {
			const hf = await world.open();
			await hf.session(ref).append(Array.from({ length: 4 }, (_, i) => note({ i })));
			expect(await take(hf.session(ref).follow(), 4)).toEqual([0, 1, 2, 3]);
			expect(await take(hf.session(ref).follow({ after: -1 }), 4)).toEqual([0, 1, 2, 3]);
			expect(await take(hf.session(ref).follow({ after: 1 }), 2)).toEqual([2, 3]);
		});

		test("SE5 following waits for a session that does not exist, and creates none", async () => {
			const hf = await world.open();
			const follower = hf.session(ref).follow();
			const first = follower.next();
			await refusal(hf.sessions.get(ref), "not_found");
			const [stored] = await hf.session(ref).append(said("now"));
			expect((await first).value).toEqual(stored);
		});

		test("SE5 the events of a follower are the same as reading gives", async () => {
			const hf = await world.open();
			await hf
				.session(ref)
				.append([{ ...said("a"), metadata: { m: 1 }, stateDelta: { set: { k: null } } }, note({ x: 1 })]);
			await hf.session(ref).end();
			const controller = new AbortController();
			const followed: Event[] = [];
			for await (const event of hf.session(ref).follow({ signal: controller.signal })) {
				followed.push(event);
				if (followed.length === 3) controller.abort();
			}
			expect(followed).toEqual(await hf.session(ref).events());
		});

		test("SE5 abort ends quietly, before and while waiting", async () => {
			const hf = await world.open();
			const controller = new AbortController();
			const waiting = gathered(hf.session(ref).follow({ signal: controller.signal }));
			controller.abort();
			expect(await waiting).toEqual([]);
			await hf.session(ref).append(said("x"));
			expect(await gathered(hf.session(ref).follow({ signal: AbortSignal.abort() }))).toEqual([]);
		});

		test("SE5 close ends followers quietly", async () => {
			const hf = await world.open();
			const waiting = gathered(hf.session(ref).follow());
			await hf.close();
			expect(await waiting).toEqual([]);
		});

		test("SE5 deleting a followed session ends its followers with not_found", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("x"));
			const follower = hf.session(ref).follow();
			await follower.next();
			const waiting = follower.next();
			await hf.sessions.delete(ref);
			await refusal(waiting, "not_found");
		});

		test("SE5 a follower stays with its session through a re-key", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("x"));
			const follower = hf.session(ref).follow();
			await follower.next();
			await hf.sessions.rekey(ref, { userId: "u" });
			await hf.session({ ...ref, userId: "u" }).append(said("y"));
			expect(await take(follower, 2)).toEqual([1, 2]);
		});

		test("SE5 leaving the loop early is fine, and next after the end stays done", async () => {
			const hf = await world.open();
			await hf.session(ref).append([said("a"), said("b")]);
			const follower = hf.session(ref).follow();
			for await (const event of follower) {
				expect(event.offset).toBe(0);
				break;
			}
			expect(await follower.next()).toEqual({ done: true, value: undefined });
		});

		test.each([{ after: -2 }, { after: 1.5 }, { after: "0" }, { signal: "stop" }, null, 7])(
			"SE5 follow options %j reject at the first step",
			async (options) => {
				const hf = await world.open();
				await refusal(hf.session(ref).follow(garbage(options)).next(), "invalid");
			},
		);
	});
}
