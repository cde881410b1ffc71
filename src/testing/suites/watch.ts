import { describe, expect, it } from "vitest";
import { holdfast } from "../../holdfast.ts";
import type { SessionTarget, Store } from "../../store/ports/index.ts";
import { draft, drafts, type Fixture, lifecycle, newUid, type Setup } from "../fixture.ts";

/** Resolves with the first wake-up. If a store misses it, the test times out. */
function woken(store: Store, target: SessionTarget): { wake: Promise<void>; stop: () => void } {
	let stop = (): void => {};
	const wake = new Promise<void>((resolve) => {
		stop = store.log.watch(target, resolve);
	});
	return { wake: wake.finally(() => stop()), stop };
}

/** Watchers are notified of every commit that concerns them. */
export function describeWatch(setup: Setup): void {
	const existing = async (t: Fixture): Promise<SessionTarget> => {
		const { uid } = await t.append(t.name("s"), drafts("a"));
		return { uid, tenant: t.tenant };
	};

	describe("watch", () => {
		it("SE5: an append wakes the watchers of the session", async () => {
			const t = setup();
			const target = await existing(t);
			const { wake } = woken(t.store, target);
			await t.append(target, drafts("b"));
			await wake;
			expect(await t.texts(target)).toEqual(["a", "b"]);
		});

		it("SE5: a woken reader sees the commit that woke it", async () => {
			const t = setup();
			const target = await existing(t);
			for (let n = 0; n < 20; n++) {
				const { wake } = woken(t.store, target);
				const read = wake.then(() => t.texts(target));
				await t.append(target, drafts(`${n}`));
				expect((await read).at(-1)).toBe(`${n}`);
			}
		});

		it("SE5: the creation of a session wakes the watchers of its name", async () => {
			const t = setup();
			const name = t.name("later");
			const { wake } = woken(t.store, { name });
			await t.append(name, drafts("a"));
			await wake;
			expect(await t.texts(name)).toEqual(["a"]);
		});

		it("SE5: a fork, a re-key and an import to a name wake its watchers", async () => {
			const t = setup();
			await t.append(t.name("source"), drafts("a"));
			const at = Date.now();
			const forked = woken(t.store, { name: t.name("forked") });
			const fork = { source: { name: t.name("source") }, offset: 0, to: t.name("forked"), uid: newUid(), at };
			await t.store.sessions.fork({ ...fork, lifecycle: lifecycle("forked") });
			await forked.wake;
			const moved = woken(t.store, { name: t.name("moved") });
			await t.store.sessions.rekey({
				from: { name: t.name("forked") },
				to: t.name("moved"),
				onConflict: "refuse",
				at,
				lifecycle: () => lifecycle("rekeyed"),
			});
			await moved.wake;
			const loaded = woken(t.store, { name: t.name("loaded") });
			await t.store.sessions.load(emptyLoad(t, "loaded", "fail"));
			await loaded.wake;
		});

		it("SE5: re-keying a session wakes the watchers of its uid", async () => {
			const t = setup();
			const target = await existing(t);
			const { wake } = woken(t.store, target);
			const plan = { from: { name: t.name("s") }, to: t.name("s", { user: "u" }), at: Date.now() };
			await t.store.sessions.rekey({ ...plan, onConflict: "refuse", lifecycle: () => lifecycle("rekeyed") });
			await wake;
			expect(await t.texts(target)).toEqual(["a", "rekeyed"]);
		});

		it("ER1: deleting, merging or replacing a session wakes its watchers", async () => {
			const t = setup();
			const deleted = await existing(t);
			const first = woken(t.store, deleted);
			if (!("uid" in deleted)) throw new Error("held by uid");
			await t.store.erasure.erase({ tenant: t.tenant, session: deleted.uid });
			await first.wake;
			expect(await t.store.log.read(deleted, { after: -1, limit: 1 })).toBeUndefined();

			const merged = await existing(t);
			await t.append(t.name("target"), drafts("b"));
			const second = woken(t.store, merged);
			await t.store.sessions.rekey({
				from: { name: t.name("s") },
				to: t.name("target"),
				onConflict: "merge",
				at: Date.now(),
				lifecycle: () => lifecycle("rekeyed"),
			});
			await second.wake;
			expect(await t.store.log.read(merged, { after: -1, limit: 1 })).toBeUndefined();

			const replaced = await existing(t);
			const third = woken(t.store, replaced);
			await t.store.sessions.load(emptyLoad(t, "s", "replace"));
			await third.wake;
			expect(await t.store.log.read(replaced, { after: -1, limit: 1 })).toBeUndefined();
		});

		it("SE5: a stopped watcher is not called again; the same function can watch twice and stop once", async () => {
			const t = setup();
			const target = await existing(t);
			let calls = 0;
			const count = (): void => {
				calls += 1;
			};
			const stopOne = t.store.log.watch(target, count);
			const stopTwo = t.store.log.watch(target, count);
			stopOne();
			stopOne();
			const { wake } = woken(t.store, target);
			await t.append(target, drafts("b"));
			await wake;
			expect(calls).toBeGreaterThan(0);
			stopTwo();
			const settled = calls;
			const again = woken(t.store, target);
			await t.append(target, drafts("c"));
			await again.wake;
			expect(calls).toBe(settled);
		});

		it("SE5: a follower gets every event once and in order while sixteen writers append", async () => {
			const t = setup();
			const hf = await holdfast({ store: t.store, tenant: t.tenant });
			const session = hf.session({ agentId: "agent", sessionId: "followed" });
			const seen: number[] = [];
			const total = 16 * 10;
			const following = (async () => {
				for await (const event of session.follow()) if (seen.push(event.offset) === total) break;
			})();
			const event = { kind: "custom" as const, source: "user" as const, data: {} };
			const writer = async (): Promise<void> => {
				for (let n = 0; n < 5; n++) await session.append([event, event]);
			};
			await Promise.all(Array.from({ length: 16 }, writer));
			await following;
			await hf.close();
			expect(seen).toEqual(Array.from({ length: total }, (_, offset) => offset));
		});
	});
}

const emptyLoad = (t: Fixture, sessionId: string, onConflict: "fail" | "replace") => ({
	name: t.name(sessionId),
	uid: newUid(),
	mode: "auto" as const,
	title: undefined,
	metadata: {},
	baseState: new Map<string, string>(),
	base: 0,
	head: 1,
	lastRunId: undefined,
	storedAt: 1,
	createdAt: 1,
	updatedAt: 1,
	endedAt: undefined,
	events: [{ ...draft("loaded"), offset: 0 }],
	onConflict,
});
