import type { Holdfast } from "../../interface.ts";
import type { Session, SessionRef } from "../../session/index.ts";
import { contentText } from "../print/event-text.ts";
import { fitText } from "../screen/fit-text.ts";
import { oneLine } from "../screen/neutralise.ts";
import { bold, dim, green, type Screen } from "../screen/screen.ts";
import type { Terminal } from "../terminal.ts";
import { answerSlash } from "./answer-slash.ts";
import { type Conversation, openConversation } from "./conversation.ts";
import { createLineReader, type LineReader } from "./line-reader.ts";
import { note } from "./note.ts";
import { showSlash, tellSilence } from "./show-slash.ts";
import { completeSlash, readLine, type SlashName } from "./slash-commands.ts";
import { tellFailure } from "./tell-failure.ts";
import { tellRun } from "./tell-run.ts";
import { leadOf, type Tell, watchSession } from "./watch-session.ts";

export interface ChatOptions {
	readonly hf: Holdfast;
	/** The session. If it does not exist, the first message creates it. */
	readonly ref: SessionRef;
	/** The session, if it exists. */
	readonly session?: Session | undefined;
	readonly terminal: Terminal;
	readonly out: Screen;
	/** Ends the chat. */
	readonly signal: AbortSignal;
	/** The command that continues the chat; default `holdfast chat <agent> -c`. */
	readonly comeBack?: string | undefined;
	/** Receives a function that prints next to the conversation. */
	readonly onTell?: ((tell: Tell) => void) | undefined;
	/** `--yes`: `/end` does not ask. */
	readonly yes?: boolean | undefined;
}

/** A chat on a terminal. Resolves when the user leaves. */
export async function startChat(options: ChatOptions): Promise<void> {
	const { hf, terminal, out, signal } = options;
	const talk = openConversation(hf, options.ref);
	const reader = createLineReader(terminal, out, { complete: completeSlash, signal });
	const chat = createChat(talk, reader, options);
	try {
		// Ctrl-C also works while a server does not respond.
		const left = new Promise<"left">((resolve) => {
			reader.onInterrupt = () => resolve("left");
			signal.addEventListener("abort", () => resolve("left"), { once: true });
		});
		if ((await Promise.race([chat.greet(options.session), left])) === "left") return;
		reader.onInterrupt = undefined;
		for (;;) {
			const line = await reader.read();
			if (line === undefined || signal.aborted) break;
			if (!(await chat.answer(line))) break;
		}
	} finally {
		chat.end();
		reader.close();
	}
}

function createChat(talk: Conversation, reader: LineReader, options: ChatOptions) {
	const { out, signal } = options;
	const comeBack = options.comeBack ?? `holdfast chat ${talk.ref.agentId} -c`;
	let watching = new AbortController();
	/** Messages of others that arrived while an answer was printed. */
	const untold: ((out: Screen) => void)[] = [];
	let isBusy = false;
	const tell: Tell = (print) => {
		if (isBusy) untold.push(print);
		else reader.above(() => print(out));
	};
	options.onTell?.(tell);
	const watch = (after: number): void => {
		watching.abort();
		watching = new AbortController();
		const of = watching.signal;
		const tellOf: Tell = (print) => tell((screen) => of.aborted || print(screen));
		void watchSession(talk, after, tellOf, of);
	};
	/** Runs work without interruption by messages of others; Ctrl-C ends it. */
	const alone = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
		const ending = new AbortController();
		const { ref } = talk;
		const stop = (): void => ending.abort();
		signal.addEventListener("abort", stop);
		reader.onInterrupt = stop;
		isBusy = true;
		try {
			return await work(ending.signal);
		} catch (error) {
			if (!signal.aborted) tellFailure(out, error);
			return undefined;
		} finally {
			isBusy = false;
			reader.onInterrupt = undefined;
			signal.removeEventListener("abort", stop);
			// Do not report further events of a session that was left.
			if (talk.ref !== ref) watching.abort();
			for (const print of untold.splice(0)) print(out);
		}
	};
	const say = async (input: string): Promise<void> => {
		const lead = [green(talk.ref.agentId), ": "];
		const result = await alone((ending) => tellRun(talk.say(input, ending), out, lead));
		if (result?.mode === "manual") {
			talk.mode = "manual";
			tellSilence(out, result.handover);
		} else if (result?.output === "" && !result.events.some(({ kind }) => kind === "reply"))
			out.line(dim("(The agent gave no answer.)"));
		out.line("");
	};
	const slash = async (name: SlashName, rest: string): Promise<boolean> => {
		const before = talk.ref;
		const ask = async (question: string): Promise<boolean> => {
			const isMeant = options.yes === true || (await reader.ask(question));
			// This can take a while: a model may read the whole session.
			if (isMeant) note(out, "Extracting facts …");
			return isMeant;
		};
		const answer = await alone(() => answerSlash(talk, name, rest, ask));
		if (talk.ref !== before) {
			const head = answer?.command === "session" ? answer.session?.head : undefined;
			watch((head ?? 0) - 1);
		}
		if (answer) showSlash(out, answer);
		if (answer?.command === "exit") return false;
		out.line("");
		return true;
	};
	return {
		async greet(session: Session | undefined) {
			const { agentId, userId, sessionId } = talk.ref;
			const who = userId === undefined ? "no user" : `user ${userId}`;
			out.line(bold(agentId), dim(`, ${who}`));
			note(out, `session ${sessionId}`);
			note(out, `/help lists the commands. To continue later: \`${comeBack}\``);
			// Messages that arrived after the session was read are printed here as well.
			let head = session?.head ?? 0;
			if (session) {
				head = Math.max(head, 1 + (await printRecent(talk, out)));
				talk.mode = session.mode;
				if (session.mode === "manual") tellSilence(out);
			}
			out.line("");
			watch(head - 1);
		},
		/** Returns false if the user leaves. */
		async answer(line: string): Promise<boolean> {
			const read = readLine(line);
			if ("slash" in read) return slash(read.slash, read.rest);
			if ("say" in read) await say(read.say);
			else note(out, `${read.slip}\n`);
			return true;
		},
		end: () => watching.abort(),
	};
}

/** How many messages are printed again when a conversation is continued. */
const RECENT = 4;

/** Prints the last messages, and returns the offset of the last one. */
async function printRecent(talk: Conversation, out: Screen): Promise<number> {
	const kinds = ["message", "reply"] as const;
	const events = await talk.handle().events({ last: RECENT, kinds });
	if (events.length > 0) out.line("");
	for (const event of events) {
		const lead = leadOf(event, talk.ref.agentId);
		if (!lead || event.erased || (event.kind !== "message" && event.kind !== "reply")) continue;
		const who = lead.map((span) => (typeof span === "string" ? span : span.text)).join("");
		const text = `${who.replace("you, in another window", "you")}${oneLine(contentText(event.data.content))}`;
		out.line(dim(fitText(text, Math.min(out.width, 200))));
	}
	return events.at(-1)?.offset ?? -1;
}
