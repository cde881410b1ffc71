import { describe, expect, it } from "vitest";
import { draft, lifecycle, newUid, type Setup, textOf } from "../fixture.ts";

const KIB = 1024;
const LONG = 100_000;

/** What every store can hold, whatever its limits. */
export function describeSizes(setup: Setup): void {
	describe("sizes", () => {
		it("SE2: an event of 256 KiB is stored completely, with one or four bytes per character", async () => {
			const t = setup();
			expect(t.store.capabilities.limits.eventBytes).toBeGreaterThanOrEqual(256 * KIB);
			const room = 256 * KIB - 512;
			for (const [id, text] of Object.entries({ ascii: "x".repeat(room), wide: "🚀".repeat(room / 4) })) {
				await t.append(t.name(id), [draft(text)]);
				expect((await t.texts(t.name(id)))[0] === text).toBe(true);
			}
		});

		it("SE3: a batch of 64 events of 64 KiB is stored as one unit", async () => {
			const t = setup();
			expect(t.store.capabilities.limits.batchEvents).toBeGreaterThanOrEqual(64);
			const name = t.name("s");
			const events = Array.from({ length: 64 }, (_, i) => draft(`${i} ${"x".repeat(64 * KIB)}`));
			expect(await t.append(name, events)).toMatchObject({ firstOffset: 0, head: 64 });
			const page = await t.store.log.read({ name }, { after: -1, limit: 100 });
			expect(page?.events.every(({ body }, i) => body === events[i]?.body)).toBe(true);
			expect(page?.events).toHaveLength(64);
		});

		it("ST5: a state value of 256 KiB is stored, and copied by a fork", async () => {
			const t = setup();
			const name = t.name("s");
			const value = "x".repeat(256 * KIB);
			await t.append(name, [draft("a", { stateDelta: { set: { big: value } } })]);
			const plan = {
				source: { name },
				offset: 0,
				to: t.name("f"),
				uid: newUid(),
				at: 1,
				lifecycle: lifecycle("forked"),
			};
			await t.store.sessions.fork(plan);
			for (const one of [name, plan.to]) {
				expect((await t.store.state.read({ name: one }))?.session.get("big") === JSON.stringify(value)).toBe(
					true,
				);
			}
		});

		it("SE4: a session of 100,000 events is readable from either end and in the middle", async () => {
			const t = setup();
			const name = t.name("long");
			const size = Math.min(t.store.capabilities.limits.batchEvents, 1_000);
			for (let n = 0; n < LONG; n += size) {
				const count = Math.min(size, LONG - n);
				await t.append(
					name,
					Array.from({ length: count }, (_, i) => draft(`${n + i}`)),
				);
			}
			expect(await t.store.sessions.get({ name })).toMatchObject({ head: LONG, messageCount: LONG });
			const read = async (query: {
				after?: number;
				newest?: boolean;
				before?: number;
			}): Promise<string[]> => {
				const page = await t.store.log.read({ name }, { after: -1, limit: 3, ...query });
				return page?.events.map(({ body }) => textOf(body)) ?? [];
			};
			expect(await read({})).toEqual(["0", "1", "2"]);
			expect(await read({ after: 50_000 })).toEqual(["50001", "50002", "50003"]);
			expect(await read({ newest: true })).toEqual(["99997", "99998", "99999"]);
			expect(await read({ newest: true, before: 70_000 })).toEqual(["69997", "69998", "69999"]);
			let next = 0;
			for (let after = -1; after < LONG - 1; ) {
				const page = await t.store.log.read({ name }, { after, limit: 10_000 });
				for (const { offset, body } of page?.events ?? []) {
					if (offset !== next || textOf(body) !== `${next}`) throw new Error(`event ${next} is wrong`);
					next += 1;
				}
				after = next - 1;
			}
			expect(next).toBe(LONG);
			const { uid } = await t.append(name, []);
			expect(await t.store.erasure.erase({ tenant: t.tenant, session: uid })).toMatchObject({ events: LONG });
		});
	});
}
