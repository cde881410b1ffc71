/*
 * npm run bench -- prompt-prefix
 *
 * How much of each prompt a provider can serve from its cache: the text that the prompt shares, from its beginning, with the prompt
 * of the turn before. Each input makes other excerpts and facts come.
 */
import { holdfast } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { madeUpInputs, madeUpTalk } from "../made-up-talk.ts";
import type { Row } from "../measure.ts";
import { tellEarlier } from "./recall-cost.ts";

const TURNS = 150;
const EARLIER = 400;
const FACTS = 60;

function sharedWith(before: string, text: string): number {
	const most = Math.min(before.length, text.length);
	let shared = 0;
	while (shared < most && before[shared] === text[shared]) shared++;
	return shared;
}

/** How long answers are: so many of the made-up messages together. */
const LENGTHS = { short: 1, usual: 3 };

async function measure(limit: number | undefined, length: keyof typeof LENGTHS): Promise<Row> {
	const each = LENGTHS[length];
	const said = madeUpTalk(2 * each * TURNS, 11).filter(({ role }) => role === "assistant");
	const answers = Array.from({ length: TURNS }, (_, i) =>
		said
			.slice(i * each, (i + 1) * each)
			.map(({ content }) => content)
			.join(" "),
	);
	const model = scriptedModel(({ index }) => answers[index % TURNS] ?? "");
	const hf = await holdfast({
		agents: [
			{
				id: "bench",
				model,
				instructions: "You help people with their plans, their work and their home.",
				// Only the prompts of runs are looked at.
				memory: { extractor: "rules", ...(limit !== undefined && { limit }) },
			},
		],
	});
	const who = { agentId: "bench", userId: "u" };
	await tellEarlier(hf, who, EARLIER, 12);
	const told = madeUpTalk(2 * FACTS, 13).filter(({ role }) => role === "user");
	await hf.memory("bench", { userId: "u" }).writeMany(told.map(({ content }) => ({ content })));
	const input = madeUpInputs(14);
	const recalled: Set<string> = new Set();
	for (let i = 0; i < TURNS; i++) {
		const run = await hf.agents.run({ ...who, sessionId: "now", input: input(i) });
		recalled.add(JSON.stringify([run.recalled.facts, run.recalled.excerpts]));
	}
	await hf.close();
	const texts = model.texts();
	let [shared, total] = [0, 0];
	for (let i = 1; i < texts.length; i++) {
		shared += sharedWith(texts[i - 1] ?? "", texts[i] ?? "");
		total += texts[i]?.length ?? 0;
	}
	const part = (100 * shared) / total;
	const characters = Math.round(answers.reduce((sum, answer) => sum + answer.length, 0) / TURNS);
	const which = limit === undefined ? "default limit" : `limit ${limit}`;
	return {
		what: `text of a prompt that the one before shares, ${which}, answers of ${characters} characters (${TURNS} turns, ${recalled.size} different recollections)`,
		ours: `${part.toFixed(1)} %`,
		raw: "–",
		ratio: Number.NaN,
		target: "≥ 85 %",
		meets: part >= 85,
	};
}

export const promptPrefix = async (): Promise<Row[]> => [
	await measure(60, "usual"),
	await measure(undefined, "usual"),
	await measure(60, "short"),
	await measure(undefined, "short"),
];
