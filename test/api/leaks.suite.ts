import { describe, expect, test } from "vitest";
import { said } from "./drafts.ts";
import { type Backend, freshWorld } from "./world.ts";

/** What a user's session wrote for the user must not reach anybody else by way of a copy. */
export function describeLeaks(backend: Backend): void {
	describe("copies of a user's session", () => {
		const world = freshWorld(backend);
		const ada = { agentId: "a", userId: "ada", sessionId: "s" };
		const nobody = { agentId: "a", sessionId: "copy" };

		async function furnished() {
			const hf = await world.open();
			const secret = { set: { k: 1, "user:secret": "ada-only" } };
			await hf.session(ada).append([
				{ ...said("x"), stateDelta: secret },
				{ ...said("y"), stateDelta: secret },
			]);
			return hf;
		}

		test("SE10 a fork that belongs to nobody holds no user: key, and gives none to whom it is given", async () => {
			const hf = await furnished();
			const fork = await hf.sessions.fork(ada, { offset: 1 }, nobody);
			expect(await hf.session(fork).state.get()).toEqual({ k: 1 });
			expect(await hf.session(fork).state.asOf(0)).toEqual({ k: 1 });
			expect(JSON.stringify(await hf.session(fork).events())).not.toContain("ada-only");
			await hf.session(fork).erase(0);
			expect(await hf.session(fork).state.get()).toEqual({ k: 1 });
			const bob = await hf.sessions.rekey(nobody, { userId: "bob" });
			expect(await hf.session(bob).state.get()).toEqual({ k: 1 });
			expect(await hf.session(ada).state.get()).toEqual({ k: 1, "user:secret": "ada-only" });
		});

		test("SE11 an import that belongs to nobody holds no user: key either", async () => {
			const hf = await furnished();
			const lines: string[] = [];
			for await (const line of hf.sessions.export(ada)) lines.push(line);
			await hf.sessions.import(lines, { to: nobody });
			expect(await hf.session(nobody).state.get()).toEqual({ k: 1 });
			await hf.sessions.rekey(nobody, { userId: "bob" });
			expect(await hf.session({ ...nobody, userId: "bob" }).state.get()).toEqual({ k: 1 });
		});

		test("ID6 what an anonymous session kept for its user is kept by an anonymous fork of it", async () => {
			const hf = await world.open();
			const visitor = { agentId: "a", sessionId: "visitor" };
			await hf.session(visitor).state.set({ "user:lang": "fr" });
			const fork = await hf.sessions.fork(visitor, { offset: 0 }, nobody);
			expect(await hf.session(fork).state.get()).toEqual({ "user:lang": "fr" });
		});

		test("SE11 an export may be imported in chunks cut anywhere", async () => {
			const hf = await furnished();
			let text = "";
			for await (const line of hf.sessions.export(ada)) text += line;
			for (const size of [1, 7, 64, 1000]) {
				const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
					text.slice(i * size, (i + 1) * size),
				);
				const report = await hf.sessions.import(chunks, { onConflict: "replace" });
				expect(report).toMatchObject({ created: 0, replaced: 1, skipped: 0, events: 2, warnings: [] });
			}
		});

		test("IF3 subscribing again to the same URL keeps what is still owed to it", async () => {
			const hf = await world.open();
			const session = hf.session(nobody);
			await session.subscribe({ url: "https://example.com/hook" });
			await session.append(said("owed"));
			await session.subscribe({ url: "https://example.com/hook" });
			const { uid } = await hf.sessions.get(nobody);
			const owed = await world.store.deliveries.list({ tenant: "default" as never, limit: 10 });
			expect(owed.filter((delivery) => delivery.uid === uid)).toMatchObject([{ nextOffset: 0 }]);
		});

		test("ER1 an idempotency key tells nothing about what was erased", async () => {
			const hf = await world.open();
			const session = hf.session(nobody);
			await session.append(said("secret"), { idempotencyKey: "k" });
			await session.erase(0);
			const guesses = [said("secret"), said("wrong")];
			const answers = await Promise.all(
				guesses.map((guess) => session.append(guess, { idempotencyKey: "k" })),
			);
			expect(answers[0]).toEqual(answers[1]);
			expect(answers[0]).toMatchObject([{ offset: 0, data: {}, erased: true }]);
		});

		test("IF1 close lets operations of several steps end, and refuses new ones", async () => {
			const hf = await world.open();
			for (let i = 0; i < 120; i++)
				await hf.session({ agentId: "many", sessionId: `s${i}` }).append(said("x"));
			const erasing = hf.erase({ agentId: "many" });
			const closing = hf.close();
			await expect(hf.session(nobody).append(said("late"))).rejects.toMatchObject({ code: "unavailable" });
			expect(await erasing).toMatchObject({ erased: { sessions: 120 }, complete: true });
			await closing;
		});
	});
}
