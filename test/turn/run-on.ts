import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import fc from "fast-check";
import { z } from "zod";
import { defineAgent, type Event, type Holdfast, holdfast, memoryStore, tool } from "../../src/index.ts";
import { createFixture, draft } from "../../src/testing/fixture.ts";
import { type ScriptedTurn, scriptedModel } from "../../src/testing/index.ts";
import { anyHistory, anySettings, type LoggedEvent, SECRET } from "./history-arbitrary.ts";

const ref = { agentId: "a", sessionId: "s", userId: "u" };
export const INPUT = "the newest message";

const find = tool({
	name: "find",
	description: "Finds.",
	input: z.looseObject({}),
	execute: () => ({ found: true }),
});

const earlier = fc.array(fc.constantFrom("answers", "fails", "calls", "stops" as const), { maxLength: 3 });

/** A log, how a run is told to remember, and what the model does. */
export const anySetup = fc.record({
	history: anyHistory,
	settings: anySettings,
	hasTools: fc.boolean(),
	erased: fc.array(fc.nat(60), { maxLength: 4 }),
	earlier,
	ids: fc.constantFrom("call_1", "bad id", "", "x".repeat(60)),
});

export type Setup = typeof anySetup extends fc.Arbitrary<infer T> ? T : never;

const isSummary = (prompt: LanguageModelV4Prompt): boolean =>
	prompt[0]?.role === "system" && prompt[0].content.startsWith("Summarise");

/** Puts a history into the store as it is: past the checks of the public interface. */
async function plant(store: ReturnType<typeof memoryStore>, history: readonly LoggedEvent[]): Promise<void> {
	const fixture = createFixture(store, "default" as Parameters<typeof createFixture>[1]);
	const name = fixture.name("s", { agent: "a", user: "u" });
	for (const event of history) {
		const planted = draft("", event as Parameters<typeof draft>[1]);
		const body = JSON.stringify({ ...JSON.parse(planted.body), metadata: { note: SECRET } });
		await fixture.append(name, [{ ...planted, body }]);
	}
}

async function runEarlier(
	hf: Holdfast,
	next: (turn: ScriptedTurn | string) => void,
	kinds: Setup["earlier"],
) {
	for (const [i, kind] of kinds.entries()) {
		const stop = new AbortController();
		if (kind === "answers") next(`answer ${i}`);
		if (kind === "fails") next({ error: new Error("away") });
		if (kind === "calls") next({ text: "let me see", toolCalls: [{ name: "find" }, { name: "gone" }] });
		if (kind === "stops") next({ before: () => stop.abort() });
		await hf.agents.run({ ...ref, input: `earlier ${i}`, signal: stop.signal }).catch(() => {});
	}
}

export interface Outcome {
	log: Event[];
	prompts: LanguageModelV4Prompt[];
	summaries: LanguageModelV4Prompt[];
	result: Awaited<ReturnType<Holdfast["agents"]["run"]>>;
}

/** A run on a log that holds all that. */
export async function runOn({
	history,
	settings,
	hasTools,
	erased,
	earlier: kinds,
	ids,
}: Setup): Promise<Outcome> {
	const store = memoryStore();
	let script: (ScriptedTurn | string)[] = [];
	const model = scriptedModel(({ prompt }) =>
		isSummary(prompt) ? "They talked." : (script.shift() ?? "done"),
	);
	const tools = hasTools ? [find] : [];
	await using hf = await holdfast({ store, agents: [defineAgent({ id: "a", model, tools })] });
	await hf.sessions.open(ref, { metadata: { note: SECRET } });
	await hf.users.upsert("u", { metadata: { note: SECRET }, variables: { plan: "gold" } });
	await plant(store, history);
	await runEarlier(hf, (turn) => script.push(turn), kinds);
	const offsets = erased.filter((offset) => offset < history.length);
	if (offsets.length > 0) await hf.session(ref).erase(offsets);
	const log = await hf.session(ref).events({ limit: 10_000 });
	script = hasTools
		? [
				{
					toolCalls: [
						{ name: "find", id: ids },
						{ name: "no such tool", id: ids, inputText: "[1]" },
					],
				},
				"done",
			]
		: ["done"];
	const first = model.prompts.length;
	const result = await hf.agents.run({ ...ref, input: INPUT, memory: settings, metadata: { note: SECRET } });
	const asked = model.prompts.slice(first);
	return {
		log,
		result,
		prompts: asked.filter((prompt) => !isSummary(prompt)),
		summaries: asked.filter(isSummary),
	};
}
