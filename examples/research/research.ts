/*
 * A lead agent with two sub-agents. Each has its own history. They share the state of the lead's session, so one can
 * leave notes for the next. At the end it prints the tree of runs and a trace with durations.
 */
import { join } from "node:path";
import { defineAgent, HoldfastError, holdfast, type Run, type Span } from "holdfast";
import { sqlite } from "holdfast/sqlite";
import { model, printModelHint } from "../model.ts";
import { findSources, writeReport } from "./tools.ts";

const file = join(".holdfast", "research.db");
const lead = defineAgent({
	id: "lead",
	instructions: "You lead a small research team. Let the others do the work, and report the result.",
	agents: ["sources", "report"],
});
const sources = defineAgent({
	id: "sources",
	description: "Collects sources on a topic and saves them as notes.",
	instructions: "Find sources with your tool. Say how many you found.",
	tools: [findSources],
});
const report = defineAgent({
	id: "report",
	description: "Writes a report from the collected notes.",
	instructions: "Write the report with your tool. The notes so far: {notes?}",
	tools: [writeReport],
	outputKey: "last_report",
});

const hf = await holdfast({ agents: [lead, sources, report], store: sqlite(file), model });
const conversation = { agentId: "lead", userId: "ada", sessionId: "tides" };

/** Asks the lead agent and prints the answer. Returns the id of the run. */
async function ask(input: string): Promise<string> {
	console.log(`Ada   ${input}`);
	const { output, runId } = await hf.agents.run({ ...conversation, input });
	console.log(`Lead  ${output}\n`);
	return runId;
}

/** Prints a list as a tree. `ids` returns the id of an item and of its parent. */
function printTree<T>(
	items: readonly T[],
	ids: (item: T) => [string, string | undefined],
	text: (item: T) => string,
) {
	const known = new Set(items.map((item) => ids(item)[0]));
	const print = (above: string | undefined, depth: number): void => {
		for (const item of items) {
			const [id, parent] = ids(item);
			if ((parent !== undefined && known.has(parent) ? parent : undefined) !== above) continue;
			console.log(`${"  ".repeat(depth + 1)}${text(item)}`);
			print(id, depth + 1);
		}
	};
	print(undefined, 0);
}

async function main(): Promise<void> {
	const session = hf.session(conversation);
	const earlier = await session.history.last(1_000);
	console.log(`Holdfast research team, in ${file}`);
	console.log(
		earlier.length === 0
			? "This is a new session.\n"
			: `Welcome back: the session has ${earlier.length} messages.\n`,
	);

	const first = await ask("Collect sources about tides.");
	const second = await ask("Write the report about tides.");

	console.log("State of the session, written by the two sub-agents:");
	for (const [key, value] of Object.entries(await session.state.get())) {
		console.log(`  ${key}: ${JSON.stringify(value)}`);
	}

	console.log("\nRuns and their sessions:");
	const runs: Run[] = [];
	for (const rootRunId of [first, second])
		runs.push(...(await hf.runs.list({ rootRunId })).items.toReversed());
	printTree(
		runs,
		(run) => [run.id, run.parentRunId],
		(run) => `${run.agentId}: ${run.status}, user ${run.userId}, session ${run.sessionId}`,
	);

	console.log("\nTrace of the second run:");
	printTree(
		await hf.runs.trace(second),
		(span: Span) => [span.id, span.parentId],
		(span) => `${span.kind.padEnd(7)}${span.name} (${span.durationMs.toFixed(1)} ms)`,
	);
}

try {
	await main();
} catch (error) {
	if (!HoldfastError.isInstance(error)) throw error;
	console.error(error.message);
	process.exitCode = 1;
} finally {
	await hf.close();
}
printModelHint("npm run example research");
