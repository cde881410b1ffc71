import { describe, expect, it } from "vitest";
import { defineAgent, type Holdfast } from "../../src/index.ts";
import { type ScriptedCall, scriptedModel } from "../../src/testing/index.ts";
import type { Backend } from "../api/world.ts";
import { runFailure } from "./looks.ts";
import { turnWorld } from "./turn-world.ts";

const ref = { agentId: "a", sessionId: "s" };
const memory = { excerptBudget: 0, summarize: true, limit: 4 };
const isSummary = ({ prompt }: Pick<ScriptedCall, "prompt">): boolean =>
	prompt[0]?.role === "system" && prompt[0].content.startsWith("Summarise");

const talk = async (hf: Holdfast, from: number, to: number) => {
	for (let i = from; i <= to; i++) await hf.agents.run({ ...ref, input: `m${i}` });
};

/** ME7: what no longer fits is kept as a summary. */
export function describeSummaries(backend: Backend): void {
	describe("summaries (ME7)", () => {
		const world = turnWorld(backend);

		it("are made when the history no longer fits, stored as an event, used by later runs, and built on each other", async () => {
			let made = 0;
			const model = scriptedModel((call) => (isSummary(call) ? `summary ${++made}` : "ok"));
			const hf = await world.open([defineAgent({ id: "a", model, memory })]);
			await talk(hf, 1, 3);
			expect(made).toBe(0);
			await talk(hf, 4, 4);
			expect(made).toBe(1);
			const [first] = await hf.session(ref).events({ kinds: ["summary"] });
			expect(first).toMatchObject({ source: "system", data: { content: "summary 1" } });
			const last = model.texts().at(-1) ?? "";
			expect(last).toContain("<summary>\nsummary 1\n</summary>");
			expect(last).toMatch(/user: m3\nassistant: ok\nuser: m4$/);
			expect(last).not.toContain("user: m2");
			// Not asked for again while what is not covered fits.
			await talk(hf, 5, 5);
			expect(made).toBe(1);
			await talk(hf, 6, 6);
			expect(made).toBe(2);
			const asked = model.texts().filter((text) => text.startsWith("system: Summarise"));
			expect(asked[1]).toContain("Summary so far: summary 1");
			expect(asked[1]).not.toContain("m1");
			expect(model.texts().at(-1)).toContain("summary 2");
			expect(model.texts().at(-1)).not.toContain("summary 1");
		});

		it("every message is either replayed or in what was summed up", async () => {
			const model = scriptedModel((call) => (isSummary(call) ? "all of it" : "ok"));
			const hf = await world.open([defineAgent({ id: "a", model, memory })]);
			for (let i = 1; i <= 12; i++) {
				await hf.agents.run({ ...ref, input: `m${i}` });
				const told = model.texts().filter((text) => text.startsWith("system: Summarise"));
				for (let j = 1; j <= i; j++) {
					const pattern = new RegExp(`m${j}\\b`);
					expect(
						[...told, model.texts().at(-1) ?? ""].some((text) => pattern.test(text)),
						`m${j}`,
					).toBe(true);
				}
			}
		});

		it("a summary that cannot be had does not stop the run, and is tried again", async () => {
			let failing = true;
			const model = scriptedModel((call) => {
				if (!isSummary(call)) return "ok";
				return failing ? { error: new Error("no summary today") } : "at last";
			});
			const settings = { maxRetries: 0 };
			const hf = await world.open([defineAgent({ id: "a", model, memory, settings })]);
			await talk(hf, 1, 4);
			expect(await hf.session(ref).events({ kinds: ["summary"] })).toEqual([]);
			expect(model.texts().at(-1)).toMatch(/user: m4$/);
			failing = false;
			await talk(hf, 5, 5);
			expect(await hf.session(ref).events({ kinds: ["summary"] })).toHaveLength(1);
		});

		it("an empty summary is none", async () => {
			const model = scriptedModel((call) => (isSummary(call) ? { text: " " } : "ok"));
			const hf = await world.open([defineAgent({ id: "a", model, memory })]);
			await talk(hf, 1, 4);
			expect(await hf.session(ref).events({ kinds: ["summary"] })).toEqual([]);
		});

		it("a run that is cancelled while it sums up is cancelled", async () => {
			const stop = new AbortController();
			const model = scriptedModel((call) => (isSummary(call) ? { before: () => stop.abort() } : "ok"));
			const hf = await world.open([defineAgent({ id: "a", model, memory })]);
			await talk(hf, 1, 3);
			const run = hf.agents.run({ ...ref, input: "m4", signal: stop.signal });
			await runFailure(run, "cancelled", "cancelled");
		});

		it("costs no call unless asked for, and its usage is the run's", async () => {
			const plain = scriptedModel(() => "ok");
			const hf = await world.open([defineAgent({ id: "a", model: plain, memory: { limit: 4 } })]);
			await talk(hf, 1, 4);
			expect(plain.prompts).toHaveLength(4);
			const { usage } = await hf.agents.run({ ...ref, input: "m5", memory: { summarize: true } });
			expect(usage).toMatchObject({ inputTokens: 20, outputTokens: 10 });
		});

		it("a message that came between a call and its result is not lost with them", async () => {
			const model = scriptedModel((call) => (isSummary(call) ? "they looked" : "ok"));
			const hf = await world.open([defineAgent({ id: "a", model, memory })]);
			const toolCallId = "c1";
			await hf.session(ref).append([
				{ kind: "message", source: "user", data: { role: "user", content: "look" } },
				{ kind: "tool_call", source: "agent", data: { toolCallId, name: "find", input: {} } },
				{ kind: "message", source: "user", data: { role: "user", content: "are you there?" } },
				{ kind: "message", source: "agent", data: { role: "assistant", content: "yes" } },
				{ kind: "tool_result", source: "tool", data: { toolCallId, name: "find", output: "found" } },
			]);
			await hf.agents.run({ ...ref, input: "and?" });
			expect(model.texts()[0]).toMatch(/User: look\n.*found/);
			expect(model.texts()[1]).toMatch(/user: are you there\?\nassistant: yes\nuser: and\?$/);
			const [summary] = await hf.session(ref).events({ kinds: ["summary"] });
			expect(summary?.data).toMatchObject({ upTo: 1 });
		});

		it("a summary that is older than what one read brings is still found", async () => {
			const model = scriptedModel((call) => (isSummary(call) ? "the old days" : "ok"));
			const hf = await world.open([defineAgent({ id: "a", model, memory })]);
			await talk(hf, 1, 4);
			expect(await hf.session(ref).events({ kinds: ["summary"] })).toHaveLength(1);
			const more = Array.from({ length: 30 }, (_, i) => ({
				kind: "message" as const,
				source: "user" as const,
				data: { role: "user" as const, content: `imported ${i}` },
			}));
			await hf.session(ref).append(more);
			await talk(hf, 5, 5);
			const asked = model.texts().filter((text) => text.startsWith("system: Summarise"));
			expect(asked.at(-1)).toContain("Summary so far: the old days");
		});
	});
}
