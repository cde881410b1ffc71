import { describe, expect, it } from "vitest";
import { beginRun, endRun, LONG, runSeed } from "../begin-run.ts";
import { draft, drafts, type Fixture, refusal, type Setup, textOf } from "../fixture.ts";

const WRITERS = 16;
const EACH = 20;

/**
 * Checks that the log contains exactly the acknowledged events at their acknowledged offsets, with unbroken
 * batches.
 */
async function expectLog(t: Fixture, sessionId: string, acknowledged: Map<number, string>): Promise<void> {
	const page = await t.store.log.read({ name: t.name(sessionId) }, { after: -1, limit: 100_000 });
	const texts = page?.events.map(({ body }) => textOf(body)) ?? [];
	expect(page?.events.map(({ offset }) => offset)).toEqual(Array.from(texts.keys()));
	expect(new Map(texts.entries())).toEqual(new Map([...acknowledged].sort(([a], [b]) => a - b)));
}

/** Appends batches of 1 to 4 and records the offset of each event. */
async function write(
	t: Fixture,
	sessionId: string,
	writer: number,
	acknowledged: Map<number, string>,
): Promise<void> {
	for (let n = 0; n < EACH; n++) {
		const texts = Array.from({ length: 1 + ((writer + n) % 4) }, (_, i) => `${writer}/${n}/${i}`);
		const { firstOffset } = await t.append(t.name(sessionId), drafts(...texts));
		for (const [i, text] of texts.entries()) {
			if (acknowledged.has(firstOffset + i)) throw new Error(`offset ${firstOffset + i} was given out twice`);
			acknowledged.set(firstOffset + i, text);
		}
	}
}

/** Many concurrent writers. */
export function describeConcurrency(setup: Setup): void {
	describe("concurrency", () => {
		it("SE3: sixteen writers on one session lose, duplicate and reorder nothing", async () => {
			const t = setup();
			const acknowledged = new Map<number, string>();
			await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(t, "s", writer, acknowledged)));
			await expectLog(t, "s", acknowledged);
			const own = [...acknowledged].sort(([a], [b]) => a - b).map(([, text]) => text.split("/").map(Number));
			for (let writer = 0; writer < WRITERS; writer++) {
				const mine = own.filter(([who]) => who === writer).map(([, n = 0, i = 0]) => n * 10 + i);
				expect(mine).toEqual([...mine].sort((a, b) => a - b));
			}
		});

		it("SE3: appends that a process sends without waiting are in the log in the order of the calls", async () => {
			const t = setup();
			const texts = Array.from({ length: 120 }, (_, n) => `${n}`);
			// Every kind of append: plain, with state, with a key, a batch, a change of the record; the first
			// creates the session.
			const asked = texts.map((text, n) => {
				const parts = n % 5 === 2 ? { require: { idempotency: { key: text, fingerprint: text } } } : {};
				if (n % 5 === 1) return t.append(t.name("s"), [draft(text, { stateDelta: { set: { n } } })]);
				if (n % 5 === 3) return t.append(t.name("s"), drafts(text, `${text} and more`));
				if (n % 5 === 4) return t.append(t.name("s"), drafts(text), { patch: { title: text } });
				return t.append(t.name("s"), drafts(text), parts);
			});
			const offsets = (await Promise.all(asked)).map(({ firstOffset }) => firstOffset);
			expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
			const logged = (await t.texts(t.name("s"))).filter((text) => !text.endsWith("more"));
			expect(logged).toEqual(texts);
		});

		it("SE3: writers on many sessions do not disturb each other", async () => {
			const t = setup();
			const sessions = Array.from({ length: 40 }, (_, i) => ({
				id: `s${i}`,
				acknowledged: new Map<number, string>(),
			}));
			await Promise.all(
				sessions.flatMap(({ id, acknowledged }) => [
					write(t, id, 0, acknowledged),
					write(t, id, 1, acknowledged),
				]),
			);
			for (const { id, acknowledged } of sessions) await expectLog(t, id, acknowledged);
		});

		it("SE1: if many callers create a session at the same time, exactly one creates it", async () => {
			const t = setup();
			const name = t.name("s");
			const opened = await Promise.all(
				Array.from({ length: WRITERS }, (_, i) => t.append(name, drafts(`${i}`))),
			);
			expect(opened.filter(({ created }) => created)).toHaveLength(1);
			expect(new Set(opened.map(({ uid }) => uid)).size).toBe(1);
			const other = t.name("other");
			const created = await Promise.allSettled(
				Array.from({ length: WRITERS }, () => t.append(other, [], { require: { absent: true } })),
			);
			expect(created.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		});

		it("SE3: if many writers expect the same offset, one wins and the others get the actual offset", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, drafts("first"));
			const calls = Array.from({ length: WRITERS }, (_, i) =>
				t.append(name, drafts(`${i}`), { require: { expectedOffset: 1 } }),
			);
			const results = await Promise.allSettled(calls);
			expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
			const refused = calls.filter((_, i) => results[i]?.status === "rejected");
			for (const call of refused) expect(await refusal(call)).toMatchObject({ code: "conflict", actual: 2 });
			expect(await t.texts(name)).toHaveLength(2);
		});

		it("ST2: concurrent counters by expected offset lose no increment", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, []);
			const increment = async (): Promise<void> => {
				for (;;) {
					const head = (await t.store.sessions.get({ name }))?.head ?? 0;
					const n = Number((await t.store.state.read({ name }))?.session.get("n") ?? 0) + 1;
					try {
						await t.append(name, [draft("x", { stateDelta: { set: { n } } })], {
							require: { expectedOffset: head },
						});
						return;
					} catch {
						// Another writer was faster: read again.
					}
				}
			};
			await Promise.all(Array.from({ length: 8 }, increment));
			expect((await t.store.state.read({ name }))?.session.get("n")).toBe("8");
			expect(await t.texts(name)).toHaveLength(8);
		});

		it("AG7: if fifty runs begin at the same time, one begins and the others learn which", async () => {
			const t = setup();
			const name = t.name("s");
			const calls = Array.from({ length: 50 }, (_, i) =>
				t.append(name, drafts(`${i}`), { run: beginRun(`r${i}`) }),
			);
			const results = await Promise.allSettled(calls);
			const winner = results.findIndex(({ status }) => status === "fulfilled");
			const refused = calls.filter((_, i) => i !== winner);
			for (const call of refused) {
				expect(await refusal(call)).toMatchObject({ precondition: "turn", runId: `r${winner}` });
			}
			expect(await t.texts(name)).toEqual([`${winner}`]);
			expect(await t.store.runs.list({ tenant: t.tenant, limit: 99 })).toHaveLength(1);
			expect((await t.store.sessions.get({ name }))?.fence).toBe(1);
		});

		it("AG7: each of many waiting runs gets one turn, in order", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, []);
			const ids = Array.from({ length: WRITERS }, (_, i) => `r${i}`);
			for (const id of ids)
				await t.store.runs.wait({ target: { name }, seed: runSeed(id), queued: id, aliveMs: LONG });
			const takeTurn = async (id: string): Promise<void> => {
				for (;;) {
					try {
						await t.append(name, drafts(id), { run: beginRun(id) });
						break;
					} catch (error) {
						expect(error).toMatchObject({ precondition: "turn" });
					}
				}
				await t.append(name, drafts(`${id} done`), { run: endRun(id) });
			};
			await Promise.all([...ids].reverse().map(takeTurn));
			expect(await t.texts(name)).toEqual(ids.flatMap((id) => [id, `${id} done`]));
		});

		it("ER1: deleting while others write leaves whole sessions or none, never a part of one", async () => {
			const t = setup();
			const name = t.name("s");
			const { uid } = await t.append(name, drafts("old"));
			const batches = Array.from({ length: 10 }, (_, i) => t.append(name, drafts(`${i}a`, `${i}b`)));
			const erased = t.store.erasure.erase({ tenant: t.tenant, session: uid });
			const more = Array.from({ length: 10 }, (_, i) => t.append(name, drafts(`${i}c`, `${i}d`)));
			await Promise.all([...batches, erased, ...more]);
			const page = await t.store.log.read({ name }, { after: -1, limit: 1_000 });
			// The deletion may have come last: then there is no session.
			const events = page?.events ?? [];
			const texts = events.map(({ body }) => textOf(body));
			expect(page?.uid === uid).toBe(false);
			expect(events.map(({ offset }) => offset)).toEqual(Array.from(texts.keys()));
			expect(texts).not.toContain("old");
			expect(texts.length % 2).toBe(0);
			expect((await t.store.sessions.get({ name }))?.head ?? 0).toBe(texts.length);
		});
	});
}
