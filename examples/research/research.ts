/*
 * A lead agent with two sub-agents. Each has a history of its own; they share the state of the lead's conversation, so
 * that one can leave notes for the next. At the end: the tree of runs, and where the time went.
 */
import { join } from "node:path";
import { defineAgent, HoldfastError, holdfast, type Run, type Span } from "holdfast";
import { sqlite } from "holdfast/sqlite";
import { model, tellModel } from "../model.ts";
import { findSources, writeReport } from "./tools.ts";

const file = join(".holdfast", "research.db");
const lead = defineAgent({
	id: "lead",
	instructions: "You lead a small research team. Let the others do the work, and tell what came of it.",
	agents: ["sources", "report"],
});
const sources = defineAgent({
	id: "sources",
	description: "Collects sources on a topic and leaves them as notes.",
	instructions: "Find sources with your tool. Say how many you found.",
	tools: [findSources],
});
const report = defineAgent({
	id: "report",
	description: "Writes a report from the notes that were collected.",
	instructions: "Write the report with your tool. The notes so far: {notes?}",
	tools: [writeReport],
	outputKey: "last_report",
});

const hf = await holdfast({ agents: [lead, sources, report], store: sqlite(file), model });
const conversation = { agentId: "lead", userId: "ada", sessionId: "tides" };

/** Asks the lead, and prints the answer. Gives the id of the run. */
async function ask(input: string): Promise<string> {
	console.log(`Ada   ${input}`);
	const { output, runId } = await hf.agents.run({ ...conversation, input });
	console.log(`Lead  ${output}\n`);
	return runId;
}

/** A list as a tree, by the ids of those above. */
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
			? "This conversation is new.\n"
			: `Back again: ${earlier.length} messages are here from before.\n`,
	);

	const first = await ask("Collect sources about tides.");
	const second = await ask("Write the report about tides.");

	console.log("State of the conversation, written by the two sub-agents:");
	for (const [key, value] of Object.entries(await session.state.get())) {
		console.log(`  ${key}: ${JSON.stringify(value)}`);
	}

	console.log("\nRuns, and the session that each of them has:");
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
tellModel("npm run example research");
