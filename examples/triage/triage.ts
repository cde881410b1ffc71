/*
 * A routine, defined in agents/triage.yaml: the model classifies a message, and conditions decide what happens next. A
 * program triggers it; nobody chats with it.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HoldfastError, holdfast } from "holdfast";
import { sqlite } from "holdfast/sqlite";
import { model, printModelHint } from "../model.ts";

const file = join(".holdfast", "triage.db");
const agents = fileURLToPath(new URL("agents", import.meta.url));
const hf = await holdfast({ agents, store: sqlite(file), model });

async function classify(message: string): Promise<void> {
	const { output, object } = await hf.agents.trigger({ agentId: "triage", input: { message } });
	console.log(`In      ${message}\n  think ${JSON.stringify(object)}\nOut     ${output}\n`);
}

async function main(): Promise<void> {
	console.log(`Holdfast triage, in ${file}\n`);
	await classify("Where is the delivery of A-1001?");
	await classify("I want a refund for A-1001.");
	await classify("You have nice cups!");

	console.log("An object that does not match the agent's input type is rejected. Nothing is written.");
	await hf.agents.trigger({ agentId: "triage", input: { text: "hello" } }).catch((error: unknown) => {
		if (!HoldfastError.isInstance(error)) throw error;
		console.log(`        ${error.code}: ${error.message}\n`);
	});

	const { items } = await hf.sessions.list({ agentId: "triage" });
	console.log(`Each run had its own user and session, deleted after the run. Sessions left: ${items.length}`);

	console.log(
		"With a sessionId everything is stored. The outputs of think nodes are in the session metadata:",
	);
	const input = { message: "My refund, please." };
	const { sessionId } = await hf.agents.trigger({ agentId: "triage", sessionId: "inbox", input });
	const { metadata } = await hf.sessions.get({ agentId: "triage", sessionId });
	console.log(`        ${JSON.stringify(metadata.step_outputs)}`);
	printModelHint("npm run example triage");
}

try {
	await main();
} finally {
	await hf.close();
}
