import { existsSync, readFileSync } from "node:fs";
import { expect, onTestFinished } from "vitest";
import { type Event, type Holdfast, holdfast, type Run, type Store } from "../../../src/index.ts";
import type { ScriptedModel } from "../../../src/testing/scripted-model.ts";
import { runOnce } from "../../postgres/server/test-database.ts";
import { isPostgres, type Place, schemaAt, storeAt } from "../store-at.ts";
import { AGENT, SECRET, turnAgent } from "./children/turn-agent.ts";
import { FOREVER_MS, SESSION } from "./start-runner.ts";

/** This process runs turns on the same file, too. */
export async function openTurns(
	path: Place,
	{ leaseMs = FOREVER_MS, store = storeAt(path) }: { leaseMs?: number; store?: Store } = {},
): Promise<{ hf: Holdfast; model: ScriptedModel }> {
	const { agent, model } = turnAgent(async () => {});
	const hf = await holdfast({ store, agents: [agent], leaseMs });
	onTestFinished(() => hf.close());
	return { hf, model };
}

/** The whole log; its offsets have no gap and no event is there twice. */
export async function readLog(hf: Holdfast, sessionId = SESSION): Promise<Event[]> {
	const log = await hf.session({ agentId: AGENT, sessionId }).events({ limit: 10_000 });
	expect(log.map(({ offset }) => offset)).toEqual(log.map((_, i) => i));
	expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
	return log;
}

/** An event as a test writes it down. */
export function lineOf({ kind, data }: Event): string {
	const fields = data as { role?: string; content?: unknown; status?: string; name?: string };
	if (kind === "message") return `${fields.role}: ${fields.content}`;
	if (kind === "status") return String(fields.status);
	return kind;
}

export const linesOf = (log: readonly Event[]): string[] => log.map(lineOf);

export interface Block {
	runId: string;
	lines: string[];
}

/** The log as blocks of consecutive events of one run. */
export function blocksOf(log: readonly Event[]): Block[] {
	const blocks: Block[] = [];
	for (const event of log) {
		const last = blocks.at(-1);
		if (last && last.runId === event.runId) last.lines.push(lineOf(event));
		else blocks.push({ runId: String(event.runId), lines: [lineOf(event)] });
	}
	return blocks;
}

/** Each run is one block from the user's message to the last status: turns were never interleaved. */
export function expectBlocks(log: readonly Event[]): Block[] {
	const blocks = blocksOf(log);
	expect(new Set(blocks.map(({ runId }) => runId)).size).toBe(blocks.length);
	for (const { lines } of blocks) {
		expect(lines[0]).toMatch(/^user: /);
		expect(lines.at(-1)).toMatch(/^(completed|failed|cancelled|superseded)$/);
	}
	return blocks;
}

/** The lines of an exchange that went well. */
export const exchange = (text: string): string[] => [
	`user: ${text}`,
	"running",
	...(text.startsWith("look") ? ["tool_call", "tool_result"] : []),
	`assistant: answer to ${text}`,
	"completed",
];

/** Oldest first. */
export async function allRuns(hf: Holdfast, sessionId = SESSION): Promise<Run[]> {
	const { items } = await hf.runs.list({ agentId: AGENT, sessionId, limit: 1_000 });
	return items.toReversed();
}

/** Every call in a prompt has its result, and every result its call. */
export function expectNoOrphans(prompt: ScriptedModel["prompts"][number]): void {
	const ids = (role: string, type: string) =>
		prompt.flatMap((message) =>
			message.role === role && typeof message.content !== "string"
				? message.content.flatMap((part) =>
						part.type === type ? [(part as { toolCallId: string }).toolCallId] : [],
					)
				: [],
		);
	expect(ids("tool", "tool-result")).toEqual(ids("assistant", "tool-call"));
}

/** What lived for the run only is in no byte of the database: of the file, or of what the tables hold. */
export async function expectNoSecret(path: Place): Promise<void> {
	if (isPostgres(path)) {
		const { url, schema } = schemaAt(path);
		const text = (await runOnce(url, `SELECT schema_to_xml('${schema}', true, false, '')::TEXT AS text`))
			.rows[0].text;
		expect(text).toContain("and now?");
		expect(text.includes(SECRET)).toBe(false);
		return;
	}
	for (const file of [path, `${path}-wal`]) {
		if (existsSync(file)) expect(readFileSync(file).includes(SECRET), file).toBe(false);
	}
}
