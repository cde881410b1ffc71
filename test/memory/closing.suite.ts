import { describe, expect, it } from "vitest";
import { refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { line } from "./drafts.ts";
import { memoryWorld } from "./memory-world.ts";
import { scribe } from "./scribe.ts";

const ref = { agentId: "a", userId: "u", sessionId: "s" };

/** What is left of a memory when it is closed. */
export function describeClosing(backend: Backend): void {
	describe("closing", () => {
		const world = memoryWorld(backend);

		it("what is closed refuses everything, and never throws", async () => {
			const hf = await world.open();
			const memory = hf.memory("a", { userId: "u" });
			const id = await memory.write("Tea.");
			const session = hf.session(ref);
			await hf.close();
			for (const refused of [
				() => memory.write("Figs."),
				() => memory.writeMany(["Figs."]),
				() => memory.search("tea"),
				() => memory.list(),
				() => memory.get(id),
				() => memory.history(id),
				() => memory.from({ sessionId: "s", offset: 0 }),
				() => memory.update(id, { pinned: true }),
				() => memory.pin(id),
				() => memory.forget(id),
				() => memory.delete({ userId: "u" }),
				() => memory.rebuild(),
				() => hf.memory("a").search("tea"),
				() => session.search("tea"),
				() => session.write("Figs."),
				() => session.end({ wait: true }),
				() => hf.spaces.list(),
				() => hf.spaces.delete("x"),
				() => hf.jobs.list(),
				() => hf.jobs.retry("x"),
				() => hf.reembed(),
				() => hf.idle(),
			]) {
				const error = await refusal(refused(), "unavailable");
				expect(error.message).toContain("closed");
			}
		});

		it("what was acknowledged before is there for the next, also what nobody waited for", async () => {
			const one = await world.open({ model: scribe() });
			await one.memory("a", { userId: "u" }).write("The user likes figs.");
			await one.session(ref).append(line("user", "note: The user likes tea."));
			await one.session(ref).end();
			await one.session(ref).search("tea");
			await one.close();
			const two = await world.open({ model: scribe() });
			await two.idle();
			const facts = (await two.memory("a", { userId: "u" }).list()).items;
			expect(facts.map(({ content }) => content).sort()).toEqual([
				"The user likes figs.",
				"The user likes tea.",
			]);
		});

		it("without anything to do, idle() is over at once, and nothing is loaded or written", async () => {
			const hf = await world.open();
			await hf.idle();
			expect((await hf.jobs.list()).items).toEqual([]);
			expect(await world.store.index.embedder("default" as never)).toBeUndefined();
		});
	});
}
