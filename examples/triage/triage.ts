/*
 * A routine, defined in agents/triage.yaml: the model sorts a message, conditions decide what is done about it. It is
 * triggered by a program, and not by somebody who chats.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HoldfastError, holdfast } from "holdfast";
import { sqlite } from "holdfast/sqlite";
import { model, tellModel } from "../model.ts";

const file = join(".holdfast", "triage.db");
const agents = fileURLToPath(new URL("agents", import.meta.url));
const hf = await holdfast({ agents, store: sqlite(file), model });

async function sort(message: string): Promise<void> {
	const { output, object } = await hf.agents.trigger({ agentId: "triage", input: { message } });
	console.log(`In      ${message}\n  think ${JSON.stringify(object)}\nOut     ${output}\n`);
}

async function main(): Promise<void> {
	console.log(`Holdfast triage, in ${file}\n`);
	await sort("Where is the delivery of A-1001?");
	await sort("I want a refund for A-1001.");
	await sort("You have nice cups!");

	console.log("What does not fit the agent's input is refused before anything is written.");
	await hf.agents.trigger({ agentId: "triage", input: { text: "hello" } }).catch((error: unknown) => {
		if (!HoldfastError.isInstance(error)) throw error;
		console.log(`        ${error.code}: ${error.message}\n`);
	});

	const { items } = await hf.sessions.list({ agentId: "triage" });
	console.log(`Each run had a user and a session of its own. Of these ${items.length} are left.`);

	console.log("With a session everything is kept, and what the routine thought is in its metadata.");
	const input = { message: "My refund, please." };
	const { sessionId } = await hf.agents.trigger({ agentId: "triage", sessionId: "inbox", input });
	const { metadata } = await hf.sessions.get({ agentId: "triage", sessionId });
	console.log(`        ${JSON.stringify(metadata.step_outputs)}`);
	tellModel("npm run example triage");
}

try {
	await main();
} finally {
	await hf.close();
}
