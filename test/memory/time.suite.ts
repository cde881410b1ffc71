import { describe, expect, it, test } from "vitest";
import { defineAgent, type Holdfast } from "../../src/index.ts";
import { type ScriptedModel, scriptedModel } from "../../src/testing/index.ts";
import { dayFromNow } from "../api/on-day.ts";
import type { Backend } from "../api/world.ts";
import { line } from "./drafts.ts";
import { memoryWorld } from "./memory-world.ts";

const user = { agentId: "a", userId: "u" };

/** What the newest prompt says in front of the user's message. */
const memoryOf = (model: ScriptedModel): string => {
	const asked = model.prompts.at(-1)?.findLast(({ role }) => role === "user");
	const first = asked?.role === "user" && asked.content.length > 1 ? asked.content[0] : undefined;
	return first?.type === "text" ? first.text : "";
};

/** FA9: what a prompt says about time, and what a date finds. */
export function describeTime(backend: Backend): void {
	describe("time (FA9)", () => {
		const world = memoryWorld(backend);
		const open = async () => {
			const model = scriptedModel(() => "Fine.");
			return { hf: await world.agents(defineAgent({ id: "a", model })), model };
		};
		const ask = (hf: Holdfast, input: string) => hf.agents.run({ ...user, sessionId: "asked", input });

		test.each([
			["What did I do yesterday?", -1],
			["what happened 3 days ago", -3],
			["Tell me about last week", -7],
		])("%s: a message of that time is found, though it shares no word", async (input, days) => {
			const { hf, model } = await open();
			const said = (at: number, content: string) =>
				hf.session({ ...user, sessionId: content.slice(0, 4) }).append(line("user", content, dayFromNow(at)));
			// Noise of other times, and more of it than a prompt holds.
			for (let i = 0; i < 60; i++) await said(-60 - i, `N${i} about gardens, boats and bread.`);
			await said(days, "Planted tulips beside the shed.");
			const { hits } = await hf
				.memory("a", { userId: "u" })
				.search(input, { include: ["messages"], limit: 5 });
			expect(hits.map(({ content }) => content)).toContain("Planted tulips beside the shed.");
			await ask(hf, input);
			expect(memoryOf(model)).toContain("Planted tulips beside the shed.");
		});

		it("a date that is written out finds the messages and facts of that day", async () => {
			const { hf, model } = await open();
			const on = (day: string, content: string) =>
				hf.session({ ...user, sessionId: day }).append(line("user", content, `${day}T10:00:00Z`));
			await on("2025-10-07", "Planted tulips beside the shed.");
			await on("2025-03-02", "Painted the fence.");
			const { hits } = await hf
				.memory("a", { userId: "u" })
				.search("What was on 7 October 2025?", { include: ["messages"], limit: 1 });
			expect(hits[0]?.content).toBe("Planted tulips beside the shed.");
			await ask(hf, "What was on 7 October 2025?");
			expect(memoryOf(model)).toContain("2025-10-07 user: Planted tulips beside the shed.");
		});

		it("facts are found by the day they were learned", async () => {
			const { hf } = await open();
			const memory = hf.memory("a", { userId: "u" });
			await memory.write("Tulips grow beside the shed.");
			const { hits } = await memory.search("what did I tell you today?");
			expect(hits).toMatchObject([
				{ content: "Tulips grow beside the shed.", parts: { date: expect.any(Number) } },
			]);
			expect((await memory.search("what did I tell you three months ago?")).hits).toEqual([]);
		});

		it("days that are named by how far they are have their date behind them", async () => {
			const { hf, model } = await open();
			await hf
				.session({ ...user, sessionId: "told" })
				.append(line("user", "I have an appointment next Tuesday.", "2026-11-12T10:00:00Z"));
			await ask(hf, "When is my appointment?");
			expect(memoryOf(model)).toContain("next Tuesday [17 Nov 2026].");
		});

		it("a fact that was replaced is told when the past is asked about, with its end, and otherwise not", async () => {
			const { hf, model } = await open();
			const memory = hf.memory("a", { userId: "u" });
			const old = await memory.write("The user lives in Berlin.");
			await memory.write("The user lives in Rome.");
			await memory.update(old, { status: "superseded" });
			await ask(hf, "Where do I live?");
			expect(memoryOf(model)).toContain("Rome");
			expect(memoryOf(model)).not.toContain("Berlin");
			await ask(hf, "Where did I live before?");
			expect(memoryOf(model)).toMatch(/\(until \d{4}-\d{2}-\d{2}\): The user lives in Berlin\./);
		});

		it("the most important facts come along whatever the input, also where there are many", async () => {
			const { hf, model } = await open();
			const memory = hf.memory("a", { userId: "u" });
			await memory.writeMany(
				Array.from({ length: 100 }, (_, i) => ({ content: `The shelf ${i} is green.`, importance: 0.3 })),
			);
			await memory.write("The user is allergic to nuts.", { importance: 0.9 });
			await ask(hf, "Write the release notes");
			expect(memoryOf(model)).toContain("allergic to nuts");
			expect(memoryOf(model)).not.toContain("The shelf 7 ");
		});
	});
}
