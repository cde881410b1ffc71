import { describe, expect, test } from "vitest";
import { change, contents, gathered, said } from "./drafts.ts";
import { onDay, sweepAll } from "./on-day.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };
const fork = { agentId: "support", sessionId: "fork" };

export function describeHistoryOfState(backend: Backend): void {
	describe("fork, rewind, as of", () => {
		const world = freshWorld(backend);

		test("SE10 asOf(n) is the state when n was the newest event, n included", async () => {
			const hf = await world.open();
			await hf.sessions.create(ref, { state: { seed: 0 } });
			await hf
				.session(ref)
				.append([change({ a: 1 }), said("x"), change({ a: null, b: { deep: 1 } }), change({}, ["seed"])]);
			const { state } = hf.session(ref);
			expect(await state.asOf(0)).toEqual({ seed: 0, a: 1 });
			expect(await state.asOf(1)).toEqual({ seed: 0, a: 1 });
			expect(await state.asOf(2)).toEqual({ seed: 0, a: null, b: { deep: 1 } });
			expect(await state.asOf(3)).toEqual({ a: null, b: { deep: 1 } });
			expect(await state.asOf(3)).toEqual(await state.get());
			await refusal(state.asOf(4), "invalid");
			for (const offset of [-1, 0.5, Number.NaN, "1", undefined, null]) {
				await refusal(state.asOf(garbage(offset)), "invalid");
			}
		});

		test("SE10 a fork shares the past up to and including the offset, then goes its own way", async () => {
			const hf = await world.open();
			await hf.sessions.create(ref, { title: "T", state: { seed: 1 } });
			const log = await hf.session(ref).append([said("a"), change({ k: 1 }), said("b"), change({ k: 2 })]);
			const forked = await hf.sessions.fork(ref, { offset: 2 }, fork);
			expect(forked).toMatchObject({
				...fork,
				title: "T",
				head: 4,
				eventCount: 4,
				messageCount: 2,
				mode: "auto",
			});
			const events = await hf.session(fork).events();
			expect(events.slice(0, 3)).toEqual(log.slice(0, 3));
			expect(events[3]).toMatchObject({
				kind: "session",
				data: { change: "forked", from: { ...ref, offset: 2 } },
			});
			expect(await hf.session(fork).state.get()).toEqual({ seed: 1, k: 1 });
			await hf.session(fork).append([said("c"), change({ k: 9 })]);
			await hf.session(ref).append(said("d"));
			expect(contents(await hf.sessions.getMessages(fork))).toEqual(["a", "b", "c"]);
			expect(contents(await hf.sessions.getMessages(ref))).toEqual(["a", "b", "d"]);
			expect(await hf.session(ref).state.get()).toEqual({ seed: 1, k: 2 });
			await hf.session(ref).erase(0);
			expect(contents(await hf.sessions.getMessages(fork))).toEqual(["a", "b", "c"]);
			await hf.sessions.delete(ref);
			expect(contents(await hf.sessions.getMessages(fork))).toEqual(["a", "b", "c"]);
		});

		test("SE10 a fork never writes user: or app: state", async () => {
			const hf = await world.open();
			const mine = { ...ref, userId: "ann" };
			await hf.session(mine).append(change({ "user:lang": "de", "app:motd": "old", own: 1 }));
			await hf.session(mine).append(change({ "user:lang": "fr", "app:motd": "new" }));
			await hf.sessions.fork(mine, { offset: 0 }, { ...fork, userId: "ann" });
			await hf.sessions.fork(mine, { offset: 0 }, { ...fork, userId: "bob" });
			const shared = { "user:lang": "fr", "app:motd": "new" };
			expect(await hf.session(mine).state.get()).toEqual({ own: 1, ...shared });
			expect(await hf.session({ ...fork, userId: "ann" }).state.get()).toEqual({ own: 1, ...shared });
			expect(await hf.session({ ...fork, userId: "bob" }).state.get()).toEqual({ own: 1, "app:motd": "new" });
		});

		test("SE10 a fork onto an existing session, of a missing one, or at no event is refused", async () => {
			const hf = await world.open();
			await refusal(hf.sessions.fork(ref, { offset: 0 }, fork), "not_found");
			await hf.session(ref).append(said("a"));
			await refusal(hf.sessions.fork(ref, { offset: 1 }, fork), "invalid");
			for (const at of [{ offset: -1 }, { offset: 0.5 }, {}, null, undefined, 0]) {
				await refusal(hf.sessions.fork(ref, garbage(at), fork), "invalid");
			}
			await refusal(hf.sessions.fork(ref, { offset: 0 }, garbage({ agentId: "" })), "invalid");
			await refusal(hf.sessions.fork(ref, { offset: 0 }, ref), "already_exists");
			await refusal(hf.sessions.get(fork), "not_found");
			expect((await hf.sessions.get(ref)).head).toBe(1);
		});

		test("SE10 idempotency keys, webhooks and metadata of the source are not the fork's", async () => {
			const hf = await world.open();
			await hf.session(ref).subscribe({ url: "https://example.com/hook" });
			await hf.session(ref).append(said("a"), { idempotencyKey: "k" });
			expect((await hf.sessions.fork(ref, { offset: 0 }, fork)).metadata).toEqual({});
			expect(await hf.session(fork).append(said("b"), { idempotencyKey: "k" })).toMatchObject([
				{ offset: 2 },
			]);
		});

		test("SE10 a rewound view shows events, messages and state as they were, and only reads", async () => {
			const hf = await world.open();
			const log = await hf.session(ref).append([said("a"), change({ k: 1 }), said("b"), change({ k: 2 })]);
			const view = hf.session(ref).rewind(2);
			expect(await view.events()).toEqual(log.slice(0, 3));
			expect(await view.events({ last: 1 })).toEqual(log.slice(2, 3));
			expect(await view.events({ before: 1 })).toEqual(log.slice(0, 1));
			expect(await view.events({ before: 99 })).toEqual(log.slice(0, 3));
			expect(contents(await view.messages())).toEqual(["a", "b"]);
			expect(contents(await view.messages({ last: 1 }))).toEqual(["b"]);
			expect(await view.state()).toEqual({ k: 1 });
			await hf.session(ref).append([said("later"), change({ k: 3 })]);
			expect(await view.events()).toHaveLength(3);
			for (const bad of [-1, 0.5, "1", undefined, null]) {
				const none = hf.session(ref).rewind(garbage(bad));
				await refusal(none.events(), "invalid");
				await refusal(none.messages(), "invalid");
				await refusal(none.state(), "invalid");
			}
			for (const options of [null, 7, "x", { before: "x" }, { last: -1 }]) {
				await refusal(view.events(garbage(options)), "invalid");
				await refusal(view.messages(garbage(options)), "invalid");
			}
		});

		test("SE10 before the retention horizon fork, rewind and as-of answer not_found; behind it they work", async () => {
			const hf = await world.open();
			await hf.sessions.create(ref, { state: { seed: 1 } });
			await onDay(-100, () => hf.session(ref).append([change({ old: 1 }), said("old")]));
			await hf.session(ref).append([said("new"), change({ young: 1 })]);
			await sweepAll(hf);
			for (const offset of [0, 1]) {
				const error = await refusal(hf.session(ref).state.asOf(offset), "not_found");
				expect(error).toMatchObject({ offset, oldest: 2 });
				await refusal(hf.sessions.fork(ref, { offset }, fork), "not_found");
				await refusal(hf.session(ref).rewind(offset).state(), "not_found");
				await refusal(hf.session(ref).rewind(offset).events(), "not_found");
				await refusal(hf.session(ref).rewind(offset).messages(), "not_found");
			}
			expect(await hf.session(ref).state.asOf(2)).toEqual({ seed: 1, old: 1 });
			expect(contents(await hf.session(ref).rewind(3).messages())).toEqual(["new"]);
			const forked = await hf.sessions.fork(ref, { offset: 2 }, fork);
			expect(forked).toMatchObject({ head: 4, eventCount: 2, messageCount: 1 });
			expect((await hf.session(fork).events()).map((event) => event.offset)).toEqual([2, 3]);
			expect(await hf.session(fork).state.get()).toEqual({ seed: 1, old: 1 });
			expect(await gathered(hf.sessions.export(fork))).toHaveLength(3);
		});

		test("SE10 a rewound view past the newest event is refused like the state there", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("a"));
			await refusal(hf.session(ref).rewind(1).state(), "invalid");
			await refusal(hf.session(ref).rewind(1).events(), "invalid");
		});
	});
}
