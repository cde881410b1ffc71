/*
 * The smallest agent. It stores its session in a SQLite file. Run it twice: the second time it remembers.
 *
 * In a terminal you can chat with it. Otherwise, as in CI, it plays a short dialogue.
 */
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { HoldfastError, holdfast } from "holdfast";
import { sqlite } from "holdfast/sqlite";
import { model, printModelHint } from "../model.ts";

const file = join(".holdfast", "plain-chat.db");
const conversation = { agentId: "chat", sessionId: "plain-chat" };

const hf = await holdfast({
	agents: [{ id: "chat", instructions: "You are a friendly assistant. Answer in one or two sentences." }],
	store: sqlite(file),
	model,
});

/** Sends a message to the agent and prints the answer as it streams. */
async function ask(input: string): Promise<void> {
	const stream = hf.agents.stream({ ...conversation, input });
	process.stdout.write("Agent  ");
	for await (const event of stream) {
		if (event.type === "text-delta") process.stdout.write(event.delta);
		if (event.type === "error") process.stdout.write(`(${event.code})`);
	}
	process.stdout.write("\n");
	// Rejects if the run failed. The message says what to do.
	await stream.result;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function chat(): Promise<void> {
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	console.log("Type a message. An empty line ends the program.\n");
	terminal.setPrompt("You    ");
	terminal.prompt();
	for await (const line of terminal) {
		if (line.trim() === "") break;
		await ask(line).catch((error: unknown) => console.log(messageOf(error)));
		terminal.prompt();
	}
	terminal.close();
}

async function play(lines: readonly string[]): Promise<void> {
	for (const line of lines) {
		console.log(`You    ${line}`);
		await ask(line);
	}
}

try {
	const agent = await hf.agents.get("chat");
	const earlier = await hf.session(conversation).history.last(1_000);
	console.log(`Holdfast plain chat, model ${agent.model}, in ${file}`);
	if (earlier.length === 0) {
		console.log("This is a new session. Run the example again, and the agent remembers it.\n");
	} else {
		console.log(`Welcome back: the session has ${earlier.length} messages.\n`);
	}
	if (process.stdin.isTTY) await chat();
	else if (earlier.length === 0) await play(["Hi, I am Ada.", "I like green tea.", "What is my name?"]);
	else await play(["What is my name?", "What do I like?"]);
} catch (error) {
	if (!HoldfastError.isInstance(error)) throw error;
	console.error(error.message);
	process.exitCode = 1;
} finally {
	await hf.close();
}

printModelHint("npm run example plain-chat");
