import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import type { Backend } from "../api/world.ts";
import { logOf, runFailure } from "./looks.ts";
import { turnWorld } from "./turn-world.ts";

const ref = { agentId: "a", sessionId: "s" };
const replies = (...contents: string[]) => ({
	toolCalls: contents.map((content) => ({ name: "reply", input: { content } })),
});

/** AG6, ST6, ST8: what an agent says before its answer, how long it may go on, what goes into its instructions. */
export function describeRepliesAndSteps(backend: Backend): void {
	describe("replies, steps and instructions", () => {
		const world = turnWorld(backend);

		it("a reply is logged at call time, behind the user's message, and replayed as what was said (AG6)", async () => {
			let during: string[] = [];
			const model = scriptedModel([
				replies("One moment."),
				{
					text: "Here it is.",
					async before() {
						during = await logOf(hf, ref);
					},
				},
				"You are welcome.",
			]);
			const hf = await world.open([defineAgent({ id: "a", model, reply: true })]);
			await hf.agents.run({ ...ref, input: "where?" });
			expect(during).toEqual([
				"user: where?",
				"status: running",
				"call reply",
				"reply: One moment.",
				"result reply",
			]);
			await hf.agents.run({ ...ref, input: "thanks" });
			expect(model.texts()[2]).toMatch(
				/user: where\?\nassistant: One moment.\nassistant: Here it is.\nuser: thanks$/,
			);
		});

		it("a reply survives the cancellation and the failure of its run (AG6)", async () => {
			const stop = new AbortController();
			const model = scriptedModel([
				replies("Looking."),
				{ before: () => stop.abort() },
				replies("Still looking."),
				{ error: new Error("broken") },
				"sorry",
			]);
			const hf = await world.open([
				defineAgent({ id: "a", model, reply: true, settings: { maxRetries: 0 } }),
			]);
			const first = hf.agents.run({ ...ref, input: "m0", signal: stop.signal });
			await runFailure(first, "cancelled", "cancelled");
			await runFailure(hf.agents.run({ ...ref, input: "m1" }), "model_failed", "failed");
			await hf.agents.run({ ...ref, input: "m2" });
			expect(model.texts()[4]).toMatch(
				/user: m0\nassistant: Looking.\nuser: m1\nassistant: Still looking.\nuser: m2$/,
			);
		});

		it("at most 50 replies in a run, or as many as the agent allows; the rest are refused softly (AG6)", async () => {
			const many = replies(...Array.from({ length: 53 }, (_, i) => `part ${i}`));
			for (const [reply, most] of [
				[true, 50],
				[{ maxPerRun: 2 }, 2],
			] as const) {
				const model = scriptedModel([many, "done"]);
				const hf = await world.open([defineAgent({ id: "a", model, reply })], { tenant: `t${most}` });
				await hf.agents.run({ ...ref, input: "x" });
				const log = await logOf(hf, ref);
				expect(log.filter((line) => line.startsWith("reply:"))).toHaveLength(most);
				const told = model.texts()[1] ?? "";
				expect(told.match(/"delivered":true/g)).toHaveLength(most);
				expect(told.match(/"delivered":false,"reason":"/g)).toHaveLength(53 - most);
			}
		});

		it("the same words twice at once are sent once (AG6)", async () => {
			const model = scriptedModel([replies("Hello.", "Hello.", "Hello!"), "done"]);
			const hf = await world.open([defineAgent({ id: "a", model, reply: true })]);
			await hf.agents.run({ ...ref, input: "x" });
			expect((await logOf(hf, ref)).filter((line) => line.startsWith("reply:"))).toEqual([
				"reply: Hello.",
				"reply: Hello!",
			]);
			expect(model.texts()[1]).toContain('"delivered":false');
		});

		it("maxSteps: the last step may not call tools, and ends with an answer", async () => {
			const look = tool({ name: "look", description: "Looks.", input: z.object({}), execute: () => "x" });
			const model = scriptedModel(({ options }) =>
				options.toolChoice?.type === "none"
					? { text: "enough", toolCalls: [{ name: "look" }] }
					: { toolCalls: [{ name: "look" }] },
			);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [look], maxSteps: 3 })]);
			const result = await hf.agents.run({ ...ref, input: "x" });
			expect(result).toMatchObject({ status: "completed", output: "enough" });
			expect(model.calls.map(({ toolChoice }) => toolChoice?.type)).toEqual(["auto", "auto", "none"]);
			expect((await logOf(hf, ref)).filter((line) => line === "call look")).toHaveLength(2);
		});

		it("the text that comes with tool calls is said once, and replayed with them", async () => {
			const look = tool({ name: "look", description: "Looks.", input: z.object({}), execute: () => "seen" });
			const model = scriptedModel([
				{ text: "Let me look.", reasoning: "hm", toolCalls: [{ name: "look" }] },
				"Found it.",
				"Bye.",
			]);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [look] })]);
			const result = await hf.agents.run({ ...ref, input: "x" });
			expect(result.output).toBe("Found it.");
			await hf.agents.run({ ...ref, input: "y" });
			const [, user, asks, gives, says] = model.prompts[2] ?? [];
			expect(user?.role).toBe("user");
			expect(asks).toMatchObject({
				role: "assistant",
				content: [
					{ type: "text", text: "Let me look." },
					{ type: "tool-call", toolName: "look" },
				],
			});
			expect(gives).toMatchObject({ role: "tool" });
			expect(says).toMatchObject({ role: "assistant", content: [{ text: "Found it." }] });
			const [interim] = result.events.filter(({ kind, data }) => kind === "message" && "step" in data);
			expect(interim?.data).toMatchObject({ content: "Let me look.", reasoning: "hm", step: 0 });
		});

		it("outputKey: the final text is in the state, with the answer's event (ST8)", async () => {
			const model = scriptedModel(["Paris", ""]);
			const hf = await world.open([defineAgent({ id: "a", model, outputKey: "user:answer" })]);
			const user = { ...ref, userId: "u" };
			const { events } = await hf.agents.run({ ...user, input: "capital?" });
			expect(events.find(({ kind, source }) => kind === "message" && source === "agent")).toMatchObject({
				stateDelta: { set: { "user:answer": "Paris" } },
			});
			expect(await hf.session(user).state.get()).toEqual({ "user:answer": "Paris" });
			await hf.agents.run({ ...user, input: "and?" });
			expect(await hf.session(user).state.get()).toEqual({ "user:answer": "" });
		});

		it("instructions take {key} and {key?} from variables and state; a variable goes first (ST6)", async () => {
			const model = scriptedModel(["ok"]);
			const instructions =
				'Plan {plan}, city {home.city}, {user:tone}, {none?}, {temp:now}; {{not.this}} {"json": 1}';
			const hf = await world.open([defineAgent({ id: "a", model, instructions })]);
			const user = { ...ref, userId: "u" };
			await hf.users.setVariables("u", { plan: "gold {tone}" });
			const state = { plan: "stolen", home: { city: "Rome" }, "user:tone": "calm", "temp:now": "noon" };
			await hf.agents.run({ ...user, input: "x", state });
			const [system] = model.prompts[0] ?? [];
			expect(String(system?.content).split("\n")[0]).toBe(
				'Plan gold {tone}, city Rome, calm, , noon; {{not.this}} {"json": 1}',
			);
		});

		it("a key that is missing: `invalid`, before any model is called, and the message stays (ST6)", async () => {
			const model = scriptedModel(() => "never");
			const memory = { summarize: true, limit: 2 };
			const hf = await world.open([
				defineAgent({ id: "a", model, instructions: "Plan {plan}.", memory }),
				defineAgent({ id: "b", model: scriptedModel(() => "ok") }),
			]);
			// A history that would have to be summed up first.
			for (let i = 0; i < 6; i++) await hf.session(ref).history.append({ role: "user", content: `old ${i}` });
			const error = await runFailure(hf.agents.run({ ...ref, input: "x" }), "invalid", "failed");
			expect(error.message).toContain("{plan}");
			expect(model.prompts).toEqual([]);
			expect((await logOf(hf, ref)).slice(6)).toEqual(["user: x", "status: running", "status: failed"]);
			expect(await hf.runs.get(error.runId)).toMatchObject({ status: "failed", error: { code: "invalid" } });
		});
	});
}
