import { describe, expect, it } from "vitest";
import { blankBody, type SessionUid } from "../../event/index.ts";
import { type EventDraft, type EventQuery, OPENING_CHARS, OPENING_EVENTS } from "../../store/ports/index.ts";
import { draft, drafts, newUid, type Setup, textOf } from "../fixture.ts";

/** Reading a log: every way to select a part of it. */
export function describeRead(setup: Setup): void {
	const ten = async () => {
		const t = setup();
		const name = t.name("s");
		await t.append(name, drafts(..."0123456789"));
		const read = async (query: Partial<EventQuery>): Promise<string> => {
			const page = await t.store.log.read({ name }, { after: -1, limit: 100, ...query });
			return page?.events.map(({ body }) => textOf(body)).join("") ?? "no session";
		};
		return { t, name, read };
	};

	describe("read", () => {
		it("SE4: after and before are exclusive", async () => {
			const { read } = await ten();
			expect(await read({})).toBe("0123456789");
			expect(await read({ after: 3 })).toBe("456789");
			expect(await read({ before: 3 })).toBe("012");
			expect(await read({ after: 2, before: 6 })).toBe("345");
			expect(await read({ after: 5, before: 6 })).toBe("");
			expect(await read({ after: 6, before: 2 })).toBe("");
			expect(await read({ before: 0 })).toBe("");
			expect(await read({ before: 100 })).toBe("0123456789");
			expect(await read({ after: 9 })).toBe("");
		});

		it("SE4: a limit counts from the oldest or from the newest event; the result is always oldest first", async () => {
			const { read } = await ten();
			expect(await read({ limit: 3 })).toBe("012");
			expect(await read({ limit: 3, newest: true })).toBe("789");
			expect(await read({ limit: 3, newest: true, before: 5 })).toBe("234");
			expect(await read({ limit: 3, newest: true, after: 7 })).toBe("89");
			expect(await read({ limit: 3, after: 4 })).toBe("567");
			expect(await read({ limit: 0 })).toBe("");
			expect(await read({ limit: 0, newest: true })).toBe("");
		});

		it("SE4: offsets outside of the log find nothing, and never another event", async () => {
			const { read, t } = await ten();
			await t.append(t.name("next"), drafts("other"));
			for (const far of [2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 3, 2 ** 40]) {
				expect(await read({ after: far })).toBe("");
				expect(await read({ after: far, before: far * 2 })).toBe("");
				expect(await read({ after: 7, before: far })).toBe("89");
			}
		});

		it("SE4: kinds, sources and run id filter before the limit is applied", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, [
				draft("0"),
				draft("1", { kind: "reply", source: "agent", runId: "r1" }),
				draft("2", { kind: "custom", source: "tool", runId: "r1" }),
				draft("3", { runId: "r2" }),
				draft("4", { kind: "reply", source: "agent", runId: "r2" }),
				draft("5"),
			]);
			const read = async (query: Partial<EventQuery>): Promise<string> => {
				const page = await t.store.log.read({ name }, { after: -1, limit: 100, ...query });
				return page?.events.map(({ body }) => textOf(body)).join("") ?? "no session";
			};
			expect(await read({ kinds: ["reply"] })).toBe("14");
			expect(await read({ kinds: ["reply", "custom"] })).toBe("124");
			expect(await read({ kinds: ["summary"] })).toBe("");
			expect(await read({ kinds: [] })).toBe("");
			expect(await read({ sources: ["agent", "tool"] })).toBe("124");
			expect(await read({ runId: "r1" })).toBe("12");
			expect(await read({ runId: "r2", kinds: ["reply"], sources: ["agent"] })).toBe("4");
			expect(await read({ kinds: ["message"], limit: 2 })).toBe("03");
			expect(await read({ kinds: ["message"], limit: 2, newest: true })).toBe("35");
			expect(await read({ kinds: ["message"], after: 0, before: 5 })).toBe("3");
		});

		it("SE4: a page has the uid, the oldest kept offset and the head", async () => {
			const { t, name } = await ten();
			await t.prune(name, 4);
			const page = await t.store.log.read({ name }, { after: 5, limit: 2 });
			expect(page).toMatchObject({ base: 4, head: 10, uid: (await t.store.sessions.get({ name }))?.uid });
			expect(page?.events.map(({ offset }) => offset)).toEqual([6, 7]);
		});

		it("SE14: an opening is the user's first message, or else the first from anybody; erased and removed ones do not count", async () => {
			const t = setup();
			const start = async (id: string, ...events: EventDraft[]) => (await t.append(t.name(id), events)).uid;
			const said = (text: string) => draft(text, { kind: "reply", source: "agent" });
			const state = draft("state", { kind: "custom", source: "integration" });
			const both = await start("both", state, said("hello"), draft("I ask"), draft("later"));
			const agents = await start("agents", state, said("only me"), said("again"));
			const empty = await start("empty", state);
			const openings = async (...uids: SessionUid[]) => {
				const found = await t.store.log.openings(t.tenant, uids);
				return new Map(found.map(({ uid, body }) => [uid, textOf(body)]));
			};
			const all = [both, agents, empty, newUid()];
			const first = [
				[both, "I ask"],
				[agents, "only me"],
			] as const;
			expect(await openings(...all)).toEqual(new Map(first));
			expect(await openings()).toEqual(new Map());
			await t.store.erasure.blank({ name: t.name("both") }, [2], blankBody);
			expect(await openings(both)).toEqual(new Map([[both, "later"]]));
			await t.prune(t.name("agents"), 2);
			expect(await openings(agents)).toEqual(new Map([[agents, "again"]]));
			const stranger = setup();
			expect(await stranger.store.log.openings(stranger.tenant, all)).toEqual([]);
		});

		it("SE14: an opening is searched only at the beginning of a log, and cut if it is long", async () => {
			const t = setup();
			const reply = draft("first", { kind: "reply", source: "agent" });
			const notes = Array.from({ length: OPENING_EVENTS - 1 }, () => draft("-", { kind: "custom" }));
			const far = await t.append(t.name("far"), [reply, ...notes, draft("too far behind")]);
			const long = await t.append(t.name("long"), [draft("x".repeat(100_000))]);
			const found = await t.store.log.openings(t.tenant, [far.uid, long.uid]);
			const bodyOf = (of: SessionUid) => found.find(({ uid }) => uid === of)?.body ?? "";
			expect(textOf(bodyOf(far.uid))).toBe("first");
			expect(bodyOf(long.uid)).toHaveLength(OPENING_CHARS);
			expect(bodyOf(long.uid)).toContain("xxxx");
		});

		it("SE4: stretches of several logs are read in one call; missing ones and those of another tenant are omitted", async () => {
			const t = setup();
			const note = draft("-", { kind: "custom" });
			const one = await t.append(t.name("one"), [draft("a"), note, draft("b"), draft("c")]);
			const two = await t.append(t.name("two"), [draft("d"), draft("e"), draft("f")]);
			const read = async (...stretches: [uid: SessionUid, from: number, to: number][]) => {
				const asked = stretches.map(([uid, from, to]) => ({ uid, from, to }));
				const found = await t.store.log.stretches(t.tenant, asked, ["message"]);
				return [one.uid, two.uid].map((of) =>
					found.filter(({ uid }) => uid === of).map(({ offset, body }) => [offset, textOf(body)]),
				);
			};
			const all = [one.uid, 0, 100] as [SessionUid, number, number];
			expect(await read(all, [two.uid, 1, 1], [newUid(), 0, 9])).toEqual([
				[
					[0, "a"],
					[2, "b"],
					[3, "c"],
				],
				[[1, "e"]],
			]);
			expect(await read([two.uid, 2, 9], [one.uid, 1, 1], [one.uid, 3, 2])).toEqual([[], [[2, "f"]]]);
			expect(await read()).toEqual([[], []]);
			await t.prune(t.name("one"), 2);
			expect((await read(all))[0]).toEqual([
				[2, "b"],
				[3, "c"],
			]);
			const stranger = setup();
			const theirs = [{ uid: two.uid, from: 0, to: 9 }];
			expect(await stranger.store.log.stretches(stranger.tenant, theirs, ["message"])).toEqual([]);
		});

		it("SE4: reading by name and by uid is the same; without a session there is no page", async () => {
			const { t, name } = await ten();
			const uid = (await t.store.sessions.get({ name }))?.uid;
			if (!uid) throw new Error("the session is missing");
			const query = { after: -1, limit: 100 };
			expect(await t.store.log.read({ uid, tenant: t.tenant }, query)).toEqual(
				await t.store.log.read({ name }, query),
			);
			expect(await t.store.log.read({ name: t.name("nowhere") }, query)).toBeUndefined();
		});

		it("SE4: consecutive pages give the whole log, each event once", async () => {
			const { t, name } = await ten();
			const seen: string[] = [];
			for (let after = -1; ; ) {
				const page = await t.store.log.read({ name }, { after, limit: 3 });
				if (!page || page.events.length === 0) break;
				seen.push(...page.events.map(({ body }) => textOf(body)));
				after = page.events.at(-1)?.offset ?? after;
			}
			expect(seen.join("")).toBe("0123456789");
		});
	});
}
