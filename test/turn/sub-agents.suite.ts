import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type AgentDefinition, defineAgent, type Holdfast, type ToolContext, tool } from "../../src/index.ts";
import { type ScriptedModel, type ScriptedTurn, scriptedModel } from "../../src/testing/index.ts";
import { refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { logOf } from "./looks.ts";
import { type Latch, latch, turnWorld, waitAt } from "./turn-world.ts";

const ref = { agentId: "a", sessionId: "s", userId: "u" };
const ask = (name: string, input = "go"): ScriptedTurn => ({ toolCalls: [{ name, input: { input } }] });
const act = (name: string, execute: (ctx: ToolContext) => unknown) =>
	tool({ name, description: "Does it.", input: z.object({}), execute: (_, ctx) => execute(ctx) });

/** Asks the agent below for every message, and then answers. */
const asker = (name: string): ScriptedModel =>
	scriptedModel(({ prompt }) => (prompt.at(-1)?.role === "tool" ? "done" : ask(name)));

async function derivedOf(hf: Holdfast, agentId: string) {
	const { items } = await hf.sessions.list({ agentId });
	return items.map(({ sessionId, userId }) => ({ sessionId, userId }));
}

/** AG5: agents that call agents. */
export function describeSubAgents(backend: Backend): void {
	describe("sub-agents (AG5)", () => {
		const world = turnWorld(backend);

		it("derived ids, a history of its own, the answer as the tool's result, the tree of runs", async () => {
			const below = scriptedModel(({ index }) => `found ${index}`);
			const model = asker("below");
			const hf = await world.open([
				defineAgent({ id: "a", model, agents: ["below"] }),
				defineAgent({ id: "below", model: below, description: "Finds things." }),
			]);
			const first = await hf.agents.run({ ...ref, input: "secret of the user" });
			await hf.agents.run({ ...ref, input: "again" });
			expect(await derivedOf(hf, "below")).toEqual([{ sessionId: "s:below", userId: "u:below" }]);
			expect(below.texts()[0]).toBe("user: go");
			expect(below.texts()[1]).toMatch(/user: go\nassistant: found 0\nuser: go$/);
			expect(model.texts()[1]).toContain("found 0");
			expect(model.calls[0]?.tools).toMatchObject([{ name: "below", description: "Finds things." }]);
			// The caller's log holds the call and its result, and nothing of the other's work.
			expect((await logOf(hf, ref)).slice(0, 6)).toEqual([
				"user: secret of the user",
				"status: running",
				"call below",
				"result below",
				"assistant: done",
				"status: completed",
			]);
			const tree = (await hf.runs.list({ rootRunId: first.runId })).items;
			expect(tree).toHaveLength(2);
			expect(tree.find(({ agentId }) => agentId === "below")).toMatchObject({
				parentRunId: first.runId,
				rootRunId: first.runId,
				status: "completed",
				output: "found 0",
			});
			expect(tree.find(({ agentId }) => agentId === "a")).toMatchObject({ rootRunId: first.runId });
			expect(tree.find(({ agentId }) => agentId === "a")?.parentRunId).toBeUndefined();
		});

		it("variables and state are the root's, both ways; user: and app: keys are stored there", async () => {
			const seen: unknown[] = [];
			const tools = [
				act("work", (ctx) => {
					seen.push(ctx.variables, ctx.userId, ctx.state.get("from_above"), ctx.state.get("user:lang"));
					ctx.state.set("from_below", 1);
					ctx.state.set("user:seen", true);
				}),
			];
			const look = act("look", (ctx) => seen.push(ctx.state.get("from_below")) && null);
			const model = scriptedModel([ask("below"), { toolCalls: [{ name: "look" }] }, "done"]);
			const hf = await world.open([
				defineAgent({ id: "a", model, agents: ["below"], tools: [look] }),
				defineAgent({
					id: "below",
					model: scriptedModel([{ toolCalls: [{ name: "work" }] }, "ok"]),
					tools,
					outputKey: "below_said",
				}),
			]);
			await hf.users.setVariables("u", { plan: "gold" });
			await hf.agents.run({ ...ref, input: "x", state: { from_above: 7, "user:lang": "de" } });
			expect(seen).toEqual([{ plan: "gold" }, "u", 7, "de", 1]);
			const stored = { from_above: 7, "user:lang": "de", from_below: 1, "user:seen": true, below_said: "ok" };
			expect(await hf.session(ref).state.get()).toEqual(stored);
			const derived = { agentId: "below", sessionId: "s:below", userId: "u:below" };
			expect(await hf.session(derived).state.get()).toEqual({});
			// A later session of the user has the user's keys.
			expect(await hf.session({ ...ref, sessionId: "new" }).state.get()).toEqual({
				"user:lang": "de",
				"user:seen": true,
			});
		});

		it("state: own keeps the two apart", async () => {
			const tools = [
				act("work", (ctx) => {
					ctx.state.set("mine", (ctx.state.get("mine") as number | undefined) ?? 0);
					return ctx.state.get("from_above") ?? "nothing";
				}),
			];
			const below = scriptedModel([{ toolCalls: [{ name: "work" }] }, "ok"]);
			const hf = await world.open([
				defineAgent({ id: "a", model: asker("below"), agents: [{ agent: "below", state: "own" }] }),
				defineAgent({ id: "below", model: below, tools }),
			]);
			await hf.agents.run({ ...ref, input: "x", state: { from_above: 7 } });
			expect(below.texts()[1]).toContain("nothing");
			expect(await hf.session(ref).state.get()).toEqual({ from_above: 7 });
			const derived = { agentId: "below", sessionId: "s:below", userId: "u:below" };
			expect(await hf.session(derived).state.get()).toEqual({ mine: 0 });
		});

		it("state: own is about the session; the user's keys are the user's, and go with the user (ER1)", async () => {
			const write = act("write", (ctx) => {
				const before = ctx.state.get("user:lang") ?? null;
				ctx.state.set("user:note", "from below");
				ctx.state.set("mine", 1);
				return before;
			});
			const below = scriptedModel([{ toolCalls: [{ name: "write" }] }, "ok"]);
			const hf = await world.open([
				defineAgent({ id: "a", model: asker("below"), agents: [{ agent: "below", state: "own" }] }),
				defineAgent({ id: "below", model: below, tools: [write], outputKey: "user:last" }),
			]);
			await hf.agents.run({ ...ref, input: "x", state: { "user:lang": "de" } });
			expect(below.texts()[1]).toContain("de");
			const users = { "user:lang": "de", "user:note": "from below", "user:last": "ok" };
			expect(await hf.session(ref).state.get()).toEqual(users);
			await hf.users.delete("u");
			const derived = { agentId: "below", sessionId: "s:below", userId: "u:below" };
			await hf.sessions.open(derived);
			expect(await hf.session(derived).state.get()).toEqual({});
		});

		it("ids: same continues the user's own session with that agent", async () => {
			const below = scriptedModel(({ index }) => `said ${index}`);
			const hf = await world.open([
				defineAgent({ id: "a", model: asker("below"), agents: [{ agent: "below", ids: "same" }] }),
				defineAgent({ id: "below", model: below }),
			]);
			await hf.agents.run({ ...ref, agentId: "below", input: "directly" });
			await hf.agents.run({ ...ref, input: "x" });
			expect(below.texts()[1]).toMatch(/user: directly\nassistant: said 0\nuser: go$/);
			expect(await derivedOf(hf, "below")).toEqual([{ sessionId: "s", userId: "u" }]);
		});

		it("two that call each other in the user's own sessions do not wait for each other for ever", async () => {
			const [xs, ys] = [latch(), latch()];
			/** Has its turn before it asks the other one. */
			const calls = (other: string, mine: Latch, theirs: Latch) =>
				scriptedModel(({ prompt }) =>
					prompt.at(-1)?.role === "tool" ? "done" : { ...ask(other), before: () => waitAt(mine, theirs) },
				);
			const [x, y] = [calls("y", xs, ys), calls("x", ys, xs)];
			const hf = await world.open(
				[
					defineAgent({ id: "x", model: x, agents: [{ agent: "y", ids: "same" }] }),
					defineAgent({ id: "y", model: y, agents: [{ agent: "x", ids: "same" }] }),
				],
				{ leaseMs: 100 },
			);
			const run = (agentId: string) => hf.agents.run({ agentId, sessionId: "s", userId: "u", input: "go" });
			const [one, two] = await Promise.all([run("x"), run("y")]);
			expect([one.status, two.status]).toEqual(["completed", "completed"]);
			const results = [...x.texts(), ...y.texts()].filter((text) =>
				text.includes("is busy with another run"),
			);
			expect(results).not.toHaveLength(0);
		});

		it("nests, each level with its own ids and the root's state", async () => {
			const seen: unknown[] = [];
			const look = act("look", (ctx) => seen.push(ctx.state.get("k"), ctx.userId) && null);
			const hf = await world.open([
				defineAgent({ id: "a", model: asker("b"), agents: ["b"] }),
				defineAgent({ id: "b", model: asker("c"), agents: ["c"] }),
				defineAgent({
					id: "c",
					tools: [look],
					model: scriptedModel([{ toolCalls: [{ name: "look" }] }, "bottom"]),
				}),
			]);
			const { runId } = await hf.agents.run({ ...ref, input: "x", state: { k: 1 } });
			expect(seen).toEqual([1, "u"]);
			expect(await derivedOf(hf, "c")).toEqual([{ sessionId: "s:b:c", userId: "u:b:c" }]);
			const tree = (await hf.runs.list({ rootRunId: runId })).items;
			const [a, b, c] = ["a", "b", "c"].map((id) => tree.find(({ agentId }) => agentId === id));
			expect([b?.parentRunId, c?.parentRunId, c?.rootRunId]).toEqual([a?.id, b?.id, runId]);
		});

		it.each(["derived", "same"] as const)(
			"agents that call each other without end are stopped (ids: %s)",
			async (ids) => {
				const hf = await world.open([
					defineAgent({ id: "a", model: asker("b"), agents: [{ agent: "b", ids }] }),
					defineAgent({ id: "b", model: asker("a"), agents: [{ agent: "a", ids }] }),
				]);
				const result = await hf.agents.run({ ...ref, input: "x" });
				expect(result.output).toBe("done");
				const runs = (await hf.runs.list({ limit: 100 })).items;
				expect(runs.every(({ status }) => status === "completed")).toBe(true);
				expect(runs.length).toBe(ids === "same" ? 2 : 8);
			},
		);

		it("two calls of one agent in one step queue up in its session; both are answered", async () => {
			const below = scriptedModel(({ prompt }) => `answer to ${JSON.stringify(prompt.at(-1)?.content)}`);
			const calls = ["one", "two"].map((input) => ({ name: "below", input: { input } }));
			const model = scriptedModel([{ toolCalls: calls }, "done"]);
			const hf = await world.open([
				defineAgent({ id: "a", model, agents: ["below"] }),
				defineAgent({ id: "below", model: below }),
			]);
			await hf.agents.run({ ...ref, input: "x" });
			const told = model.texts()[1] ?? "";
			expect(told).toMatch(/answer to .*one.*answer to .*two/);
			const log = await logOf(hf, { agentId: "below", sessionId: "s:below", userId: "u:below" });
			expect(log.map((line) => line.split(":")[0])).toEqual([
				"user",
				"status",
				"assistant",
				"status",
				"user",
				"status",
				"assistant",
				"status",
			]);
		});

		it("a rule on the sub-agent, and the sub-agent's own rule, read the root user's variables (ST7)", async () => {
			const make = (entry: object, own: object): AgentDefinition[] => [
				defineAgent({ id: "a", model: asker("below"), agents: [{ agent: "below", ...entry }] }),
				defineAgent({ id: "below", model: scriptedModel(() => "opened"), ...own }),
			];
			const rule = { allow: 'role == "admin"' };
			for (const [i, agents] of [make(rule, {}), make({}, rule)].entries()) {
				const hf = await world.open(agents, { tenant: `t${i}` });
				const refused = await hf.agents.run({ ...ref, input: "x" });
				const results = () => refused.events.filter(({ kind }) => kind === "tool_result");
				expect(results()[0]?.data).toMatchObject({
					output: expect.stringMatching(/^unauthorized:/),
					isError: true,
				});
				expect((await hf.runs.list({ agentId: "below" })).items).toEqual([]);
				await hf.users.setVariables("u", { role: "admin" });
				const allowed = await hf.agents.run({ ...ref, input: "x" });
				expect(allowed.events.find(({ kind }) => kind === "tool_result")?.data).toMatchObject({
					output: "opened",
				});
			}
		});

		it("a sub-agent that fails is a result to its caller; the caller's cancellation cancels it", async () => {
			const stop = new AbortController();
			const below = scriptedModel([{ error: new Error("broken") }, { before: () => stop.abort() }]);
			const hf = await world.open([
				defineAgent({ id: "a", model: asker("below"), agents: ["below"] }),
				defineAgent({ id: "below", model: below, settings: { maxRetries: 0 } }),
			]);
			const first = await hf.agents.run({ ...ref, input: "x" });
			expect(first.output).toBe("done");
			expect(first.events.find(({ kind }) => kind === "tool_result")?.data).toMatchObject({ isError: true });
			await refusal(hf.agents.run({ ...ref, input: "y", signal: stop.signal }), "cancelled");
			// The caller does not wait until its sub-agent has written that it was cancelled.
			while ((await hf.runs.list({ status: "running" })).items.length > 0)
				await new Promise((resolve) => setImmediate(resolve));
			const runs = (await hf.runs.list()).items.map(({ agentId, status }) => `${agentId} ${status}`);
			expect(runs.sort()).toEqual(["a cancelled", "a completed", "below cancelled", "below failed"]);
		});
	});
}
