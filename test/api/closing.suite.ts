import { describe, expect, test } from "vitest";
import { type Holdfast, holdfast } from "../../src/index.ts";
import { contents, gathered, said } from "./drafts.ts";
import { callsOf } from "./every-method.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };

export function describeClosing(backend: Backend): void {
	describe("closing", () => {
		const world = freshWorld(backend);

		test("IF1 every operation after close rejects `unavailable`, which no repeat will mend", async () => {
			const hf = await world.open();
			const handle = hf.session(ref);
			await handle.append(said("before"));
			await hf.close();
			for (const [name, call] of callsOf(hf, handle)) {
				const error = await refusal(call(), "unavailable");
				expect(error.retryable, name).toBe(false);
			}
			await refusal(hf.session({ agentId: "a", sessionId: "new" }).append(said("x")), "unavailable");
		});

		test("IF1 close twice is fine; idle resolves", async () => {
			const hf = await world.open();
			await hf.idle();
			await Promise.all([hf.close(), hf.close()]);
			await hf.close();
		});

		test("IF1 close finishes the writes that were asked for before it", async () => {
			const hf = await world.open();
			const writes = Array.from({ length: 50 }, (_, i) => hf.session(ref).append(said(`${i}`)));
			const closed = hf.close();
			expect((await Promise.all(writes)).flat()).toHaveLength(50);
			await closed;
			const again = await world.open();
			expect((await again.sessions.get(ref)).head).toBe(50);
		});

		test("IF1 close finishes writes also while another instance keeps the store open", async () => {
			const [a, b] = [await world.open(), await world.open()];
			const write = a.session(ref).append(said("a"));
			await a.close();
			expect((await b.sessions.get(ref)).head).toBe(1);
			await write;
		});

		test("IF1 an erasure that was asked for before the close is done and says so", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("secret"));
			const erased = hf.session(ref).erase(0);
			await hf.close();
			expect(await erased).toMatchObject({ erased: { events: 1 }, complete: true });
		});

		test("IF1 of two instances on one store, closing one leaves the other working", async () => {
			const [a, b] = [await world.open(), await world.open()];
			await a.session(ref).append(said("a"));
			const follower = b.session(ref).follow();
			await follower.next();
			await a.close();
			await a.close();
			await b.session(ref).append(said("b"));
			expect((await follower.next()).value).toMatchObject({ offset: 1 });
			expect(contents(await b.sessions.getMessages(ref))).toEqual(["a", "b"]);
			await refusal(a.sessions.get(ref), "unavailable");
		});

		test("IF1 what was written is there for the next instance on the store", async () => {
			const first = await world.open();
			await first.session(ref).append(said("kept"));
			await first.close();
			const second = await world.open();
			expect(contents(await second.sessions.getMessages(ref))).toEqual(["kept"]);
		});

		test("IF1 followers that wait end when their instance closes, and only those", async () => {
			const [a, b] = [await world.open(), await world.open()];
			const ended = gathered(a.session(ref).follow());
			const other = b.session(ref).follow();
			const next = other.next();
			await a.close();
			expect(await ended).toEqual([]);
			await b.session(ref).append(said("x"));
			expect((await next).value).toMatchObject({ offset: 0 });
		});

		test.each([
			null,
			7,
			"store",
			{ tenant: "" },
			{ tenant: 7 },
			{ tenant: "a\u0000" },
			{ tenant: "x".repeat(513) },
			{ store: {} },
			{ store: "sqlite" },
			{ retention: 3 },
		])("IF1 holdfast(%j) is refused", async (options) => {
			await refusal(holdfast(garbage(options)) as Promise<Holdfast>, "invalid");
		});
	});
}
