import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type AgentDefinition, defineAgent, type Holdfast, type RoutineNode } from "../../src/index.ts";
import { type Script, scriptedModel } from "../../src/testing/index.ts";
import { refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { type Received, startReceiver } from "../webhooks/receiver.ts";
import { isSigned } from "../webhooks/verify.ts";
import { logOf, runFailure } from "./looks.ts";
import { latch, turnWorld, waitAt } from "./turn-world.ts";

const bodyOf = ({ text }: Received) => JSON.parse(text) as { [key: string]: unknown };
const order = { order: "A-1", amount: 12 };

/** Nothing is left of what was made for a run alone. */
async function expectNothingLeft(hf: Holdfast): Promise<void> {
	const left = {
		users: (await hf.users.list()).items,
		sessions: (await hf.sessions.list()).items,
		runs: (await hf.runs.list()).items,
		jobs: (await hf.jobs.list()).items.filter(({ kind }) => kind === "callback" || kind === "cleanup"),
	};
	expect(left).toEqual({ users: [], sessions: [], runs: [], jobs: [] });
}

/** Until all work behind the answers is done: what a callback leaves goes right after it. */
async function untilRemoved(hf: Holdfast): Promise<void> {
	while ((await hf.sessions.list()).items.length > 0 || (await hf.users.list()).items.length > 0)
		await hf.idle();
	await hf.idle();
}

/** AG11: agents that run on an input of their own. */
export function describeTriggers(backend: Backend): void {
	describe("triggers (AG11)", () => {
		const world = turnWorld(backend);

		async function open(script: Script, more: Partial<AgentDefinition> = {}, others: AgentDefinition[] = []) {
			const model = scriptedModel(script);
			const settings = { maxRetries: 0 };
			const hf = await world.open([defineAgent({ id: "a", model, settings, ...more }), ...others]);
			const trigger = (given: Partial<Parameters<Holdfast["agents"]["trigger"]>[0]> = {}) =>
				hf.agents.trigger({ agentId: "a", input: order, ...given });
			return { hf, model, trigger };
		}

		it("the input is the message; user and session are made for the run, and gone with its result", async () => {
			let during: unknown;
			const { hf, model, trigger } = await open(() => ({
				text: "Done.",
				async before() {
					const [user] = (await hf.users.list()).items;
					during = { user: user?.userId, session: (await hf.sessions.list()).items[0]?.userId };
				},
			}));
			const result = await trigger();
			expect(result).toMatchObject({ status: "completed", output: "Done.", usage: { totalTokens: 15 } });
			expect(Object.keys(result).sort()).toEqual(["output", "runId", "sessionId", "status", "usage"]);
			expect(model.texts()).toEqual([`user: ${JSON.stringify(order)}`]);
			expect(during).toEqual({
				user: expect.stringMatching(/^trigger:/),
				session: (during as { user: string }).user,
			});
			await expectNothingLeft(hf);
		});

		it("the caller can choose the id of the run; a repeat gets the first result", async () => {
			const { model, trigger } = await open(() => "Done.");
			const [runId, other] = [randomUUID(), randomUUID()];
			const given = { sessionId: "s", runId, idempotencyKey: "k" };
			const first = await trigger(given);
			expect(first.runId).toBe(runId);
			expect(await trigger(given)).toEqual(first);
			expect(await trigger({ ...given, runId: other })).toEqual(first);
			await refusal(trigger({ sessionId: "s", runId }), "conflict");
			await refusal(trigger({ ...given, idempotencyKey: "k2" }), "conflict");
			expect((await trigger({ ...given, idempotencyKey: "k2", runId: other })).runId).toBe(other);
			await refusal(trigger({ runId: "mine" }), "invalid");
			expect(model.prompts).toHaveLength(2);
		});

		it("also when the run fails, is refused, or is cancelled", async () => {
			const stop = new AbortController();
			const { hf, trigger } = await open([{ error: new Error("away") }, { before: () => stop.abort() }]);
			await runFailure(trigger(), "model_failed", "failed");
			await expectNothingLeft(hf);
			await runFailure(trigger({ signal: stop.signal }), "cancelled", "cancelled");
			await expectNothingLeft(hf);
			await refusal(trigger({ signal: stop.signal }), "cancelled");
			const { trigger: refused } = await open([], { allow: 'role == "admin"' });
			await refusal(refused(), "forbidden");
			await refusal(refused({ callbackUrl: "https://example.com/" }), "forbidden");
			await expectNothingLeft(hf);
		});

		it("what sub-agents leave is removed too", async () => {
			const ask = { toolCalls: [{ name: "below", input: { input: "go" } }] };
			const below = defineAgent({ id: "below", model: scriptedModel(["found"]) });
			const { hf, trigger } = await open([ask, "Done."], { agents: ["below"] }, [below]);
			await trigger();
			await expectNothingLeft(hf);
		});

		it("an input that does not fit is refused, with the field, and nothing is written", async () => {
			const shapes = [
				{ order: "string", amount: "number" },
				z.object({ order: z.string(), amount: z.number() }),
				{
					type: "object",
					properties: { order: { type: "string" }, amount: { type: "number" } },
					required: ["order"],
				},
			] as const;
			for (const [i, input] of shapes.entries()) {
				const { hf, model, trigger } = await open(["ok"], { id: `a${i}`, input: input as never });
				const given = { agentId: `a${i}` };
				const error = await refusal(trigger({ ...given, input: { order: 7, amount: 1 } }), "invalid");
				expect(error.message).toMatch(/^input.*order/);
				const wrong = { ...given, input: { amount: 1 }, callbackUrl: "https://example.com/" };
				await refusal(trigger(wrong), "invalid");
				expect(model.prompts).toEqual([]);
				await expectNothingLeft(hf);
				expect((await trigger(given)).output).toBe("ok");
				expect((await hf.agents.get(`a${i}`)).input).toMatchObject({ type: "object" });
			}
			const { trigger } = await open([]);
			await refusal(trigger({ input: "text" as never }), "invalid");
			await refusal(trigger({ agentId: "none" }), "not_found");
			await refusal(trigger({ nonsense: 1 } as never), "invalid");
		});

		it("with a session, or a user, everything is kept", async () => {
			const { hf, model, trigger } = await open(["One.", "Two.", "Three."]);
			const ref = { agentId: "a", sessionId: "s", userId: "u" };
			const first = await trigger({ ...ref, metadata: { from: "cron" } });
			expect(first.sessionId).toBe("s");
			await trigger(ref);
			expect(model.texts()[1]).toMatch(/user: .*\nassistant: One.\nuser: /);
			expect((await logOf(hf, ref)).filter((line) => line.startsWith("assistant"))).toHaveLength(2);
			expect((await hf.session(ref).events())[0]).toMatchObject({ metadata: { from: "cron" } });
			const other = await trigger({ userId: "u" });
			expect(await hf.sessions.get({ ...ref, sessionId: other.sessionId })).toMatchObject({ userId: "u" });
			expect((await hf.runs.list()).items).toHaveLength(3);
			expect((await hf.jobs.list()).items.filter(({ kind }) => kind === "cleanup")).toEqual([]);
		});

		it("a routine reads it as {{input.x}}, and in its conditions; what it says is not expanded", async () => {
			const nodes: RoutineNode[] = [
				{
					id: "small",
					when: "input.amount < 20",
					reply: "{{input.order}} for {{input.amount}}: {{input}}",
					next: "end",
				},
				{ id: "large", think: "Check {{input.order}}.", output: { ok: "boolean" } },
			];
			const { hf, model, trigger } = await open(['{"ok":true}'], { routine: { nodes } });
			const { output } = await trigger({ input: { order: "{{large}}", amount: 1 } });
			expect(output).toBe('{{large}} for 1: {"order":"{{large}}","amount":1}');
			expect(await trigger({ input: { order: "B", amount: 99 } })).toMatchObject({ object: { ok: true } });
			expect(model.texts()[0]).toContain("Check B.");
			// What a user says is no triggered input, whatever it looks like.
			const chat = hf.agents.run({ agentId: "a", sessionId: "s", input: JSON.stringify({ amount: 1 }) });
			await runFailure(chat, "invalid", "failed");
		});

		it("with a callback it is pending at once; the outcome is sent, signed, and then everything removed", async () => {
			const [here, go] = [latch(), latch()];
			const receiver = await startReceiver();
			const { hf, trigger } = await open(() => ({ text: "Done.", before: () => waitAt(here, go) }));
			const pending = await trigger({ callbackUrl: `${receiver.url}/done` });
			expect(pending).toMatchObject({ status: "pending", output: "" });
			await here.opened;
			expect(receiver.received).toEqual([]);
			go.open();
			await receiver.until(({ length }) => length === 1);
			const [sent] = receiver.received as [Received];
			expect(bodyOf(sent)).toEqual({
				type: "run.completed",
				agentId: "a",
				runId: pending.runId,
				sessionId: pending.sessionId,
				status: "completed",
				output: "Done.",
				usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
			});
			expect(sent.headers["webhook-id"]).toBe(`callback:${pending.runId}`);
			const { secret } = await hf.webhooks.secret();
			expect(isSigned(sent, secret)).toBe(true);
			await untilRemoved(hf);
			await expectNothingLeft(hf);
			expect(receiver.received).toHaveLength(1);
		});

		it("a callback tells of failures and cancellations too; with a session everything is kept", async () => {
			const receiver = await startReceiver();
			const stop = new AbortController();
			const script: Script = [{ error: new Error("away") }, { before: () => stop.abort() }, '{"ok":true}'];
			const { hf, trigger } = await open(script);
			const ref = { sessionId: "s", callbackUrl: receiver.url };
			const failed = await trigger(ref);
			await receiver.until(({ length }) => length === 1);
			const cancelled = await trigger({ ...ref, signal: stop.signal });
			await receiver.until(({ length }) => length === 2);
			expect(receiver.received.map(bodyOf)).toMatchObject([
				{ type: "run.failed", status: "failed", runId: failed.runId, error: { code: "model_failed" } },
				{ type: "run.cancelled", status: "cancelled", runId: cancelled.runId, error: { code: "cancelled" } },
			]);
			await hf.idle();
			expect((await hf.runs.list()).items).toHaveLength(2);
			expect((await hf.jobs.list()).items.filter(({ kind }) => kind === "callback")).toEqual([]);
		});

		it("a callback that is not taken is sent again, the same; what it is about stays until then", async () => {
			const receiver = await startReceiver(({ headers }) => (headers["webhook-id"] ? 500 : 400));
			const { hf, trigger } = await open(["Done."]);
			const { runId } = await trigger({ callbackUrl: receiver.url });
			await receiver.until(({ length }) => length >= 1);
			const waiting = async () => (await hf.jobs.list()).items.find(({ kind }) => kind === "callback");
			while ((await waiting())?.error === undefined) await new Promise((resolve) => setImmediate(resolve));
			expect(await waiting()).toMatchObject({ status: "queued", error: "answered 500" });
			expect(await hf.runs.get(runId)).toMatchObject({ output: "Done." });
			receiver.answerWith(() => 200);
			await hf.jobs.retry(`callback:${runId}`);
			await receiver.until(() => receiver.taken().length === 1);
			expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
			expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
			await untilRemoved(hf);
			await expectNothingLeft(hf);
		});

		it("a receiver that wants none is given up: to be seen among the jobs, and nothing else is left", async () => {
			const receiver = await startReceiver(() => 410);
			const { hf, trigger } = await open(["Done."]);
			await trigger({ callbackUrl: receiver.url });
			await receiver.until(({ length }) => length === 1);
			await untilRemoved(hf);
			const [job] = (await hf.jobs.list({ status: "dead" })).items;
			expect(job).toMatchObject({ kind: "callback", error: "answered 410" });
			await hf.jobs.retry(job?.id ?? "");
			await hf.idle();
			await expectNothingLeft(hf);
			expect(receiver.received).toHaveLength(1);
		});

		it("callbacks do not reach where requests may not; that is said at once", async () => {
			const { hf, model, trigger } = await open([]);
			for (const url of ["http://169.254.169.254/", "http://10.0.0.1/x", "http://[::ffff:10.0.0.1]/"]) {
				const error = await refusal(trigger({ callbackUrl: url }), "forbidden");
				expect(error).toMatchObject({ field: "callbackUrl" });
			}
			for (const url of ["ftp://example.com", "nonsense", "https://u:p@example.com/"]) {
				await refusal(trigger({ callbackUrl: url }), "invalid");
			}
			expect(model.prompts).toEqual([]);
			await expectNothingLeft(hf);
		});

		it("a repeated key gives the first result, also when what it was about is gone", async () => {
			const receiver = await startReceiver();
			const { hf, model, trigger } = await open(["One.", { error: new Error("away") }, "Two.", "Three."]);
			const first = await trigger({ idempotencyKey: "k" });
			await expectNothingLeft(hf);
			expect(await trigger({ idempotencyKey: "k" })).toEqual(first);
			await refusal(trigger({ idempotencyKey: "k", input: { order: "B" } }), "conflict");
			const error = await refusal(trigger({ idempotencyKey: "f" }), "model_failed");
			expect((await refusal(trigger({ idempotencyKey: "f" }), "model_failed")).message).toBe(error.message);
			const kept = await trigger({ idempotencyKey: "k", sessionId: "s" });
			expect(await trigger({ idempotencyKey: "k", sessionId: "s" })).toEqual(kept);
			const called = { idempotencyKey: "c", callbackUrl: receiver.url };
			const pending = await trigger(called);
			await receiver.until(({ length }) => length === 1);
			expect(await trigger(called)).toEqual(pending);
			await hf.idle();
			expect(receiver.received).toHaveLength(1);
			expect(model.prompts).toHaveLength(4);
		});

		it("two at once with one key are one run", async () => {
			const [here, go] = [latch(), latch()];
			const { model, trigger } = await open(() => ({ text: "Done.", before: () => waitAt(here, go) }));
			const both = [
				trigger({ idempotencyKey: "k", sessionId: "s" }),
				trigger({ idempotencyKey: "k", sessionId: "s" }),
			];
			await here.opened;
			go.open();
			const settled = await Promise.allSettled(both);
			const results = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value.runId] : []));
			const refused = settled.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
			// The second may come before the first has begun.
			expect(new Set(results).size).toBe(1);
			expect(refused.every((code) => code === "busy")).toBe(true);
			expect(model.prompts).toHaveLength(1);
		});
	});
}
