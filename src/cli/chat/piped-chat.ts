import { createInterface } from "node:readline";
import { HoldfastError } from "../../error/index.ts";
import type { RunResult } from "../../turn/index.ts";
import { UsageError } from "../usage-error.ts";
import { answerSlash, type SlashAnswer } from "./answer-slash.ts";
import type { Conversation } from "./conversation.ts";
import { readLine } from "./slash-commands.ts";

/** A message that failed, or an invalid line. The chat continues with the next line. */
export interface ChatFailure {
	readonly error: { readonly code: string; readonly message: string };
	readonly sessionId: string;
}

export type ChatAnswer = RunResult | SlashAnswer | ChatFailure;

/** Each line is a message, answered before the next is read. A line that ends with `\` continues in the next. */
export async function* pipedChat(
	talk: Conversation,
	input: NodeJS.ReadableStream,
	{ yes, signal }: { yes: boolean; signal: AbortSignal },
): AsyncGenerator<ChatAnswer> {
	const ask = async (question: string): Promise<boolean> => {
		if (yes) return true;
		throw new UsageError(`${question}\nThere is no terminal to ask in; add --yes to confirm.`);
	};
	for await (const line of messages(input, signal)) {
		const read = readLine(line);
		const { sessionId } = talk.ref;
		try {
			if ("slip" in read) throw new HoldfastError("invalid", read.slip);
			const answer =
				"say" in read
					? await talk.say(read.say, signal).result
					: await answerSlash(talk, read.slash, read.rest, ask);
			yield answer;
			if ("command" in answer && answer.command === "exit") return;
		} catch (error) {
			signal.throwIfAborted();
			if (!HoldfastError.isInstance(error)) throw error;
			yield { error: error.toJSON(), sessionId };
		}
	}
	signal.throwIfAborted();
}

async function* messages(input: NodeJS.ReadableStream, signal: AbortSignal): AsyncGenerator<string> {
	const lines = createInterface({ input, terminal: false, crlfDelay: Number.POSITIVE_INFINITY });
	const stop = (): void => lines.close();
	signal.addEventListener("abort", stop);
	try {
		let text = "";
		for await (const line of lines) {
			if (/(?<!\\)(?:\\\\)*\\$/.test(line)) text += `${line.slice(0, -1)}\n`;
			else if ((text + line).trim() !== "") {
				yield text + line;
				text = "";
			}
		}
		if (text.trim() !== "") yield text;
	} finally {
		signal.removeEventListener("abort", stop);
		lines.close();
	}
}
