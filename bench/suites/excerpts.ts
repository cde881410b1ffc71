/*
 * npm run bench -- excerpts
 *
 * Whether what was said in earlier sessions reaches the model of a new one: scenarios of several sessions, none of them
 * ended, each question in a session of its own with default settings, and the recorded prompt searched for the answer.
 */
import { defineAgent, type Holdfast, holdfast } from "../../src/index.ts";
import { type ScriptedModel, scriptedModel } from "../../src/testing/index.ts";
import {
	readScenarios,
	readSmallTalk,
	readUnrelated,
	type Scenario,
	type ScenarioQuestion,
	type ScenarioSet,
} from "../data/scenarios/read-scenarios.ts";
import type { Row } from "../measure.ts";

const USER = { agentId: "a", userId: "u" };
const MINUTE = 60_000;

type Line = { role: "user" | "assistant"; content: string };

async function tell(hf: Holdfast, sessionId: string, at: number, lines: readonly Line[]): Promise<void> {
	await hf.session({ ...USER, sessionId }).append(
		lines.map(({ role, content }, i) => ({
			kind: "message" as const,
			source: role === "user" ? ("user" as const) : ("agent" as const),
			at: new Date(at + i * MINUTE).toISOString(),
			data: { role, content },
		})),
	);
}

async function opened(scenario: Scenario, noise: number): Promise<{ hf: Holdfast; model: ScriptedModel }> {
	const model = scriptedModel(() => "Fine.");
	const hf = await holdfast({ agents: [defineAgent({ id: "a", model })] });
	for (const { id, at, messages } of scenario.sessions) await tell(hf, id, Date.parse(at), messages);
	const talk = readSmallTalk().slice(0, noise);
	for (let from = 0; from < talk.length; from += 20)
		await tell(hf, `talk-${from}`, Date.UTC(2026, 8, 1) + from * 60 * MINUTE, talk.slice(from, from + 20));
	return { hf, model };
}

/** What a run's prompt says in front of its input, and what it costs. */
async function ask(
	hf: Holdfast,
	model: ScriptedModel,
	input: string,
): Promise<{ text: string; tokens: number }> {
	const { sessionId, recalled } = await hf.agents.run({ ...USER, sessionId: "asked", input });
	await hf.sessions.delete({ ...USER, sessionId });
	const last = model.prompts.at(-1)?.at(-1);
	const first = last?.role === "user" && last.content.length > 1 ? last.content[0] : undefined;
	return { text: first?.type === "text" ? first.text : "", tokens: recalled.tokens.excerpts };
}

const lastOf = (text: string, wordings: readonly string[]): number =>
	Math.max(...wordings.map((wording) => text.toLowerCase().lastIndexOf(wording.toLowerCase())));

function judge(text: string, { answer, saidAt, outdated = [] }: ScenarioQuestion) {
	const held = answer.every((wordings) => lastOf(text, wordings) >= 0);
	const old = outdated.length > 0 ? lastOf(text, outdated) : -1;
	return {
		held,
		dated: held && text.includes(saidAt),
		stale: old >= 0 && lastOf(text, answer[0] ?? []) < old,
	};
}

const percent = (part: number, of: number): string => `${((100 * part) / of).toFixed(1)} %`;

const NAMES: Readonly<Record<ScenarioSet, string>> = {
	dev: "development",
	test: "second half",
	second: "second set",
	third: "third set",
};

async function measure(part: ScenarioSet, noise: number): Promise<Row[]> {
	const results: ReturnType<typeof judge>[] = [];
	let corrected = 0;
	for (const scenario of readScenarios(part)) {
		const { hf, model } = await opened(scenario, noise);
		for (const question of scenario.questions) {
			results.push(judge((await ask(hf, model, question.input)).text, question));
			if (question.outdated) corrected += 1;
		}
		await hf.close();
	}
	const count = (name: "held" | "dated" | "stale"): number => results.filter((one) => one[name]).length;
	const where = `${NAMES[part]}${noise > 0 ? `, ${noise} unrelated messages` : ""}`;
	const row = (what: string, done: number, of: number, target: number, most = false): Row => ({
		what: `${what} (${where}, ${of} questions)`,
		ours: percent(done, of),
		raw: "–",
		ratio: Number.NaN,
		target: `${most ? "≤" : "≥"} ${target} %`,
		meets: most ? (100 * done) / of <= target : (100 * done) / of >= target,
	});
	const all = results.length;
	return [
		row("the prompt of a new session holds the answer", count("held"), all, noise > 0 ? 90 : 95),
		...(noise > 0 ? [] : [row("… with its date", count("dated"), all, 90)]),
		...(noise > 0
			? []
			: [row("an old value without the newer one after it", count("stale"), corrected, 2, true)]),
	];
}

/** What inputs cost that have nothing to do with the past. */
async function unrelated(set: ScenarioSet): Promise<Row> {
	const tokens: number[] = [];
	for (const scenario of readScenarios(set).slice(0, 8)) {
		const { hf, model } = await opened(scenario, 0);
		for (const input of readUnrelated()) tokens.push((await ask(hf, model, input)).tokens);
		await hf.close();
	}
	tokens.sort((a, b) => a - b);
	const [median = 0, high = 0] = [tokens[tokens.length >> 1], tokens[Math.floor(tokens.length * 0.95)]];
	return {
		what: `tokens of excerpts for unrelated inputs, median / p95 (users of the ${NAMES[set]}, ${tokens.length} runs)`,
		ours: `${median} / ${high}`,
		raw: "–",
		ratio: Number.NaN,
		target: "≤ 150 / 400",
		meets: median <= 150 && high <= 400,
	};
}

export async function excerpts(): Promise<Row[]> {
	const sets: ScenarioSet[] = ["dev", "test", "second", "third"];
	const rows: Row[] = [];
	for (const noise of [0, 400]) for (const set of sets) rows.push(...(await measure(set, noise)));
	for (const set of ["dev", "second", "third"] as const) rows.push(await unrelated(set));
	return rows;
}
