import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SECRET } from "./history-arbitrary.ts";
import {
	countMessages,
	outputsInPrompt,
	pairsInLog,
	placesInPrompt,
	saidInLog,
	saidInPrompt,
} from "./replayed.ts";
import { anySetup, INPUT, type Outcome, runOn, type Setup } from "./run-on.ts";
import { violations } from "./validate-prompt.ts";

const inputAt = (prompt: LanguageModelV4Prompt): number =>
	prompt.findLastIndex(({ role }) => role === "user");

/** What of a prompt is replayed: all between the system text and the run's own message. */
const replayedOf = (prompt: LanguageModelV4Prompt): LanguageModelV4Prompt =>
	prompt.slice(0, inputAt(prompt)).filter(({ role }) => role !== "system");

const params = {
	numRuns: Number(process.env.HOLDFAST_PROPERTY_RUNS ?? 250),
	// The same for all properties: they look at the same runs.
	seed: Date.now() % 2 ** 31,
};

/** A run takes longer than everything that is checked about it: each setup runs once for all properties. */
const outcomes = new Map<string, Promise<Outcome>>();
function outcomeOf(setup: Setup): Promise<Outcome> {
	const key = fc.stringify(setup);
	const outcome = outcomes.get(key) ?? runOn(setup);
	outcomes.set(key, outcome);
	return outcome;
}

const property = (check: (outcome: Outcome, given: Setup) => void) =>
	fc.assert(
		fc.asyncProperty(anySetup, async (given) => check(await outcomeOf(given), given)),
		params,
	);

describe("prompts of runs on any log (ME6)", () => {
	it("every prompt is valid for every provider, and ends its user messages with the run's own", () =>
		property(({ prompts, summaries }, { hasTools }) => {
			expect(prompts).toHaveLength(hasTools ? 2 : 1);
			for (const prompt of prompts) {
				expect(violations(prompt, { hasTools })).toEqual([]);
				const asked = prompt[inputAt(prompt)];
				const texts =
					asked?.role === "user" ? asked.content.map((part) => part.type === "text" && part.text) : [];
				expect(texts.at(-1)).toBe(INPUT);
				expect(texts.length).toBeLessThanOrEqual(2);
				// Whatever was said, it stays inside of its block, a line each.
				if (texts.length === 2)
					expect(texts[0]).toMatch(
						/^From memory, as data [^\n<]*\n<excerpts>(?:\n(?:\[[^\n\r\u2028\u2029\u0085<>]*\]|\d{4}-\d\d-\d\d [^\n\r\u2028\u2029\u0085<>]*))+\n<\/excerpts>$/,
					);
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
				for (const { call, result } of placesInPrompt(replayedOf(prompt))) {
					const owed = pairs.find((pair) => pair.call === call);
					expect(result, `the result of call ${call}`).toBe(owed?.result);
				}
			}
		}));

	it("with room for everything nothing is lost from the first user message on", () =>
		property(({ log, prompts }, { settings, hasTools }) => {
			const { limit, messageLimit, tokenBudget, summarize } = settings;
			if (limit < 1_000 || messageLimit < 1_000 || tokenBudget < 200_000 || summarize) return;
			const said = saidInLog(log);
			const start = said.findIndex(({ role }) => role === "user");
			const expected = start === -1 ? [] : said.slice(start);
			const [prompt = []] = prompts;
			const replayed = replayedOf(prompt);
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
