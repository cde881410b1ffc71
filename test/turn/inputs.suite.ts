import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { defineAgent, type InputPart, type RunInput } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { gathered } from "../api/drafts.ts";
import { garbage, refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { logOf, runFailure } from "./looks.ts";
import { latch, turnWorld, untilWaiting, waitAt } from "./turn-world.ts";

const ref = { agentId: "a", sessionId: "s" };
const hi = { type: "text", text: "Hi" } as const;

/** AG2, ME3: what a run takes, and what it makes of a repeat. */
export function describeInputs(backend: Backend): void {
	describe("what a run takes (AG2)", () => {
		const world = turnWorld(backend);
		const echo = () => scriptedModel(({ index }) => `answer ${index}`);

		it.each<[string, unknown]>([
			["nothing", undefined],
			["no agent", { input: "x" }],
			["no input", { agentId: "a" }],
			["an empty input", { ...ref, input: "" }],
			["white space", { ...ref, input: " \n" }],
			["no parts", { ...ref, input: [] }],
			["parts without anything to say", { ...ref, input: [{ type: "text", text: " " }, { type: "file" }] }],
			["parts without type", { ...ref, input: [{ text: "x" }] }],
			["a part of no known type", { ...ref, input: [hi, { type: "video_url", video_url: {} }] }],
			["a picture without content", { ...ref, input: [hi, { type: "image", url: "" }] }],
			["a picture of another scheme", { ...ref, input: [hi, { type: "image", url: "file:///etc/hosts" }] }],
			["a file that is no base64", { ...ref, input: [hi, { type: "file", data: "hello!" }] }],
			["a file stored elsewhere", { ...ref, input: [hi, { type: "input_image", file_id: "file-1" }] }],
			["nothing but data of its own", { ...ref, input: [{ type: "data-x", data: 1 }] }],
			["a number", { ...ref, input: 7 }],
			["an unknown option", { ...ref, input: "x", onBussy: "queue" }],
			["an unknown way when busy", { ...ref, input: "x", onBusy: "wait" }],
			["a signal that is none", { ...ref, input: "x", signal: {} }],
			["a state that is no object", { ...ref, input: "x", state: [1] }],
			["metadata that is no object", { ...ref, input: "x", metadata: "x" }],
			["a run id that is no UUID", { ...ref, input: "x", runId: "mine" }],
			["a run id that is no text", { ...ref, input: "x", runId: 7 }],
			["an empty session id", { agentId: "a", sessionId: "", input: "x" }],
			["a negative limit", { ...ref, input: "x", memory: { limit: -1 } }],
			["an unknown memory setting", { ...ref, input: "x", memory: { limits: 1 } }],
		])("refuses %s with `invalid`, and writes nothing", async (_, given) => {
			const model = echo();
			const hf = await world.open([defineAgent({ id: "a", model })]);
			await refusal(hf.agents.run(garbage<RunInput>(given)), "invalid");
			const stream = hf.agents.stream(garbage<RunInput>(given));
			expect(await gathered(stream)).toMatchObject([{ seq: 0, type: "error", code: "invalid" }]);
			await refusal(stream.result, "invalid");
			expect((await hf.sessions.list()).items).toEqual([]);
			expect(model.prompts).toEqual([]);
		});

		it("the caller can choose the id of a run; an id that a run has is a conflict", async () => {
			const model = echo();
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const [one, two] = [randomUUID(), randomUUID()];
			expect((await hf.agents.run({ ...ref, input: "x", runId: one })).runId).toBe(one);
			expect(await hf.runs.get(one)).toMatchObject({ id: one, status: "completed", sessionId: "s" });
			const stream = hf.agents.stream({ ...ref, input: "y", runId: two });
			expect(stream.runId).toBe(two);
			expect((await stream.result).runId).toBe(two);
			for (const sessionId of ["s", "t"]) {
				const taken = { agentId: "a", sessionId, input: "z", runId: one };
				expect(await refusal(hf.agents.run(taken), "conflict")).toMatchObject({
					precondition: "runId",
					runId: one,
				});
				await refusal(hf.agents.stream(taken).result, "conflict");
				await refusal(hf.agents.run({ ...taken, idempotencyKey: "k" }), "conflict");
			}
			expect((await hf.runs.list()).items).toHaveLength(2);
			expect(model.prompts).toHaveLength(2);
		});

		it("of two runs with the same id at the same time, at most one runs", async () => {
			const model = echo();
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const runId = randomUUID();
			const both = ["s", "t"].map((sessionId) =>
				hf.agents.run({ agentId: "a", sessionId, input: "x", runId }),
			);
			const settled = await Promise.allSettled(both);
			const failed = settled.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
			expect(failed).toEqual(["conflict"]);
			expect((await hf.runs.list()).items).toMatchObject([{ id: runId }]);
		});

		it("a repeat with the same key and run id returns the first result", async () => {
			const model = echo();
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const input = { ...ref, input: "x", idempotencyKey: "k", runId: randomUUID() };
			const first = await hf.agents.run(input);
			expect(await hf.agents.run(input)).toEqual(first);
			expect(model.prompts).toHaveLength(1);
		});

		it("an unknown agent is not_found, a message too big limit_exceeded; nothing is written", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: echo() })]);
			await refusal(hf.agents.run({ ...ref, agentId: "nobody", input: "x" }), "not_found");
			await refusal(hf.agents.run({ ...ref, input: "x".repeat(2_000_000) }), "limit_exceeded");
			expect((await hf.sessions.list()).items).toEqual([]);
		});

		it("parts: texts and files reach the model, what is empty does not; the log keeps all as given (ME3)", async () => {
			const model = echo();
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const input: InputPart[] = [
				{ type: "text", text: "What is this?" },
				{ type: "text", text: "  " },
				{ type: "image", url: "https://files.test/cat.png", mediaType: "image/png" },
				{ type: "file", url: "", data: "JVBERi0=", mediaType: "application/pdf", filename: "a.pdf" },
				{ type: "data-sticker", data: "cat" },
			];
			const { events } = await hf.agents.run({ ...ref, input });
			expect(events[0]?.data).toEqual({ role: "user", content: input });
			expect(model.prompts[0]?.at(-1)).toEqual({
				role: "user",
				content: [
					{ type: "text", text: "What is this?" },
					{
						type: "file",
						mediaType: "image/png",
						data: { type: "url", url: new URL("https://files.test/cat.png") },
					},
					{
						type: "file",
						mediaType: "application/pdf",
						filename: "a.pdf",
						data: { type: "data", data: "JVBERi0=" },
					},
				],
			});
			expect((await hf.runs.list()).items[0]?.input).toEqual(input);
			await hf.agents.run({ ...ref, input: "and?" });
			expect(model.prompts[1]?.at(-3)).toEqual(model.prompts[0]?.at(-1));
		});

		it("metadata is on the run's message events, and in no prompt (ME3)", async () => {
			const model = scriptedModel([
				{ text: "hm", toolCalls: [{ name: "reply", input: { content: "soon" } }] },
				"done",
				"next",
			]);
			const hf = await world.open([defineAgent({ id: "a", model, reply: true })]);
			const { events } = await hf.agents.run({ ...ref, input: "x", metadata: { ticket: "T-1" } });
			const said = events.filter(({ kind }) => kind === "message" || kind === "reply");
			expect(said).toHaveLength(4);
			for (const event of said) expect(event.metadata).toEqual({ ticket: "T-1" });
			await hf.agents.run({ ...ref, input: "y" });
			expect(JSON.stringify(model.prompts)).not.toContain("T-1");
			expect((await hf.sessions.get(ref)).metadata).toEqual({});
		});

		it("the result holds the run's events as the log has them", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: echo() })]);
			await hf.agents.run({ ...ref, input: "x" });
			const { events, runId } = await hf.agents.run({ ...ref, input: "y" });
			expect(events).toEqual(await hf.session(ref).events({ runId }));
			expect(events.map(({ offset }) => offset)).toEqual([4, 5, 6, 7]);
		});

		describe("idempotency keys", () => {
			it("a repeat gives the first result, while it runs and after; the model is asked once", async () => {
				const [asked, release] = [latch(), latch()];
				const model = scriptedModel([{ text: "once", before: () => waitAt(asked, release) }]);
				const hf = await world.open([defineAgent({ id: "a", model })]);
				const input = { ...ref, input: "x", idempotencyKey: "k" };
				const first = hf.agents.run(input);
				await asked.opened;
				const during = hf.agents.run({ ...input, onBusy: "reject" });
				const stream = hf.agents.stream(input);
				release.open();
				const result = await first;
				expect(await during).toEqual(result);
				expect(await stream.result).toEqual(result);
				expect(await gathered(stream)).toMatchObject([{ seq: 0, type: "finish", output: "once" }]);
				expect(await hf.agents.run(input)).toEqual(result);
				expect(model.prompts).toHaveLength(1);
				expect((await hf.runs.list()).items).toHaveLength(1);
			});

			it("queued behind another run, twice with one key: one run, one message", async () => {
				const [asked, release] = [latch(), latch()];
				const model = scriptedModel(({ index }) =>
					index === 0 ? { text: "first", before: () => waitAt(asked, release) } : `answer ${index}`,
				);
				const hf = await world.open([defineAgent({ id: "a", model })]);
				const first = hf.agents.run({ ...ref, input: "m0" });
				await asked.opened;
				const input = { ...ref, input: "m1", idempotencyKey: "k" };
				const both = [hf.agents.run(input), hf.agents.run(input)];
				await untilWaiting(hf, 2);
				release.open();
				await first;
				const [one, two] = await Promise.all(both);
				expect(two).toEqual(one);
				expect((await logOf(hf, ref)).filter((line) => line === "user: m1")).toHaveLength(1);
				expect(model.prompts).toHaveLength(2);
			});

			it("a repeat of a run that failed gives its failure", async () => {
				const model = scriptedModel([{ error: new Error("broken") }]);
				const hf = await world.open([defineAgent({ id: "a", model, settings: { maxRetries: 0 } })]);
				const input = { ...ref, input: "x", idempotencyKey: "k" };
				const first = await runFailure(hf.agents.run(input), "model_failed", "failed");
				const second = await runFailure(hf.agents.run(input), "model_failed", "failed");
				expect(second.runId).toBe(first.runId);
				expect(model.prompts).toHaveLength(1);
			});

			it("the same key with another input is a conflict; in another session it is another key", async () => {
				const hf = await world.open([defineAgent({ id: "a", model: echo() })]);
				const input = { ...ref, input: "x", idempotencyKey: "k" };
				await hf.agents.run(input);
				await refusal(hf.agents.run({ ...input, input: "y" }), "conflict");
				await refusal(hf.agents.run({ ...input, state: { k: 1 } }), "conflict");
				expect((await hf.runs.list()).items).toHaveLength(1);
				expect((await hf.agents.run({ ...input, sessionId: "t" })).output).toBe("answer 1");
			});
		});
	});
}
