import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type Holdfast, type ToolContext, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { gathered } from "../api/drafts.ts";
import type { Backend } from "../api/world.ts";
import { logOf } from "./looks.ts";
import { turnWorld, untilWaiting } from "./turn-world.ts";

const ref = { agentId: "a", sessionId: "s" };
const act = (name: string, execute: (ctx: ToolContext) => unknown) =>
	tool({ name, description: "Does it.", input: z.object({}), execute: (_, ctx) => execute(ctx) });
const step = (...names: string[]) => ({ toolCalls: names.map((name) => ({ name })) });

/** SE7: a human takes the conversation, and gives it back. */
export function describeManual(backend: Backend): void {
	describe("manual mode (SE7)", () => {
		const world = turnWorld(backend);

		it("messages are logged, the agent stays silent, and back in auto it sees the whole exchange", async () => {
			const model = scriptedModel(["Hello.", "I am back."]);
			const hf = await world.open([defineAgent({ id: "a", model })]);
			await hf.agents.run({ ...ref, input: "hi" });
			await hf.session(ref).setMode("manual", "ann");
			const result = await hf.agents.run({ ...ref, input: "a human, please", metadata: { via: "web" } });
			expect(result).toMatchObject({
				status: "completed",
				output: "",
				mode: "manual",
				sessionId: "s",
				usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
				recalled: { messages: [], strategy: "none" },
			});
			expect(result.events).toMatchObject([
				{ kind: "message", source: "user", metadata: { via: "web" } },
				{ kind: "status", data: { status: "completed" } },
			]);
			expect(model.prompts).toHaveLength(1);
			expect(await hf.runs.get(result.runId)).toMatchObject({
				status: "completed",
				mode: "manual",
				input: "a human, please",
			});
			await hf.session(ref).postAsHuman({ content: "Ann here.", displayName: "Ann" });
			const stream = hf.agents.stream({ ...ref, input: "thanks, Ann" });
			expect(await gathered(stream)).toMatchObject([
				{ seq: 0, type: "finish", status: "completed", output: "", mode: "manual" },
			]);
			await hf.session(ref).setMode("auto");
			await hf.agents.run({ ...ref, input: "still there?" });
			expect(model.texts()[1]).toMatch(
				/user: hi\nassistant: Hello.\nuser: a human, please\nassistant: Ann here.\nuser: thanks, Ann\nuser: still there\?$/,
			);
		});

		it("a session that starts in manual mode answers nothing from the first message on", async () => {
			const model = scriptedModel([]);
			const hf = await world.open([defineAgent({ id: "a", model })]);
			await hf.sessions.create(ref, { mode: "manual" });
			const result = await hf.agents.run({ ...ref, input: "hi", state: { k: 1 } });
			expect(result).toMatchObject({ mode: "manual", output: "" });
			expect(await hf.session(ref).state.get()).toEqual({ k: 1 });
		});

		it("a repeat by idempotency key in manual mode gives the first result, and logs once", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: scriptedModel([]) })]);
			await hf.sessions.create(ref, { mode: "manual" });
			const input = { ...ref, input: "hi", idempotencyKey: "k" };
			const first = await hf.agents.run(input);
			const second = await hf.agents.run(input);
			expect(second).toMatchObject({ runId: first.runId, mode: "manual", output: "" });
			expect((await logOf(hf, ref)).filter((line) => line === "user: hi")).toHaveLength(1);
		});

		it("a switch in mid-run: the step that is going on ends, and no other begins", async () => {
			let hf: Holdfast;
			const tools = [
				act("switch", () => hf.session(ref).setMode("manual", "ann")),
				act("beside", () => "done as well"),
			];
			const model = scriptedModel([step("switch", "beside"), "never said"]);
			hf = await world.open([defineAgent({ id: "a", model, tools })]);
			const result = await hf.agents.run({ ...ref, input: "x" });
			expect(result).toMatchObject({ status: "completed", output: "", mode: "manual" });
			expect(model.prompts).toHaveLength(1);
			const log = await logOf(hf, ref);
			expect(log.filter((line) => line.startsWith("result"))).toHaveLength(2);
			expect(log.at(-1)).toBe("status: completed");
			expect(log.join()).not.toContain("assistant");
			expect(await hf.runs.get(result.runId)).toMatchObject({ status: "completed", mode: "manual" });
		});

		it("a switch while the run waits in line: its message is logged, and it stays silent", async () => {
			let waiting: Promise<unknown> | undefined;
			const model = scriptedModel(({ index }) => ({
				text: `answer ${index}`,
				async before() {
					if (index > 0) return;
					waiting = hf.agents.run({ ...ref, input: "m1" });
					await untilWaiting(hf, 1);
					await hf.session(ref).setMode("manual");
				},
			}));
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const first = await hf.agents.run({ ...ref, input: "m0" });
			expect(await waiting).toMatchObject({ mode: "manual", output: "" });
			expect(first.status).toBe("completed");
			expect(model.prompts).toHaveLength(1);
			expect((await logOf(hf, ref)).filter((line) => line.startsWith("user"))).toEqual([
				"user: m0",
				"user: m1",
			]);
		});

		it("a tool hands over: mode, event and result in one write; the run ends after the step", async () => {
			const tools = [
				act("call_human", (ctx) => {
					ctx.handover("is angry");
					return "somebody will come";
				}),
			];
			const model = scriptedModel([step("call_human"), "never said"]);
			const hf = await world.open([defineAgent({ id: "a", model, tools })]);
			const result = await hf.agents.run({ ...ref, input: "x" });
			// A tool's result is for the model, and not for the customer.
			expect(result).toMatchObject({
				status: "completed",
				output: "",
				mode: "manual",
				handover: { reason: "is angry", by: "agent" },
			});
			expect(await hf.runs.get(result.runId)).toMatchObject({
				handover: { reason: "is angry", by: "agent" },
			});
			expect(await logOf(hf, ref)).toEqual([
				"user: x",
				"status: running",
				"call call_human",
				"result call_human",
				"mode: manual",
				"status: completed",
			]);
			const [mode] = await hf.session(ref).events({ kinds: ["mode"] });
			expect(mode).toMatchObject({
				runId: result.runId,
				data: { from: "auto", by: "agent", reason: "is angry" },
			});
			expect((await hf.sessions.get(ref)).mode).toBe("manual");
			expect(await hf.agents.run({ ...ref, input: "y" })).toMatchObject({ mode: "manual" });
		});

		it("what the model says in the step of the handover is the output, in the stream and in the log", async () => {
			const model = scriptedModel([
				{ text: "Let me look.", ...step("look") },
				{ text: "I call a colleague.", ...step("call_human") },
				"never said",
			]);
			const tools = [act("look", () => "nothing"), act("call_human", (ctx) => ctx.handover("is angry"))];
			const hf = await world.open([defineAgent({ id: "a", model, tools })]);
			const stream = hf.agents.stream({ ...ref, input: "x" });
			const events = await gathered(stream);
			const said = { output: "I call a colleague.", handover: { reason: "is angry", by: "agent" } };
			const result = await stream.result;
			expect(result).toMatchObject({ status: "completed", mode: "manual", ...said });
			expect(events.at(-1)).toMatchObject({ type: "finish", mode: "manual", ...said });
			expect(events.flatMap((event) => (event.type === "text-delta" ? [event.delta] : [])).join("")).toBe(
				"Let me look.I call a colleague.",
			);
			// Once, and what was said in the steps before is there too.
			const messages = (await hf.session(ref).events({ kinds: ["message"], runId: result.runId })).slice(1);
			expect(messages.map(({ data }) => data.content)).toEqual(["Let me look.", "I call a colleague."]);
			expect(await hf.runs.get(result.runId)).toMatchObject(said);
		});

		it.each([
			["alone", undefined, "A colleague answers shortly."],
			["behind the model's words", "One moment.", "One moment.\n\nA colleague answers shortly."],
		])("what a tool says at the handover reaches the customer: %s", async (_, text, output) => {
			const say = "A colleague answers shortly.";
			const model = scriptedModel([
				{ ...(text !== undefined && { text }), ...step("call_human") },
				"never said",
			]);
			const tools = [
				act("call_human", (ctx) => {
					ctx.handover("is angry", { say });
					return "done";
				}),
			];
			const hf = await world.open([defineAgent({ id: "a", model, tools })]);
			const stream = hf.agents.stream({ ...ref, input: "x", idempotencyKey: "k" });
			const events = await gathered(stream);
			const result = await stream.result;
			expect(result).toMatchObject({ output, mode: "manual", handover: { reason: "is angry", by: "agent" } });
			expect(events).toContainEqual(expect.objectContaining({ type: "text-delta", delta: say }));
			expect(events.at(-1)).toMatchObject({ type: "finish", output, handover: { reason: "is angry" } });
			expect((await logOf(hf, ref)).slice(-5)).toEqual([
				"call call_human",
				"result call_human",
				`assistant: ${say}`,
				"mode: manual",
				"status: completed",
			]);
			expect(await hf.runs.get(result.runId)).toMatchObject({ output, mode: "manual" });
			const repeat = await hf.agents.run({ ...ref, input: "x", idempotencyKey: "k" });
			expect(repeat).toMatchObject({ runId: result.runId, output, handover: { reason: "is angry" } });
			// The agent knows what was said when it has the conversation again.
			await hf.session(ref).setMode("auto");
			await hf.agents.run({ ...ref, input: "y" });
			expect(model.texts().at(-1)).toContain(say);
		});

		it("words at a handover that no event can hold are cut, and the human is called all the same", async () => {
			const model = scriptedModel([step("call_human"), "never said"]);
			const tools = [
				act("call_human", (ctx) => ctx.handover("r".repeat(400_000), { say: "ü\u0001".repeat(400_000) })),
			];
			const hf = await world.open([defineAgent({ id: "a", model, tools })]);
			const { output, handover } = await hf.agents.run({ ...ref, input: "x" });
			expect(output.startsWith("ü\u0001") && output.endsWith("…")).toBe(true);
			expect(output.length).toBeGreaterThan(10_000);
			expect(handover?.reason).toMatch(/^r+…$/);
			expect((await hf.sessions.get(ref)).mode).toBe("manual");
		});

		it("a human who takes the conversation in the middle of a run: what the agent said last is the output", async () => {
			const model = scriptedModel([{ text: "Let me look.", ...step("look") }, "never said"]);
			const hf: Holdfast = await world.open([
				defineAgent({ id: "a", model, tools: [act("look", () => hf.session(ref).setMode("manual", "sam"))] }),
			]);
			const result = await hf.agents.run({ ...ref, input: "x" });
			expect(result).toMatchObject({ output: "Let me look.", mode: "manual", handover: { by: "sam" } });
			expect(result.handover).not.toHaveProperty("reason");
			expect(await hf.runs.get(result.runId)).toMatchObject({ handover: { by: "sam" } });
		});

		it("the reason goes when its event is erased (ER1)", async () => {
			const model = scriptedModel([step("call_human")]);
			const tools = [act("call_human", (ctx) => ctx.handover("is angry", { say: "Soon." }))];
			const hf = await world.open([defineAgent({ id: "a", model, tools })]);
			const { runId, events } = await hf.agents.run({ ...ref, input: "x" });
			const offsets = events
				.filter(({ kind }) => ["mode", "message"].includes(kind))
				.map(({ offset }) => offset);
			await hf.session(ref).erase(offsets);
			const run = await hf.runs.get(runId);
			expect(run).toMatchObject({ mode: "manual" });
			expect(run).not.toHaveProperty("handover");
			expect(run).not.toHaveProperty("output");
		});

		it("a tool that hands over and then throws hands nothing over", async () => {
			const tools = [
				act("call_human", (ctx) => {
					ctx.handover("is angry");
					throw new Error("no");
				}),
			];
			const model = scriptedModel([step("call_human"), "said"]);
			const hf = await world.open([defineAgent({ id: "a", model, tools })]);
			expect(await hf.agents.run({ ...ref, input: "x" })).toMatchObject({ output: "said" });
			expect((await hf.sessions.get(ref)).mode).toBe("auto");
		});

		it.each(["shared", "own"] as const)(
			"a sub-agent's tool (state %s) hands over the user's conversation, and every run of the tree stops",
			async (state) => {
				const say = "A colleague answers shortly.";
				const tools = [act("call_human", (ctx) => ctx.handover("is angry", { say }))];
				const below = scriptedModel([step("call_human"), "never said", "later"]);
				const model = scriptedModel([
					{ toolCalls: [{ name: "below", input: { input: "go" } }] },
					"never said",
				]);
				const hf = await world.open([
					defineAgent({ id: "a", model, agents: [{ agent: "below", state }] }),
					defineAgent({ id: "below", model: below, tools }),
				]);
				const result = await hf.agents.run({ ...ref, input: "x" });
				expect(result).toMatchObject({
					status: "completed",
					mode: "manual",
					output: say,
					handover: { reason: "is angry", by: "agent" },
				});
				expect([model.prompts.length, below.prompts.length]).toEqual([1, 1]);
				expect((await hf.sessions.get(ref)).mode).toBe("manual");
				const derived = (await hf.sessions.list({ agentId: "below" })).items;
				expect(derived.map(({ mode }) => mode)).toEqual(["auto"]);
				const log = await logOf(hf, ref);
				expect(log.filter((line) => line === "mode: manual")).toHaveLength(1);
				expect(log.filter((line) => line === `assistant: ${say}`)).toHaveLength(1);
				expect(log.at(-1)).toBe("status: completed");
			},
		);
	});
}
