/*
 * The support agent of a shop, defined in agents/support.yaml: tools, an access rule, and a handover to a human and back.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HoldfastError, holdfast } from "holdfast";
import { sqlite } from "holdfast/sqlite";
import { model, printModelHint } from "../model.ts";

const file = join(".holdfast", "support.db");
const agents = fileURLToPath(new URL("agents", import.meta.url));
const hf = await holdfast({ agents, store: sqlite(file), model });

const conversation = { agentId: "support", userId: "ada", sessionId: "chat" };
const session = hf.session(conversation);

/** Prints one line of the dialogue. */
const line = (who: string, text: string): void => console.log(`${who.padEnd(10)}${text}`);

async function say(input: string): Promise<void> {
	line("Ada", input);
	const stream = hf.agents.stream({ ...conversation, input });
	for await (const event of stream) {
		if (event.type === "tool-call") line("", `  → ${event.name} ${JSON.stringify(event.input)}`);
		if (event.type === "tool-result") line("", `  ← ${JSON.stringify(event.output)}`);
		if (event.type === "finish") line("Agent", event.mode === "manual" ? "(silent)" : event.output);
	}
	// Rejects if the run failed.
	await stream.result;
}

async function main(): Promise<void> {
	const earlier = await session.history.last(1_000);
	console.log(`Holdfast support desk, in ${file}`);
	console.log(
		earlier.length === 0
			? "This is a new session.\n"
			: `Ada is back: the session has ${earlier.length} messages.\n`,
	);

	console.log("A customer asks. The variables of the user tell the agent her name and plan.");
	await hf.users.upsert("ada", { variables: { name: "Ada", plan: "pro" } });
	await hf.users.unsetVariables("ada", ["role"]);
	await session.setMode("auto");
	await say("Where is my order A-1001?");

	console.log('\nRefunds have the rule role == "admin". Ada has no role, so the call is rejected.');
	await say("Please refund order A-1001.");

	console.log("\nThe shop makes her an admin. This takes effect in the next run.");
	await hf.users.setVariables("ada", { role: "admin" });
	await say("Please refund order A-1001 now.");

	console.log("\nShe asks for a human. The agent stops answering.");
	await say("I want to talk to a human.");
	await say("Are you there?");
	await session.postAsHuman({ content: "Sam here. The refund is on its way.", displayName: "Sam" });
	line("Sam", "Sam here. The refund is on its way.");

	console.log("\nSam returns the session to the agent, which sees the messages of both.");
	await session.setMode("auto", "Sam");
	await say("Is the refund on its way?");

	const { items } = await hf.runs.list({ ...conversation, limit: 1_000 });
	const { last_order } = await session.state.get();
	console.log(`\n${items.length} runs are recorded. Last order in the state: ${last_order}`);
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
printModelHint("npm run example support");
