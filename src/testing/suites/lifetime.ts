import { describe, expect, it } from "vitest";
import type { Store } from "../../store/ports/index.ts";
import { beginRun, endRun, LONG, runSeed, span } from "../begin-run.ts";
import { draftFact, factOwner, knownTo, newFact } from "../draft-fact.ts";
import {
	createFixture,
	draft,
	drafts,
	type Fixture,
	newUid,
	refusal,
	type Setup,
	seed,
	textOf,
	user,
} from "../fixture.ts";
import type { OpenStore } from "../store-under-test.ts";

interface Stores {
	/** A second store object on the same data, not opened; undefined if the data exists only in the object. */
	second: () => Promise<Store | undefined>;
	/** A separate store, not opened. */
	fresh: OpenStore;
}

/** Opening, closing, and what another process sees. */
export function describeLifetime(setup: Setup, { second, fresh }: Stores): void {
	/**
	 * Runs with a store that another process could have opened. A store for a single process is opened again.
	 */
	const withSecond = async (t: Fixture, run: (other: Fixture) => Promise<void>): Promise<void> => {
		const store = (await second()) ?? t.store;
		await store.open();
		try {
			await run(createFixture(store, t.tenant));
		} finally {
			await store.close();
		}
	};

	describe("lifetime", () => {
		it("BE1: open calls are counted: the store works until its last close", async () => {
			const t = setup();
			await t.store.open();
			await t.append(t.name("s"), drafts("a"));
			await t.store.close();
			expect(await t.texts(t.name("s"))).toEqual(["a"]);
		});

		it("BE1: more close calls than open calls do no harm", async () => {
			const { store, dispose } = await fresh();
			const t = createFixture(store);
			await store.open();
			await Promise.all([store.close(), store.close()]);
			await store.open();
			await t.append(t.name("s"), drafts("a"));
			expect(await t.texts(t.name("s"))).toEqual(["a"]);
			await store.close();
			await store.close();
			await store.open();
			await t.append(t.name("s"), drafts("b"));
			await store.close();
			await dispose?.();
		});

		it("BE1: a store that reports durable or shared provides a second store object", async () => {
			const t = setup();
			const { durable, shared } = t.store.capabilities;
			expect((await second()) !== undefined).toBe(durable || shared);
		});

		it("BE1: another store on the same data has everything that was acknowledged", async () => {
			const t = setup();
			const name = t.name("s", { user: "u" });
			await t.append(name, [draft("a", { stateDelta: { set: { k: 1, "user:k": 2, "app:k": 3 } } })], {
				create: seed({ title: "t", metadata: { m: [1] } }),
				deliveries: [{ url: "https://example.com/" }],
				jobs: [{ id: newUid(), kind: "consolidate", payload: { x: 1 }, dueAt: 1 }],
				require: { idempotency: { key: "k", fingerprint: "f" } },
			});
			await t.store.users.change({
				tenant: t.tenant,
				userId: user("u"),
				change: { variables: { set: { v: 1 }, unset: [] } },
				at: 1,
			});
			await withSecond(t, async (other) => {
				expect(await other.snapshot(name)).toEqual(await t.snapshot(name));
				expect(await other.store.users.get(t.tenant, user("u"))).toEqual(
					await t.store.users.get(t.tenant, user("u")),
				);
				const require = { idempotency: { key: "k", fingerprint: "f" } };
				expect((await other.append(name, drafts("a"), { require })).replayed).toHaveLength(1);
			});
		});

		it("SE3: two stores on the same data write one log", async () => {
			const t = setup();
			const name = t.name("s");
			await withSecond(t, async (other) => {
				const writes = Array.from({ length: 40 }, (_, i) =>
					(i % 2 ? t : other).append(name, drafts(`${i}a`, `${i}b`)),
				);
				const outcomes = await Promise.all(writes);
				expect(outcomes.map(({ firstOffset }) => firstOffset).sort((a, b) => a - b)).toEqual(
					Array.from({ length: 40 }, (_, i) => i * 2),
				);
				const page = await other.store.log.read({ name }, { after: -1, limit: 100 });
				for (const [i, { firstOffset }] of outcomes.entries()) {
					const batch = page?.events.slice(firstOffset, firstOffset + 2).map(({ body }) => textOf(body));
					expect(batch).toEqual([`${i}a`, `${i}b`]);
				}
			});
		});

		it("AG7: if runs begin through two stores at the same time, one begins, and either store can end it", async () => {
			const t = setup();
			const name = t.name("s");
			await withSecond(t, async (other) => {
				for (let round = 0; round < 5; round++) {
					const begin = (i: number) =>
						(i % 2 ? t : other).append(name, drafts("x"), { run: beginRun(`${round}/${i}`) });
					const results = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => begin(i)));
					const winner = results.findIndex(({ status }) => status === "fulfilled");
					expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
					const run = { ...endRun(`${round}/${winner}`), spans: [span("1", `${round}/${winner}`)] };
					await (winner % 2 ? other : t).append(name, drafts("y"), { run });
				}
				expect(await t.texts(name)).toHaveLength(10);
				expect(await other.snapshot(name)).toEqual(await t.snapshot(name));
				expect((await t.store.sessions.get({ name }))?.fence).toBe(5);
			});
		});

		it("AG7: a run that ends without an event through one store wakes those that wait through the other", async () => {
			const t = setup();
			const name = t.name("s");
			const { uid } = await t.append(name, drafts("a"), { run: beginRun("r") });
			await withSecond(t, async (other) => {
				await other.store.runs.wait({ target: { name }, seed: runSeed("waits"), queued: "q", aliveMs: LONG });
				/** Resolves when a wake-up finds the condition true. There may be other wake-ups. */
				const woken = async (isSo: () => Promise<boolean>): Promise<void> => {
					let stop = (): void => {};
					await new Promise<void>((resolve) => {
						const look = (): unknown => isSo().then((so) => so && resolve());
						stop = other.store.log.watch({ uid, tenant: t.tenant }, look);
					}).finally(() => stop());
				};
				// Somebody else watches all the time, so that the existence of the session is no change.
				const ignore = other.store.log.watch({ uid, tenant: t.tenant }, () => {});
				const appended = woken(async () => (await other.texts(name)).length === 2);
				await t.append(name, drafts("b"));
				await appended;
				const ended = woken(async () => (await other.store.runs.line({ name })).length === 1);
				await t.append(name, [], { run: endRun("r") });
				await ended;
				ignore();
				await other.append(name, drafts("c"), { run: beginRun("waits") });
			});
		});

		it("BE6: with two stores on the same data, each job is claimed once and each fact stored once", async () => {
			const t = setup();
			const owner = factOwner(t, { user: "u" });
			await withSecond(t, async (other) => {
				const each = (i: number) => (i % 2 ? t : other).store;
				const job = (i: number) => ({ id: `${i}`, kind: "k", payload: {}, dueAt: 1 });
				await Promise.all(
					Array.from({ length: 30 }, (_, i) =>
						each(i).work.enqueue({ tenant: t.tenant, job: job(i % 15), at: 1 }),
					),
				);
				const claims = Array.from({ length: 20 }, (_, i) =>
					each(i).work.claim({ tenant: t.tenant, kinds: ["k"], aliveMs: LONG, limit: 1 }),
				);
				const claimed = (await Promise.all(claims)).flat();
				expect(claimed).toHaveLength(15);
				expect(new Set(claimed.map(({ id }) => id)).size).toBe(15);
				const learnt = Array.from({ length: 20 }, (_, i) =>
					each(i).facts.commit({
						tenant: t.tenant,
						put: [newFact(draftFact(owner, `fact ${i}`))],
						remove: [],
						owners: [{ owner, rev: 0 }],
					}),
				);
				const done = await Promise.allSettled(learnt);
				expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
				const same = newFact(draftFact(owner, "same"));
				const unit = (i: number) => ({ ...same, fact: { ...same.fact, id: `same ${i}` } });
				await Promise.all(
					Array.from({ length: 20 }, (_, i) =>
						each(i).facts.commit({ tenant: t.tenant, put: [unit(i)], remove: [] }),
					),
				);
				expect(await knownTo(other, owner)).toHaveLength(2);
				expect(await other.store.facts.changes(owner, 0, 9)).toEqual(
					await t.store.facts.changes(owner, 0, 9),
				);
			});
		});

		it("SE5: commits, creation and deletion through one store wake watchers of the other", async () => {
			const t = setup();
			const name = t.name("s");
			await withSecond(t, async (other) => {
				const woken = (target: Parameters<typeof t.store.log.watch>[0]): Promise<void> => {
					let stop = (): void => {};
					return new Promise<void>((resolve) => {
						stop = other.store.log.watch(target, resolve);
					}).finally(() => stop());
				};
				const created = woken({ name });
				const { uid } = await t.append(name, drafts("a"));
				await created;
				const target = { uid, tenant: t.tenant };
				for (let n = 0; n < 5; n++) {
					const appended = woken(target);
					await t.append(name, drafts(`${n}`));
					await appended;
				}
				const deleted = woken(target);
				await t.store.erasure.erase({ tenant: t.tenant, session: uid });
				await deleted;
				expect(await other.store.sessions.get(target)).toBeUndefined();
			});
		});

		it("BE1: a closed store rejects with unavailable, finishes earlier calls, and can be opened again", async () => {
			const { store, dispose } = await fresh();
			const t = createFixture(store);
			expect((await refusal(t.append(t.name("s"), drafts("early")))).code).toBe("unavailable");
			await store.open();
			const asked = Promise.all(Array.from({ length: 20 }, (_, i) => t.append(t.name("s"), drafts(`${i}`))));
			await store.close();
			await asked;
			expect((await refusal(t.append(t.name("s"), drafts("late")))).code).toBe("unavailable");
			expect((await refusal(store.sessions.get({ name: t.name("s") }))).code).toBe("unavailable");
			await store.open();
			expect(await t.texts(t.name("s"))).toHaveLength(20);
			await store.close();
			await dispose?.();
		});
	});
}
