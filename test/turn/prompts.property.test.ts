import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type Event, type Holdfast, holdfast, memoryStore, tool } from "../../src/index.ts";
import { createFixture, draft } from "../../src/testing/fixture.ts";
import { type ScriptedTurn, scriptedModel } from "../../src/testing/index.ts";
import { anyHistory, anySettings, type LoggedEvent, SECRET } from "./history-arbitrary.ts";
import { countMessages, outputsInPrompt, pairsInLog, saidInLog, saidInPrompt } from "./replayed.ts";
import { violations } from "./validate-prompt.ts";

const ref = { agentId: "a", sessionId: "s", userId: "u" };
const INPUT = "the newest message";

const find = tool({
	name: "find",
	description: "Finds.",
	input: z.looseObject({}),
	execute: () => ({ found: true }),
});

const earlier = fc.array(fc.constantFrom("answers", "fails", "calls", "stops" as const), { maxLength: 3 });

const setup = fc.record({
	history: anyHistory,
	settings: anySettings,
	hasTools: fc.boolean(),
	erased: fc.array(fc.nat(60), { maxLength: 4 }),
	earlier,
	ids: fc.constantFrom("call_1", "bad id", "", "x".repeat(60)),
});

type Setup = typeof setup extends fc.Arbitrary<infer T> ? T : never;

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

interface Outcome {
	log: Event[];
	prompts: LanguageModelV4Prompt[];
	summaries: LanguageModelV4Prompt[];
	result: Awaited<ReturnType<Holdfast["agents"]["run"]>>;
}

/** A run on a log that holds all that. */
async function runOn({ history, settings, hasTools, erased, earlier: kinds, ids }: Setup): Promise<Outcome> {
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

const inputAt = (prompt: LanguageModelV4Prompt): number =>
	prompt.findLastIndex(({ role }) => role === "user");

/** What of a prompt is replayed: all between the system text and the run's own message. */
const replayedOf = (prompt: LanguageModelV4Prompt): LanguageModelV4Prompt =>
	prompt.slice(0, inputAt(prompt)).filter(({ role }) => role !== "system");

const property = (check: (outcome: Outcome, given: Setup) => void) =>
	fc.assert(
		fc.asyncProperty(setup, async (given) => check(await runOn(given), given)),
		{ numRuns: Number(process.env.HOLDFAST_PROPERTY_RUNS ?? 250) },
	);

describe("prompts of runs on any log (ME6)", () => {
	it("every prompt is valid for every provider, and ends its user messages with the run's own", () =>
		property(({ prompts, summaries }, { hasTools }) => {
			expect(prompts).toHaveLength(hasTools ? 2 : 1);
			for (const prompt of prompts) {
				expect(violations(prompt, { hasTools })).toEqual([]);
				expect(prompt[inputAt(prompt)]).toEqual({ role: "user", content: [{ type: "text", text: INPUT }] });
			}
			for (const prompt of summaries) expect(violations(prompt, { hasTools: false })).toEqual([]);
		}));

	it("no metadata is in a prompt, and the variables are (US2, US3, SE6)", () =>
		property(({ prompts, summaries }) => {
			for (const prompt of [...prompts, ...summaries]) expect(JSON.stringify(prompt)).not.toContain(SECRET);
			for (const [system] of prompts) expect(system?.content).toContain("plan: gold");
		}));

	it("what is replayed is the newest part, without gap, in order, each message by itself", () =>
		property(({ log, prompts }) => {
			const said = saidInLog(log).map(({ role, texts }) => ({ role, texts }));
			for (const prompt of prompts) {
				const replayed = saidInPrompt(replayedOf(prompt));
				expect(replayed).toEqual(said.slice(said.length - replayed.length));
			}
		}));

	it("the limits hold: messages, what one read brings, tokens (ME5)", () =>
		property(({ prompts, result }, { settings }) => {
			for (const prompt of prompts) {
				const count = countMessages(replayedOf(prompt));
				expect(count).toBeLessThanOrEqual(settings.limit);
				expect(count).toBeLessThanOrEqual(settings.messageLimit);
			}
			expect(result.recalled.tokens.history).toBeLessThanOrEqual(settings.tokenBudget);
		}));

	it("every result stands with a call that it was given to", () =>
		property(({ log, prompts }) => {
			const pairs = pairsInLog(log);
			for (const prompt of prompts) {
				for (const output of outputsInPrompt(replayedOf(prompt))) {
					const text = JSON.parse(output);
					const short = typeof text === "string" ? text.slice(0, 900) : undefined;
					const known = pairs.some(
						(pair) => pair.output === output || (short !== undefined && pair.output.includes(short)),
					);
					expect(known, output).toBe(true);
				}
			}
		}));

	it("with room for everything nothing is lost from the first user message on", () =>
		property(({ log, prompts }, { settings, hasTools }) => {
			const { limit, messageLimit, tokenBudget, summarize } = settings;
			if (limit < 100 || messageLimit < 1_000 || tokenBudget < 32_000 || summarize) return;
			const said = saidInLog(log);
			const start = said.findIndex(({ role }) => role === "user");
			const expected = start === -1 ? [] : said.slice(start);
			const [prompt = []] = prompts;
			const replayed = replayedOf(prompt);
			if (countMessages(replayed) > 80) return;
			expect(saidInPrompt(replayed)).toEqual(expected.map(({ role, texts }) => ({ role, texts })));
			const from = expected[0]?.offset ?? Number.POSITIVE_INFINITY;
			const owed = hasTools ? pairsInLog(log).filter(({ place }) => place > from) : [];
			const outputs = outputsInPrompt(replayed);
			for (const { output } of owed) {
				const at = outputs.indexOf(output);
				expect(at, `${output} is missing`).not.toBe(-1);
				outputs.splice(at, 1);
			}
		}));

	it("what a summary of this run stands for is all that is not replayed of what was read (ME7)", () =>
		property(({ log, prompts, summaries, result }) => {
			if (summaries.length === 0) return;
			const replayed = saidInPrompt(replayedOf(prompts[0] ?? []));
			const said = saidInLog(log);
			const left = said.slice(0, said.length - replayed.length);
			for (const { offset } of left) expect(offset).toBeLessThanOrEqual(result.recalled.summarizedTo ?? -1);
			for (const { offset } of said.slice(left.length)) {
				expect(offset).toBeGreaterThan(result.recalled.summarizedTo ?? -1);
			}
		}));
});
